"""Tables from outside the package: a bank's and a cricket broadcaster's, and a language of one's own."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from own_language import hindi_as_bhojpuri

from indic_tf import IndicFormatter, InputError, LanguageError, TableError
from indic_tf.languages import Language, language, languages
from indic_tf.wfst.compiled import grammar_folder

OWN = Path(__file__).parent / "own_tables"
FOLDERS = sorted(path.name for path in OWN.iterdir() if path.is_dir())

CASES = [
    ("bank_hi", "मैंने एन ई एफ टी से पच्चीस हज़ार रुपये भेजे", "मैंने NEFT से ₹25,000 भेजे"),
    ("bank_hi", "आईएमपीएस, फिर के वाई सी आर", "IMPS, फिर KYCR"),
    ("bank_hi", "k y c r पूरा करें", "KYCR पूरा करें"),
    ("bank_hi", "धन वन प्लस में दो सौ रुपये", "DhanOne Plus में ₹200"),
    ("bank_hi", "धनवन प्लस", "DhanOne Plus"),
    ("bank_hi", "सरल सात के सात ग्राहक", "Saral-7 के सात ग्राहक"),
    ("bank_hi", "नव समृद्धि योजना, नव योजना", "नव-समृद्धि योजना, नव योजना"),
    ("bank_hi", "तीन पासबुक", "3 पासबुक"),
    ("bank_ta", "என் இ எஃப் டி மூலம் இருநூறு ரூபாய்", "NEFT மூலம் ₹200"),
    ("bank_ta", "பொன் ஒன்றில் ஐம்பதாயிரம் ரூபாய்", "PonOne-இல் ₹50,000"),
    ("cricket_hi", "आरव मेहरोत्रा ने पचास रन बनाए", "Aarav Mehrotra ने 50 रन बनाए"),
    ("cricket_hi", "डी एल एस से बीस ओवर में एक सौ चालीस रन", "DLS से 20 ओवर में 140 रन"),
    ("cricket_hi", "कबीर एकलव्य के चार चौके", "Kabir Eklavya के 4 चौके"),
    ("cricket_hi", "शिमला सेवेन जीता", "Shimla Seven जीता"),
    ("cricket_ta", "முகிலன் இளங்கோ ஐம்பது ரன்கள்", "Mukilan Ilango 50 ரன்கள்"),
    ("cricket_ta", "டி எல் எஸ் முறையில் நெல்லை நைன்", "DLS முறையில் Nellai Nine"),
]


@pytest.fixture(scope="module")
def formatters(tmp_path_factory: pytest.TempPathFactory) -> dict[str, IndicFormatter]:
    """Without the tables that need a grammar of their own."""
    made = {}
    for name in FOLDERS:
        place = tmp_path_factory.mktemp("own") / name
        shutil.copytree(OWN / name, place, ignore=shutil.ignore_patterns("unit*"))
        made[name] = IndicFormatter(name.rpartition("_")[2], model=None, tables=place)
    return made


@pytest.mark.parametrize(("name", "spoken", "written"), CASES)
def test_a_firm_s_words(formatters: dict[str, IndicFormatter], name: str, spoken: str, written: str) -> None:
    formatter = formatters[name]
    made = formatter(spoken)
    assert made.text == written
    assert formatter(written).text == written, "formatting twice changes nothing"


def test_without_its_tables_a_firm_is_not_known(formatters: dict[str, IndicFormatter]) -> None:
    for name, formatter in formatters.items():
        plain = IndicFormatter(formatter.language.code, model=None)
        assert any(plain(spoken).text != written for place, spoken, written in CASES if place == name)


def test_names_are_said_again(formatters: dict[str, IndicFormatter]) -> None:
    assert formatters["bank_hi"].spoken("DhanOne Plus, KYCR में ₹500") == "धन वन प्लस, के वाई सी आर में पाँच सौ रुपये"
    assert formatters["cricket_ta"].spoken("Nellai Nine") == "நெல்லை நைன்"


def test_what_is_found_at_run_time_compiles_nothing(formatters: dict[str, IndicFormatter]) -> None:
    for name, formatter in formatters.items():
        code = name.rpartition("_")[2]
        assert formatter.language.code == code
        assert formatter.language != language(code)
        assert formatter.language.built == language(code)
        assert grammar_folder(formatter.language) == grammar_folder(language(code))


def test_new_units_are_another_grammar() -> None:
    added = language("hi").with_tables(OWN / "bank_hi")
    assert added.built == added
    assert [path.name for path in added.compiled_from() if path not in language("hi").compiled_from()] == [
        "acronyms.tsv",
        "unit_symbols.tsv",
        "units.tsv",
        "whitelist.tsv",
    ]


@pytest.mark.slow
def test_new_units_are_read_and_said() -> None:
    formatter = IndicFormatter("hi", model=None, tables=OWN / "bank_hi")
    assert grammar_folder(formatter.language) != grammar_folder(language("hi"))
    assert formatter("पाँच सौ धनपॉइंट").text == "500 धनपॉइंट"
    assert formatter.spoken("500 DP") == "पाँच सौ धनपॉइंट"
    assert pickle.loads(pickle.dumps(formatter))("एन ई एफ टी").text == "NEFT"


def test_tables_of_one_formatter_are_none_of_another(formatters: dict[str, IndicFormatter]) -> None:
    assert formatters["bank_hi"]("dhanpay").text == "dhanpay"  # no tagger, no case
    assert formatters["bank_hi"].language.cased("dhanpay") == "DhanPay"
    assert language("hi").cased("dhanpay") is None
    plain = IndicFormatter("hi", model=None)
    assert plain("तीन पासबुक").text == "तीन पासबुक"


def test_another_process_has_them_too(formatters: dict[str, IndicFormatter], tmp_path: Path) -> None:
    (tmp_path / "formatter").write_bytes(pickle.dumps(formatters["bank_hi"]))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb'))('तीन पासबुक, के वाई सी आर').text)"
    made = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "formatter")], capture_output=True, check=True, encoding="utf-8"
    )
    assert made.stdout == "3 पासबुक, KYCR\n"


def test_changed_tables_are_read_anew(tmp_path: Path) -> None:
    table = tmp_path / "cues.tsv"
    table.write_text("पासबुक\tafter\n", encoding="utf-8")
    assert IndicFormatter("hi", model=None, tables=tmp_path)("तीन पासबुक तीन चेकबुक").text == "3 पासबुक तीन चेकबुक"
    table.write_text("चेकबुक\tafter\n", encoding="utf-8")
    assert IndicFormatter("hi", model=None, tables=[tmp_path])("तीन पासबुक तीन चेकबुक").text == "तीन पासबुक 3 चेकबुक"


def test_each_language_takes_them(tmp_path: Path) -> None:
    (tmp_path / "acronyms.tsv").write_text("QWX\n", encoding="utf-8")
    auto = IndicFormatter("auto", model=None, tables=tmp_path, terms=iter(["OnePlus"]))
    assert auto("मेरे पास q w x और one plus है").text == "मेरे पास QWX और OnePlus है"


def test_faults_are_said_by_file_and_line(tmp_path: Path) -> None:
    with pytest.raises(LanguageError, match="nowhere is no folder"):
        IndicFormatter("hi", model=None, tables=tmp_path / "nowhere")
    with pytest.raises(LanguageError, match="has no tables in it"):
        IndicFormatter("hi", model=None, tables=tmp_path)
    with pytest.raises(InputError, match="tables is 7; expected a folder"):
        IndicFormatter("hi", model=None, tables=7)  # type: ignore[arg-type]
    (tmp_path / "cues.tsv").write_text("# x\nपासबुक\tbehind\n", encoding="utf-8")
    (tmp_path / "nubmers.tsv").write_text("1\tएक\n", encoding="utf-8")
    with pytest.raises(TableError) as caught:
        IndicFormatter("hi", model=None, tables=tmp_path)
    assert "nubmers.tsv:1: no table is called 'nubmers'; did you mean numbers.tsv?" in str(caught.value)
    assert "cues.tsv:2: side is 'behind'" in str(caught.value)


# --- a language of one's own --------------------------------------------------------------------------


@pytest.fixture
def bhojpuri(tmp_path: Path) -> Path:
    return hindi_as_bhojpuri(tmp_path)


def test_a_language_of_one_s_own(bhojpuri: Path) -> None:
    mine = Language.load(bhojpuri)
    assert (mine.code, mine.name, language("bho"), language(mine.key)) == ("bho", "Bhojpuri", mine, mine)
    assert len(mine.table("numbers")) == len(language("hi").table("numbers"))
    assert "bho" not in languages()
    assert pickle.loads(pickle.dumps(mine)) == mine


@pytest.mark.slow
def test_a_language_of_one_s_own_formats(bhojpuri: Path) -> None:
    formatter = IndicFormatter(Language.load(bhojpuri), model=None, terms=["OnePlus"])
    assert formatter("oneplus पच्चीस हजार रुपये").text == "OnePlus ₹25,000"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda place: (place / "numbers.tsv").unlink(), r"numbers\.tsv:1: no word for 0, 1, 2"),
        (lambda place: (place / "scales.tsv").unlink(), r"scales\.tsv:1: no word for 100, 1000, 100000, 10000000"),
        (lambda place: (place / "words.tsv").write_text("point\tदशमलव\n"), r"words\.tsv:1: no word for minus, percent"),
        (lambda place: (place / "currency.tsv").write_text("usd\tडॉलर\n"), r"currency\.tsv:1: code is 'usd'"),
        (lambda place: (place / "nubmers.tsv").write_text("1\tएक\n"), "did you mean numbers.tsv"),
        (lambda place: (place / "bho.yaml").unlink(), "has 0 YAML files, expected one"),
        (lambda place: (place / "bho.yaml").rename(place / "hi.yaml"), "'hi' is no new code"),
    ],
    ids=["numbers", "scales", "words", "currency", "unknown", "no facts", "code"],
)
def test_half_a_language_is_refused(bhojpuri: Path, change: object, problem: str) -> None:
    assert callable(change)
    change(bhojpuri)
    with pytest.raises((TableError, LanguageError), match=problem):
        Language.load(bhojpuri)
