"""``evaluate asr`` and ``evaluate normalization``: recognisers, and what their scores are taken under."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from . import asr_tables
from .base import Json, Lang, complain, report
from .evaluate import Samples, Seed, evaluate_app
from .pages import Html, Png, give

Norm = Annotated[
    list[str] | None,
    typer.Option(
        "--norm",
        metavar="NAME",
        help="raw, punctuation, safe, indicnlp, value, whisper; may be given several times. All of them if not given.",
    ),
]
Fold = Annotated[
    list[str] | None,
    typer.Option("--fold", metavar="SIGN", help="nukta or candrabindu: also score as if nobody wrote the difference."),
]


@evaluate_app.command("asr")
def evaluate_asr(
    reference: Annotated[Path, typer.Argument(metavar="REF", help="Kaldi text, JSON(L) manifest, or folder.")],
    lang: Lang,
    hypothesis: Annotated[
        Path | None, typer.Argument(metavar="HYP", help="The same; nothing if REF has pred_text.", show_default=False)
    ] = None,
    norm: Norm = None,
    fold: Fold = None,
    speakers: Annotated[
        Path | None, typer.Option("--speakers", metavar="UTT2SPK", help="Lines of utt-id speaker.", show_default=False)
    ] = None,
    missing: Annotated[
        Literal["empty", "skip"],
        typer.Option("--missing", help="An utterance without hypothesis is empty, or is left out."),
    ] = "empty",
    errors: Annotated[int, typer.Option("--errors", min=0, help="How many of the worst utterances to show.")] = 0,
    samples: Samples = 1000,
    seed: Seed = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes.")] = 1,
    as_json: Json = False,
    html: Html = None,
    png: Png = None,
) -> None:
    """Word, character and sentence error rates of a recogniser, under several normalizations side by side.

    [dim]$[/] indic-tf evaluate asr data/test/text exp/hyp.text --lang hi

    Utterances are matched by their ids. A Kaldi text has lines of
    "utt-id transcript"; a manifest has one JSON object a line with
    audio_filepath and text or pred_text; a folder has audio with such lists
    in it. Utterances that are missing, extra or doubled are reported and the
    exit code is then 1. "value" compares numbers by what they say: २५,०००
    and पच्चीस हज़ार are the same.
    """
    from ..evaluation.asr.evaluate import evaluate
    from ..evaluation.worst import KEPT

    with asr_tables.progress(sys.stderr.isatty()) as advance:
        score = evaluate(
            *(reference, hypothesis, lang),
            names=norm,
            folds=fold or (),
            speakers_file=speakers,
            skip_missing=missing == "skip",
            samples=samples,
            seed=seed,
            jobs=jobs,
            advance=advance,
        )
    kept = errors or (KEPT if html else 0)
    give(partial(score.as_dict, kept), partial(asr_tables.show_asr, score, errors), as_json, html, png)
    report(score.matched.problems)


@evaluate_app.command("normalization")
def evaluate_normalization(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Text, one or more sentences a line; .xz too.")
    ],
    lang: Lang,
    norm: Norm = None,
    fold: Fold = None,
    most: Annotated[
        int | None, typer.Option("--sentences", min=1, help="How many to take.", show_default=False)
    ] = None,
    as_json: Json = False,
    html: Html = None,
    png: Png = None,
) -> None:
    """What normalizations that recognisers are scored under take out of a text.

    [dim]$[/] indic-tf evaluate normalization news.txt --lang ml

    Shares of vowel signs, viramas and other signs that are lost; hidden
    errors: the share of words in which a wrong vowel sign can no longer be
    seen; METEOR and chrF of the normalized text against the text itself.
    """
    from ..evaluation.asr import losses

    found = losses.evaluate(files, lang, names=norm, folds=fold or (), most=most)
    shown = partial(asr_tables.show_losses, found.losses, found.sentences, str(found.signature))
    give(found.as_dict, shown, as_json, html, png)
    _complain_of(found.left_out)


def _complain_of(left_out: Mapping[str, str]) -> None:
    for name, why in left_out.items():
        complain(f"{name} was left out: {why}")
