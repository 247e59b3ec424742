"""Small corpora of shards, and the command that formats them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from typer.testing import CliRunner, Result

from indic_tf.cli import app
from indic_tf.jobs.shards import MARKS

SAID = "मुझे पच्चीस हजार रुपये चाहिए {} क्या आप दे सकते हैं"
PLAIN = ("--lang", "hi", "--model", "none", "--workers", "1")


def jsonl(path: Path, records: Sequence[Mapping[str, object]]) -> Path:
    return put(path, "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))


def put(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def shards(folder: Path, count: int, records: int) -> list[str]:
    """Shards of different lengths; their names."""
    names = [f"part-{number:03}.jsonl" for number in range(count)]
    for number, name in enumerate(names):
        jsonl(folder / name, [{"id": i, "text": SAID.format(i)} for i in range(records + 20 * number)])
    return names


def corpus(*arguments: object, code: int = 0) -> Result:
    """Run ``indic-tf corpus``, which ends with ``code``."""
    result = CliRunner().invoke(app, ["corpus", *map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, (result.exit_code, result.output)
    return result


def objects(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def outputs(folder: Path) -> dict[str, bytes]:
    """The files of an output folder but for what is noted of them."""
    return {
        name: path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not (name := path.relative_to(folder).as_posix()).startswith(MARKS)
    }
