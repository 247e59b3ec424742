"""Captions beside a cut that only counts characters, and how fast they are made.

    python benchmarks/captions.py                     the table of docs/captions.md, fourteen languages
    python benchmarks/captions.py --lang hi ta        some of them
    python benchmarks/captions.py --speed             seconds for 9,000 and 100,000 words
    python benchmarks/captions.py --widths /usr/share/fonts/truetype/noto    how wide letters are (needs uharfbuzz)
    python benchmarks/captions.py --picture docs/captions.png    a Hindi and a Tamil caption on a frame (needs ffmpeg)

The talks are everyday speech (tests/everyday) as a careful writer punctuates it, in an order drawn by a seed, with
times: 10 to 26 grapheme clusters a second, one speaker, silences behind sentences and commas. The other cut fills a
line up to the same length, then the second, then begins the next caption, and shows words from the beginning of the
first to the end of the last.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import regex
from rich.console import Console
from rich.table import Table

from indic_tf.captions import Caption, Layout, captions, facts, layout, render
from indic_tf.captions.strip import reader
from indic_tf.transcripts.times import clusters

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("hi", "ta", "te", "bn", "mr", "gu", "kn", "ml", "pa", "or", "as", "en", "ur", "ne")
ENDS = tuple("?.!।॥۔؟")
COLUMNS = ("captions", "at a sentence or comma", "parts what belongs together", "uneven lines", "too fast", "too short")


@dataclass(frozen=True)
class Word:
    """A word of a talk, as captions take it."""

    text: str
    start: float
    end: float
    speaker: str | None = None
    estimated: bool = False
    glued: bool = False
    segment: int = 0
    ends_sentence: bool = False
    passive: bool = False


def talk(lang: str, count: int, seed: int = 1) -> list[Word]:
    """A talk of ``count`` words or a few more."""
    rng = random.Random(f"{lang}-{seed}")
    lines = (ROOT / "tests" / "everyday" / f"{lang}.tsv").read_text(encoding="utf-8").splitlines()
    texts = [line.split("\t")[1] for line in lines if line and not line.startswith("#")]
    words: list[Word] = []
    now, passage = 0.0, 0
    while len(words) < count:
        pace = rng.uniform(10, 26)
        for text in rng.choice(texts).split():
            end = now + (clusters(text) + 1) / pace
            closes = text.endswith(ENDS)
            words.append(Word(text, round(now, 3), round(end, 3), segment=passage, ends_sentence=closes))
            silence = rng.uniform(0.1, 1.2) if closes else rng.uniform(0, 0.4) if text[-1] in ",،;" else 0.0
            now = end + (silence or rng.choice([0.0, 0.0, 0.0, 0.0, 0.3]))
        passage += 1
    return words


def counted(words: Sequence[Word], limits: Layout) -> list[Caption]:
    """Captions that only count characters."""
    made: list[Caption] = []
    lines: list[str] = []
    first = 0

    def close(stop: int) -> None:
        if stop > first:
            own = words[first:stop]
            made.append(Caption(tuple(lines), own[0].start, own[-1].end, own[0].speaker, (first, stop)))

    for i, word in enumerate(words):
        longer = f"{lines[-1]} {word.text}" if lines else word.text
        new = bool(lines) and word.speaker != words[i - 1].speaker
        if not new and lines and clusters(longer) <= limits.max_chars:
            lines[-1] = longer
        elif new or len(lines) == limits.max_lines:
            close(i)
            first, lines = i, [word.text]
        else:
            lines.append(word.text)
    close(len(words))
    return made


def scores(words: Sequence[Word], made: Sequence[Caption], limits: Layout, lang: str) -> list[float]:
    """Captions, and the shares of `COLUMNS`: of captions, of all breaks, of two-line captions, of captions."""
    mark = reader(lang)
    marks = [mark(word.text) for word in words]
    closed = [word.ends_sentence or one.clause for word, one in zip(words, marks, strict=True)]
    breaks, uneven = [], []
    for one in made:
        at = one.words[0]
        for line in one.lines:
            at += len(line.split())
            breaks.append(at)
        sizes = [clusters(line) for line in one.lines]
        if len(sizes) == 2:
            uneven.append(abs(sizes[0] - sizes[1]) / sum(sizes))
    inner = [at for at in breaks if at < len(words) and words[at].speaker == words[at - 1].speaker]
    parted = [
        not closed[at - 1] and (marks[at].place == "back" or marks[at - 1].place in ("ahead", "link")) for at in inner
    ]
    fast = [clusters(" ".join(one.lines)) > (one.seconds + 2e-3) * limits.max_cps for one in made]
    short = [one.seconds < limits.min_seconds - 2e-3 for one in made]
    return [
        len(made),
        sum(closed[one.words[1] - 1] for one in made) / len(made),
        sum(parted) / max(1, len(parted)),
        sum(uneven) / max(1, len(uneven)),
        sum(fast) / len(made),
        sum(short) / len(made),
    ]


def compare(chosen: Sequence[str], count: int) -> Table:
    """A row for each language: ours, then the cut that counts."""
    table = Table("language", "words", *(f"{name}" for name in COLUMNS))
    ours_all, theirs_all = [], []
    for lang in chosen:
        words, limits = talk(lang, count), layout("broadcast", lang)
        ours = scores(words, captions(words, limits, language=lang), limits, lang)
        theirs = scores(words, counted(words, limits), limits, lang)
        ours_all.append(ours)
        theirs_all.append(theirs)
        table.add_row(lang, str(len(words)), *map(_both, ours, theirs, [False, *[True] * 5]))
    means = [[sum(column) / len(chosen) for column in zip(*rows, strict=True)] for rows in (ours_all, theirs_all)]
    table.add_row("mean", "", *map(_both, *means, [False, *[True] * 5]))
    return table


def _both(ours: float, theirs: float, share: bool) -> str:
    return f"{ours:.1%} / {theirs:.1%}" if share else f"{ours:.0f} / {theirs:.0f}"


def speed() -> Table:
    """CPU seconds, the best of three."""
    table = Table("language", "words", "captions", "CPU seconds", "kept cues, CPU seconds")
    for lang, count in (("hi", 9_000), ("ta", 9_000), ("hi", 100_000)):
        words = talk(lang, count)
        seconds, made = [], []
        for keep in (False, True):
            taken = []
            for _ in range(3):
                start = time.process_time()
                made = captions(words, language=lang, keep_segments=keep)
                taken.append(time.process_time() - start)
            seconds.append(f"{min(taken):.2f}")
        table.add_row(lang, str(len(words)), str(len(made)), *seconds)
    return table


def widths(fonts: Path) -> Table:
    """How wide 42 clusters of everyday text are in each Noto font; an em is 1/20 of the height of the picture."""
    import uharfbuzz  # type: ignore  # not needed for anything else

    table = Table("language", "code points a cluster", "em a cluster", "42 clusters, share of a 16:9 width")
    for lang in LANGUAGES:
        text = " ".join(word.text for word in talk(lang, 2_000))
        name = facts.fonts()[_script(text)].name.replace(" ", "")
        face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(fonts / f"{name}-Regular.ttf")))
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(uharfbuzz.Font(face), buffer)
        em = sum(place.x_advance for place in buffer.glyph_positions) / face.upem / clusters(text)
        table.add_row(lang, f"{len(text) / clusters(text):.2f}", f"{em:.2f}", f"{42 * em / 20 * 9 / 16:.0%}")
    return table


def _script(text: str) -> str:
    return max(facts.fonts(), key=lambda script: len(regex.findall(rf"\p{{Script={script}}}", text)))


SHOWN = {
    "hi": "कक्षा की किताबें और कॉपियाँ विद्यार्थियों को मुफ़्त मिलेंगी, लेकिन वर्दी के ₹1,250 देने होंगे।",
    "ta": "ஸ்ரீரங்கத்திலிருந்து கிளம்பும் பேருந்து இன்று காலை 9:30~ மணிக்கு வரும், கவலை வேண்டாம்.",
}


def picture(path: Path) -> None:
    """One frame of each caption of `SHOWN` on a plain colour, drawn by libass, one above the other."""
    with tempfile.TemporaryDirectory() as folder:
        frames = []
        for lang, text in SHOWN.items():
            words = [
                Word(one.strip("~"), i * 0.3, i * 0.3 + 0.3, glued=one.endswith("~"), ends_sentence=one.endswith(ENDS))
                for i, one in enumerate(text.split())
            ]
            made = captions(words, layout("broadcast", lang), language=lang)
            subtitles, frame = Path(folder) / f"{lang}.ass", Path(folder) / f"{lang}.png"
            subtitles.write_text(render(made, "ass"), encoding="utf-8")
            source = f"color=c=0x30475e:s=1920x1080:d={made[0].end}"
            _ffmpeg("-f", "lavfi", "-i", source, "-vf", f"ass={subtitles},crop=1920:250:0:830", "-frames:v", "1", frame)
            frames.append(frame)
        inputs = [part for frame in frames for part in ("-i", frame)]
        _ffmpeg(*inputs, "-filter_complex", "vstack,scale=960:-1", "-frames:v", "1", path)


def _ffmpeg(*arguments: object) -> None:
    subprocess.run(["ffmpeg", "-y", "-loglevel", "error", *map(str, arguments)], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lang", nargs="+", default=LANGUAGES)
    parser.add_argument("--words", type=int, default=9_000)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--widths", type=Path, metavar="FOLDER")
    parser.add_argument("--picture", type=Path)
    chosen = parser.parse_args()
    console = Console(width=170)
    if chosen.picture:
        picture(chosen.picture)
    elif chosen.widths:
        console.print(widths(chosen.widths))
    elif chosen.speed:
        console.print(speed())
    else:
        console.print(compare(chosen.lang, chosen.words))


if __name__ == "__main__":
    main()
