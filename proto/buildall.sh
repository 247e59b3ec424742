for l in "$@"; do nice -n 10 /tmp/venv/bin/python proto/build.py $l 3 1200 >> /tmp/judge_data/build3.log 2>&1; done
