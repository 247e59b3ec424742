"""Reports: what stands on the page, that nothing else can get onto it, and how it looks in a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from indic_tf import cli
from indic_tf.errors import InputError
from indic_tf.evaluation import itn
from indic_tf.reports import curves, visible
from indic_tf.reports.diff import Piece, diff
from indic_tf.reports.figures import write as write_pictures
from indic_tf.reports.page import html
from indic_tf.reports.reading import of, read
from indic_tf.reports.results import Comparison, Curves, History, Labelled
from indic_tf.reports.tongues import tongue

TEXTS = {
    "hi": ("राम आया, फिर गया।\nक्या तुम ठीक हो? हाँ।\n", "राम आया फिर, गया।\nक्या तुम ठीक हो। हाँ।\n"),
    "ta": ("அவன் வந்தான், போனான்.\nநீ யார்?\n", "அவன், வந்தான் போனான்.\nநீ யார்.\n"),
    "ur": ("وہ آیا، پھر گیا۔\nتم کون ہو؟\n", "وہ آیا پھر گیا۔\nتم کون ہو۔\n"),
}
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u202egnp\u2066\x00\x1b\u200b</td></table>{{ 7*7 }}"


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli.app, [str(argument) for argument in arguments])
    return done.exit_code, done.stdout, done.stderr


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def pair(folder: Path, lang: str) -> tuple[Path, Path]:
    gold, made = TEXTS[lang]
    return write(folder / f"{lang}.txt", gold), write(folder / f"{lang}.out", made)


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """One result of every kind, as --json prints them."""
    folder = tmp_path_factory.mktemp("scores")
    made = [scored("punctuation", *pair(folder, lang), "--lang", lang) for lang in TEXTS]
    case = write(folder / "case.txt", "I met Asha in Delhi\n"), write(folder / "case.out", "i met Asha in DELHI\n")
    spoken = write(folder / "d.tsv", "मैं मैं कल अं जाऊँगा\tमैं कल जाऊँगा\n"), write(folder / "d.out", "मैं कल अं जाऊँगा\n")
    heard = write(folder / "text", "u1 दो लोग आए\nu2 ठीक है\n"), write(folder / "hyp", "u1 दो लग आए\nu3 अच्छा\n")
    made.append(scored("case", *case, "--lang", "en"))
    made.append(scored("disfluency", *spoken, "--lang", "hi"))
    made.append(scored("asr", *heard, "--lang", "hi", "--norm", "raw", "--errors", "5"))
    made.append(scored("normalization", folder / "hi.txt", "--lang", "hi", "--norm", "whisper"))
    made.append(scored("compare", folder / "hi.txt", folder / "hi.out", folder / "hi.txt", "--lang", "hi"))
    rows = (["दस रुपये", "दो सौ"], [["₹10", "10 रुपये"], "200"], ["₹100", "200"])
    made.append(itn.score(*rows, "hi", kinds=["money", "cardinal"], values=False).as_dict())
    return [json.loads(json.dumps(each)) for each in made]


def scored(*arguments: object) -> dict[str, Any]:
    _, out, err = run("evaluate", *arguments, "--json")
    assert out, err
    found: dict[str, Any] = json.loads(out)
    return found


class Page(HTMLParser):
    """The elements of a page, and a check that they are nested as they should be."""

    VOID = frozenset({"meta", "wbr", "line", "polyline", "br"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text.append(data)

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        rows = (attributes for name, attributes in self.elements if name == tag)
        return [a for a in rows if all(a.get(key.rstrip("_")) == value for key, value in wanted.items())]


# --- what is kept of the errors -----------------------------------------------------------------------


def test_the_worst_texts_are_kept(scores: list[dict[str, Any]]) -> None:
    hindi, case, disfluency = scores[0], scores[3], scores[4]
    assert hindi["errors"] == [
        {"line": 1, "errors": 2, "reference": "राम आया, फिर गया।", "output": "राम आया फिर, गया।"},
        {"line": 2, "errors": 1, "reference": "क्या तुम ठीक हो? हाँ।", "output": "क्या तुम ठीक हो। हाँ।"},
    ]
    assert hindi["confusion"]["question"] == {"end": 1}
    assert case["errors"][0]["errors"] == 2
    texts = {"reference": "मैं कल जाऊँगा", "output": "मैं कल अं जाऊँगा", "spoken": "मैं मैं कल अं जाऊँगा"}
    assert disfluency["errors"] == [{"line": 1, "errors": 1, **texts}]


def test_no_errors_where_none_are_wanted(tmp_path: Path) -> None:
    assert scored("punctuation", *pair(tmp_path, "hi"), "--lang", "hi", "--errors", "0")["errors"] == []


# --- differences --------------------------------------------------------------------------------------


def shown(pieces: tuple[Piece, ...]) -> str:
    """[changed] stretches and ⟨names⟩ of characters that cannot be seen."""
    marks = {"sign": "⟨{}⟩", "cut": "({})", "changed": "[{}]", "same": "{}"}
    return "".join(marks[piece.kind].format(piece.text) for piece in pieces)


@pytest.mark.parametrize(
    ("reference", "output", "left", "right"),
    [
        ("राम आया, फिर", "राम आया फिर", "राम आया[,] फिर", "राम आया फिर"),
        ("दो किताबें हैं", "दो किताब हैं", "दो किता[बें] हैं", "दो किता[ब] हैं"),
        ("हिन्दी", "हिंदी", "[हिन्दी]", "[हिंदी]"),
        ("विद्यालय गया", "विद्यलय गया", "वि[द्या]लय गया", "वि[द्य]लय गया"),
        ("किलो मीटर दूर", "किलोमीटर दूर", "किलो[ ]मीटर दूर", "किलोमीटर दूर"),
        ("एक ₹25,000 लो", "एक पच्चीस हज़ार लो", "एक [₹25,000] लो", "एक [पच्चीस हज़ार] लो"),
        ("a b c", "a c", "a [b] c", "a c"),
        ("", "नया", "", "[नया]"),
        ("same", "same", "same", "same"),
        ("र्‍य क", "र्य क", "[र्‍य]⟨ZWJ⟩ क", "[र्य] क"),
        ("a\u202eb", "ab", "a⟨RLO⟩b", "ab"),
        ("cafe\u0301", "caf\u00e9", "caf\u00e9", "caf\u00e9"),
    ],
)
def test_diff(reference: str, output: str, left: str, right: str) -> None:
    assert tuple(map(shown, diff(reference, output))) == (left, right)


def test_long_texts_are_cut_where_they_are_the_same() -> None:
    words = [f"w{i}" for i in range(100)]
    left, right = diff(" ".join(words), " ".join([*words[:50], "x", *words[51:]]))
    assert shown(left) == "(… 45 words …) w45 w46 w47 w48 w49 [w50] w51 w52 w53 w54 w55 (… 44 words …)"
    assert shown(right) == shown(left).replace("[w50]", "[x]")


SPACES = dict.fromkeys(map(ord, "\t\n\r"))
LETTERS = st.text(st.sampled_from("कखतनर ािीु्ंँ़,।aB12 அகவாி்، وہہے\u200d\u200c\u202e\n"), max_size=40)


@settings(max_examples=200, deadline=None)
@given(LETTERS, LETTERS)
def test_pieces_are_the_text_and_tear_no_letter_apart(reference: str, output: str) -> None:
    for text, pieces in zip((reference, output), diff(reference, output), strict=True):
        words = "".join(piece.text for piece in pieces if piece.kind in ("same", "changed"))
        assert words == visible.spaced(text).replace("\u202e", "")
        clusters = set(regex.findall(r"\X", visible.spaced(text)))
        assert all(set(regex.findall(r"\X", piece.text)) <= clusters for piece in pieces if piece.kind == "changed")
    if visible.spaced(reference) == visible.spaced(output):
        assert not any(piece.changed for piece in diff(reference, output)[0])


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_nothing_is_unseen(text: str) -> None:
    assert not regex.search(
        r"[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}]", visible.plain(text).translate(SPACES)
    )


@pytest.mark.parametrize(
    ("code", "text", "direction"),
    [
        ("ur", "وہ آیا", "rtl"),
        ("sd", "हिते", "ltr"),
        ("sd", "هو آيو", "rtl"),
        ("ks", "PAN وہ آیا پھر گیا", "rtl"),
        ("ur", "25,000", "rtl"),
        ("hi", "؟", "rtl"),
        ("hi", "दस", "ltr"),
        ("xx", "abc", "ltr"),
    ],
)
def test_direction(code: str, text: str, direction: str) -> None:
    assert tongue(code).direction_of(text) == direction


# --- pages --------------------------------------------------------------------------------------------


def test_a_page_of_everything(scores: list[dict[str, Any]]) -> None:
    page = Page(html(map(of, scores)))
    text = " ".join(page.text)
    titles = ("Punctuation", "Capitals", "Disfluencies", "Numbers", "Speech recognition", "Normalization", "Comparison")
    assert all(title in text for title in titles)
    assert all(score["signature"] in "".join(page.text) for score in scores if "signature" in score)
    assert {"हिन्दी", "தமிழ்", "اردو"} <= set(page.text)
    links = {link["href"] for link in page.all("a")}
    assert links <= {f"#{attributes.get('id')}" for _, attributes in page.elements}
    assert len(page.all("article")) == len(scores)


def test_languages_have_their_direction(scores: list[dict[str, Any]]) -> None:
    page = Page(html(map(of, scores)))
    texts = {(e["lang"], e["dir"]) for e in page.all("dd") if (e.get("class") or "").startswith("text")}
    assert texts == {("hi", "ltr"), ("ta", "ltr"), ("en", "ltr"), ("ur", "rtl")}
    assert page.all("html", lang="en", dir="ltr")


def test_figures_and_marks_stand_on_the_page(scores: list[dict[str, Any]]) -> None:
    made = html([of(scores[0])])
    page = Page(made)
    assert "66.7%" in page.text  # F1 of the danda: 2 of 2 in the reference, 4 in the output
    assert "<del>,</del>" in made
    assert "<ins>,</ins>" in made
    cells = [(e.get("class"), e.get("style")) for e in page.all("td") if e.get("style")]
    assert ("right", "--share:100.0%") in cells
    assert ("confused", "--share:100.0%") in cells  # the question that got a danda
    assert any("।" in text for text in page.text)


def test_a_summary_needs_several_results(scores: list[dict[str, Any]]) -> None:
    assert "mean" not in Page(html([of(scores[0])])).text
    page = Page(html(map(of, scores[:3])))
    assert "mean" in page.text
    assert page.text[page.text.index("Punctuation: 3 languages")]
    twice = Page(html([of(scores[0]), of(scores[0])]))
    assert "mean" not in twice.text


@pytest.mark.parametrize("what", ["error", "signature", "id", "kind", "problem", "label"])
def test_hostile_texts_stay_texts(scores: list[dict[str, Any]], what: str) -> None:
    made = html(map(of, spoiled(scores, what)), title=HOSTILE)
    page = Page(made)
    assert not {"script", "img", "link", "iframe", "base"} & {tag for tag, _ in page.elements}
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert "49" not in page.text
    assert not regex.search(r"[\x00-\x08\x0b-\x1f\x7f\u200b\u202a-\u202e\u2066-\u2069]", made)
    assert "RLO" in made


def spoiled(scores: list[dict[str, Any]], what: str) -> Iterator[dict[str, Any]]:
    texts = {"error": {"reference", "output", "spoken", "hypothesis"}, "problem": {"error"}}

    def spoil(made: Any, name: str = "") -> Any:
        if isinstance(made, dict):
            kinds = ("kinds", "labels", "normalizations", "figures")
            renamed = (what == "label" and name == "labels") or (what == "kind" and name in kinds[2:] + kinds[:1])
            return {(key + HOSTILE if renamed else key): spoil(value, key) for key, value in made.items()}
        if isinstance(made, list):
            return [spoil(each, name) for each in made]
        return made + HOSTILE if isinstance(made, str) and name in texts.get(what, {what}) else made

    for score in scores:
        extra = {"bad": [{"line": 1, "error": "bad"}]} if what == "problem" else {}
        yield spoil({**score, **extra})


def test_a_page_needs_no_network(scores: list[dict[str, Any]]) -> None:
    made = html(map(of, scores))
    page = Page(made)
    (policy,) = page.all("meta", **{"http-equiv": "Content-Security-Policy"})
    assert (policy["content"] or "").startswith("default-src 'none'")
    assert not regex.search(r"url\(|@import|https?:|//[a-z]", made)
    assert {a["href"][:1] for a in page.all("a") if a["href"]} == {"#"}
    assert not {"src", "srcset", "data", "action"} & {name for _, attributes in page.elements for name in attributes}


def test_long_words_and_many_errors_are_a_page(scores: list[dict[str, Any]]) -> None:
    score = dict(scores[0])
    score["errors"] = [{"line": i, "reference": "क" * 5000, "output": "ख", "errors": 1} for i in range(50)]
    assert len(html([of(score)])) < 1_000_000


# --- reading results ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "problem"),
    [
        ({"a": 1}, "expected what indic-tf evaluate"),
        ({"signature": "NEW|lang:hi"}, "expected what indic-tf evaluate"),
        ({"signature": "PUNCT|lang:hi", "labels": {}}, "passages: Field required"),
        ({"signature": "PUNCT|lang:hi", "labels": {}, "passages": "many"}, "passages: Input should be a valid integer"),
        ({"signatures": ["A"], "figures": {}, "sentences": 1}, "signatures"),
        ({"title": "t", "curves": {"a": [[0, float("nan")]]}}, "curves.a.0.1"),
        ({"title": "t", "curves": {"a": [[0, 1e300]]}}, "curves.a.0.1"),
    ],
)
def test_what_is_no_score_is_named(made: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError) as error:
        of(made)
    assert problem in str(error.value)


def test_lone_surrogates_do_not_stop_a_page(scores: list[dict[str, Any]]) -> None:
    error = {"line": 1, "reference": "a\ud800", "output": "b", "errors": 1}
    assert html([of(scores[0] | {"errors": [error]})]).encode()


def test_files_of_one_of_many_and_of_bad_lines(scores: list[dict[str, Any]], tmp_path: Path) -> None:
    one = write(tmp_path / "one.json", json.dumps(scores[0], indent=2))
    many = write(tmp_path / "many.jsonl", "\n".join(map(json.dumps, scores[:2])) + "\nnot json\n[1]\n{}\n")
    array = write(tmp_path / "array.json", json.dumps([*scores[:2], 3]))
    problems: list[str] = []
    assert [len(list(read(path, problems))) for path in (one, many, array)] == [1, 2, 2]
    where = [problem.split(": ")[0].rpartition("/")[2] for problem in problems]
    assert where == ["many.jsonl:3", "many.jsonl:4", "many.jsonl:5", "array.json:3"]


def test_a_history_is_curves(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{"tokens": i * 1000, "loss": 1 / i} for i in range(1, 500)]
    rows += [
        {"tokens": i * 1000, "f1": {"punctuation": {"hi": {"comma": i / 500}, "ta": {"comma": 0}}}} for i in (1, 2)
    ]
    path = write(tmp_path / "history.jsonl", "\n".join(map(json.dumps, rows)))
    (history,) = read(path, [])
    assert isinstance(history, History)
    page = Page(html([history]))
    assert len(page.all("polyline")) == 2
    assert len(page.all("circle")) == 2  # few points are dots, the loss is only a line
    assert "Hindi" in "".join(page.text)


def test_any_curves(tmp_path: Path) -> None:
    made = of(
        {"title": "windows", "x": "words cut", "y": "macro-F1", "curves": {"40": [[0, 0.4], [3, 0.5]], "none": []}}
    )
    assert isinstance(made, Curves)
    page = Page(html([made]))
    assert len(page.all("polyline")) == 1
    assert "words cut" in page.text


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.4, 0.401), (-3, 1e6), (1e-9, 2e-9), (5, 5.0000001)])
def test_ticks_are_few_and_inside(low: float, high: float) -> None:
    found = curves.ticks(low, high)
    assert 2 <= len(found) <= 8
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in found)


# --- the command line ---------------------------------------------------------------------------------


def test_a_page_beside_the_table(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, out, err = run("evaluate", "punctuation", *pair(tmp_path, "hi"), "--lang", "hi", "--html", page)
    assert (code, "macro-F1" in out, "wrote" in err) == (0, True, True)
    assert "Punctuation: Hindi" in Page(page.read_text(encoding="utf-8")).text


def test_one_page_of_many_files(scores: list[dict[str, Any]], tmp_path: Path) -> None:
    files = [write(tmp_path / f"{i}.json", json.dumps(score)) for i, score in enumerate(scores[:3])]
    bad = write(tmp_path / "bad.json", "{}")
    page, pictures = tmp_path / "page.html", tmp_path / "pictures"
    code, out, err = run("evaluate", "report", *files, bad, "--html", page, "--png", pictures, "--title", "All & more")
    assert (code, out) == (1, "")
    assert "bad.json: expected" in err
    assert "All & more" in Page(page.read_text(encoding="utf-8")).text
    assert len(list(pictures.glob("*.png"))) >= len(TEXTS)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("report", "a.json"), "nothing to write"),
        (("report", "absent.json", "--html", "x.html"), "absent.json"),
        (("punctuation", "a", "b", "--lang", "hi", "--html", "no/such/x.html"), "there is no folder"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], problem: str) -> None:
    code, _, err = run("evaluate", *arguments)
    assert code == 2
    assert problem in err


def test_a_page_replaces_pages_only(tmp_path: Path) -> None:
    text, page = tmp_path / "text.txt", tmp_path / "page.html"
    text.write_text("वह आया, और गया।\n", encoding="utf-8")
    arguments = ("evaluate", "punctuation", str(text), str(text), "--lang", "hi", "--samples", "0", "--html")
    for _ in range(2):
        assert run(*arguments, str(page))[0] == 0
    for place in (text, tmp_path):
        assert run(*arguments, str(place))[0] == 2
    assert text.read_text(encoding="utf-8") == "वह आया, और गया।\n"


def test_pictures_are_latin_and_named_after_what_they_show(scores: list[dict[str, Any]], tmp_path: Path) -> None:
    """matplotlib would warn of letters that its font lacks, and warnings are errors here."""
    twice = [of(scores[0]), *map(of, spoiled(scores, "kind"))]
    made = write_pictures(tmp_path, twice)
    assert len(set(made)) == len(made)
    assert all(path.is_file() and path.stat().st_size > 1000 for path in made)
    assert all(regex.fullmatch(r"[a-z0-9-]+\.png", path.name) for path in made)
    assert "punctuation-macro-f1.png" in {path.name for path in made}


def test_results_are_of_their_kinds(scores: list[dict[str, Any]]) -> None:
    punctuation, comparison = of(scores[0]), of(next(score for score in scores if "signatures" in score))
    assert isinstance(punctuation, Labelled)
    assert isinstance(comparison, Comparison)
    assert (punctuation.lang, punctuation.subject) == ("hi", "hi · hi")


# --- in a browser -------------------------------------------------------------------------------------

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
_QUIET = ["gpu", "quic", "background-networking", "component-update", "sync"]
# A window of a browser is never narrower than 500 pixels; a frame in it may be.
_MEASURE = """<script>
const page = document.documentElement;
parent.document.documentElement.dataset.widths = [innerWidth, page.scrollWidth, document.body.scrollWidth].join(" ");
</script></body>"""
_FRAME = '<!doctype html><meta charset="utf-8"><iframe style="border:0;width:{}px;height:1800px" srcdoc="{}"></iframe>'
browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here to look at the page with")


def chromium(folder: Path, page: Path, width: int, *options: str) -> str:
    """What the browser prints for a page in a window of that width; a fresh profile, no network services."""
    assert CHROMIUM is not None
    profile = folder / f"profile-{width}-{len(options)}-{len(options[0])}"
    quiet = [f"--disable-{what}" for what in _QUIET]
    window = ["--headless", "--no-sandbox", "--no-first-run", "--hide-scrollbars", f"--window-size={width},2000"]
    command = [CHROMIUM, *window, *quiet, f"--user-data-dir={profile}", *options, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout


@pytest.mark.slow
@browser
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_window(scores: list[dict[str, Any]], tmp_path: Path, width: int) -> None:
    made = html(map(of, [*scores, *spoiled(scores, "error"), *spoiled(scores, "kind")]))
    unlocked = regex.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", made)
    unfolded = unlocked.replace("<details ", "<details open ").replace("</body>", _MEASURE)
    framed = write(tmp_path / "page.html", _FRAME.format(width, escape(unfolded)))
    dom = chromium(tmp_path, framed, max(width, 500) + 40, "--dump-dom")
    found = regex.search(r'data-widths="(\d+) (\d+) (\d+)"', dom)
    assert found, dom[:500]
    window, page, body = map(int, found.groups())
    assert window == width
    assert max(page, body) <= window


@pytest.mark.slow
@browser
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_is_drawn(scores: list[dict[str, Any]], tmp_path: Path, width: int) -> None:
    from matplotlib.image import imread

    page = write(tmp_path / "page.html", html([of(scores[0])]))
    picture = tmp_path / "page.png"
    chromium(tmp_path, page, width, f"--screenshot={picture}")
    pixels = (imread(picture)[..., :3] * 255).astype("int32")
    assert pixels.shape[1] == width
    colours = {int(value) for value in (pixels @ [1 << 16, 1 << 8, 1]).ravel()}
    assert len(colours) > 100  # letters have many greys; an empty page has one colour
    red, green, blue = (pixels[..., i] for i in range(3))
    assert ((blue - red) > 60).sum() > 500  # the diagonal of the matrix
    assert ((red - blue) > 60).sum() > 100  # what is confused
    assert ((red + green + blue) < 200).sum() > 500  # text
