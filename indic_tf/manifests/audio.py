"""Audio files: which there are, and how many seconds they last."""

from __future__ import annotations

import wave
from pathlib import Path
from typing import Any

SUFFIXES = (".wav", ".flac", ".mp3", ".ogg", ".opus", ".aif", ".aiff", ".au")
"""What is taken for audio; all but plain .wav needs soundfile."""


class AudioError(Exception):
    """Audio whose length cannot be found; the message says why."""


def is_audio(path: Path) -> bool:
    """True for the suffixes of audio files, in any case."""
    return path.suffix.lower() in SUFFIXES


def seconds(path: Path) -> float:
    """The length of an audio file, read from its header.

    ``wave`` of the standard library reads plain .wav files; what it does not know goes to soundfile, where that is
    installed. Raises `AudioError`.
    """
    if path.suffix.lower() != ".wav":
        return _by_soundfile(path)
    try:
        return _by_wave(path)
    except wave.Error as error:  # compressed or floating-point samples, or no .wav at all
        try:
            return _by_soundfile(path)
        except AudioError as second:
            raise AudioError(f"{error}; {second}") from None
    except (EOFError, OSError) as error:
        raise AudioError(str(error) or "the file ends within its header") from None


def _by_wave(path: Path) -> float:
    with wave.open(str(path), "rb") as file:
        rate, frames = file.getframerate(), file.getnframes()
        size = file.getnchannels() * file.getsampwidth()
    if rate <= 0:
        raise AudioError("the header has no sampling rate")
    there = path.stat().st_size // size  # a little more than the samples: the header is in it
    if frames > there:
        raise AudioError(f"cut off: {frames / rate:.2f} s by its header, at most {there / rate:.2f} s are there")
    return frames / rate


def _by_soundfile(path: Path) -> float:
    try:
        import soundfile  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise AudioError("needs soundfile: pip install 'indic-tf[data]'") from None
    except OSError as error:  # the package without its library
        raise AudioError(f"soundfile does not load: {error}") from None
    try:
        found: Any = soundfile.info(str(path))
    except (RuntimeError, OSError) as error:
        raise AudioError(str(error)) from None
    return float(found.duration)
