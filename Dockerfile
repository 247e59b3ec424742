# syntax=docker/dockerfile:1
# The service. `docker build -t indic-tf .` is for CPUs; for a GPU:
#   docker build -t indic-tf:cuda --build-arg TORCH=https://download.pytorch.org/whl/cu126 .
FROM python:3.12-slim AS build
ARG TORCH=
ARG WARM="hi en"
WORKDIR /src
RUN python -m venv /app && /app/bin/pip install --no-cache-dir --upgrade pip
RUN test -z "$TORCH" || /app/bin/pip install --no-cache-dir "torch>=2.6,<2.14" --index-url "$TORCH"
COPY pyproject.toml wheel_build.py README.md LICENSE ./
COPY indic_tf indic_tf
COPY grammars grammars
COPY lang_configs lang_configs
# This compiles the grammars of all languages, which takes minutes, and leaves pynini behind.
RUN /app/bin/pip install --no-cache-dir ".[serve${TORCH:+,torch}]"
# They are unpacked into the image: no request waits for it, and the container needs no place to write.
ENV INDIC_TF_CACHE=/cache
RUN for lang in $WARM; do /app/bin/indic-tf format --lang "$lang" --model none "1" || exit 1; done

FROM python:3.12-slim
RUN useradd --system --no-create-home indic
COPY --from=build /app /app
COPY --from=build --chown=indic /cache /cache
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1 INDIC_TF_CACHE=/cache HF_HUB_OFFLINE=1
USER indic
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/ready', timeout=2)"]
# SIGTERM lets every accepted request finish: give it longer than --timeout before SIGKILL (docker stop --time 40).
STOPSIGNAL SIGTERM
ENTRYPOINT ["indic-tf", "serve", "--host", "0.0.0.0"]
CMD ["--warm", "hi", "--warm", "en"]
