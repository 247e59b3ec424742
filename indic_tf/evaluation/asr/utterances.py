"""Utterances with their ids, from the files that recognisers and corpora keep them in.

    Kaldi ``text``     one line each: ``utt-id`` and the transcript, a space or TAB between them
    JSONL, JSON        objects (one a line, or one array) with ``text`` and, from a recogniser, ``pred_text``, as NeMo
                       and Vistaar have them; the id is ``id``, or the name of the audio file without its suffix
    a folder           audio, and lists of ``utt-id transcript`` or a text beside each recording, anywhere inside

The first of several utterances with one id stands, the others are counted as duplicates. What cannot be read is set
aside with its place. Texts stay as they are written.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from ...errors import InputError
from ...manifests import folder, transcripts
from ...scripts import nfc

_IDS = ("id", "utt_id", "utterance_id", "key")
_AUDIO = ("audio_filepath", "audio_path", "audio")
_SPEAKERS = ("speaker", "speaker_id", "spk_id")
_REFERENCE = ("text", "transcript", "sentence")
_HYPOTHESIS = ("pred_text", *_REFERENCE)
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Utterance:
    """One utterance: its id (NFC), what was said or heard, where it stands, who spoke ("" for unknown)."""

    id: str
    text: str
    source: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Utterances:
    """What a file or folder holds: utterances by id, those whose id was there before, what was set aside and why."""

    path: Path
    by_id: dict[str, Utterance]
    duplicates: tuple[Utterance, ...] = ()
    bad: tuple[str, ...] = ()


def references(path: Path) -> Utterances:
    """The transcripts at ``path``. Raises `InputError` where nothing can be read, `OSError` for an unreadable file."""
    return _read(path, _REFERENCE)


def hypotheses(path: Path) -> Utterances:
    """What a recogniser heard: as `references`, but of a JSON object ``pred_text`` is taken where it has one."""
    return _read(path, _HYPOTHESIS)


def predictions(path: Path) -> Utterances:
    """The ``pred_text`` of a manifest that has the reference too; `InputError` for anything else."""
    if path.is_dir() or not _is_json(path):
        raise InputError(f"{path} is no manifest with pred_text: name the file of the hypothesis too")
    return _read(path, _HYPOTHESIS[:1])


def speakers(path: Path) -> dict[str, str]:
    """Who speaks in which utterance: lines of ``utt-id speaker``, Kaldi's ``utt2spk``."""
    return {nfc(line.id): line.text for line in transcripts.lines(path) if line.text}


def _read(path: Path, keys: tuple[str, ...]) -> Utterances:
    bad: list[str] = []
    if path.is_dir():
        found = _of_folder(path, bad)
    elif _is_json(path):
        found = _of_objects(path, keys, bad)
    else:
        found = _of_lines(path, bad)
    return _unique(path, found, bad)


def _unique(path: Path, found: Iterable[Utterance], bad: list[str]) -> Utterances:
    by_id: dict[str, Utterance] = {}
    duplicates = []
    for utterance in found:
        if by_id.setdefault(utterance.id, utterance) is not utterance:
            duplicates.append(utterance)
    if not by_id:
        why = f": {bad[0]}" if bad else ""
        raise InputError(f"{path} holds no utterance{why}")
    return Utterances(path, by_id, tuple(duplicates), tuple(bad))


# --- Kaldi --------------------------------------------------------------------------------------------


def _of_lines(path: Path, bad: list[str]) -> Iterator[Utterance]:
    for line in transcripts.lines(path):
        if line.problem:
            bad.append(f"{line.source}: {line.problem}")
        else:
            yield Utterance(nfc(line.id), line.text, line.source)


# --- a folder -----------------------------------------------------------------------------------------


def _of_folder(path: Path, bad: list[str]) -> Iterator[Utterance]:
    paired = folder.pair(path)
    bad += [f"{line.source}: {line.id}: {why or 'no audio of this name'}" for line, why in paired.lost]
    bad += paired.notes
    for pair in paired.pairs:
        if not pair.lines:
            bad.append(f"{pair.audio}: no transcript")
        for line in pair.lines:
            if line.problem:
                bad.append(f"{line.source}: {line.problem}")
            else:
                yield Utterance(pair.id, line.text, line.source, pair.speaker)


# --- JSON ---------------------------------------------------------------------------------------------


def _is_json(path: Path) -> bool:
    with path.open("rb") as file:
        start = file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith((b"{", b"["))


def _of_objects(path: Path, keys: tuple[str, ...], bad: list[str]) -> Iterator[Utterance]:
    found = []
    for source, value in _values(path, bad):
        try:
            found.append((source, value, _name(value), _text(value, keys)))
        except InputError as error:
            bad.append(f"{source}: {error}")
    shared = Counter(name.stem for _, value, name, _ in found if not _explicit(value))
    for source, value, name, text in found:
        # recordings of one name in several folders are told apart by their paths
        id_ = _explicit(value) or (name.stem if shared[name.stem] == 1 else str(name.with_suffix("")))
        yield Utterance(nfc(id_), text, source, _first(value, _SPEAKERS))


def _values(path: Path, bad: list[str]) -> Iterator[tuple[str, Any]]:
    raw = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    if raw.lstrip().startswith(b"["):
        yield from ((f"{path}: record {i}", value) for i, value in enumerate(_array(path, raw), start=1))
        return
    for number, line in enumerate(raw.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            yield f"{path}:{number}", json.loads(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            bad.append(f"{path}:{number}: {transcripts.undecodable(error)}")
        except ValueError as error:
            bad.append(f"{path}:{number}: not JSON: {error}")


def _array(path: Path, raw: bytes) -> list[Any]:
    try:
        found: list[Any] = json.loads(raw.decode("utf-8"))
    except ValueError as error:
        raise InputError(f"{path} is not JSON: {error}") from None
    return found


def _name(value: Any) -> PurePosixPath:
    """The path of the audio, or an empty one where there is an id instead."""
    if not isinstance(value, dict):
        raise InputError("not a JSON object")
    path = PurePosixPath(_first(value, _AUDIO).replace("\\", "/"))
    if not path.name and not _explicit(value):
        raise InputError(f"no id: expected {_AUDIO[0]!r} or {_IDS[0]!r}")
    return path


def _explicit(value: dict[str, Any]) -> str:
    return _first(value, _IDS)


def _first(value: dict[str, Any], keys: Iterable[str]) -> str:
    return next((str(value[key]) for key in keys if value.get(key) not in (None, "")), "")


def _text(value: dict[str, Any], keys: tuple[str, ...]) -> str:
    text = next((value[key] for key in keys if value.get(key) is not None), None)
    if not isinstance(text, str):
        raise InputError(f"no text: expected {' or '.join(map(repr, keys[:2]))} in {str(value)[:_SHOWN]}")
    return text
