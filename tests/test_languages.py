"""Languages by their codes and names."""

from __future__ import annotations

import pytest

from indic_tf import LanguageError, languages
from indic_tf.languages import language


@pytest.mark.parametrize(
    ("given", "code"),
    [("hin", "hi"), ("hin_Deva", "hi"), ("hi-IN", "hi"), ("Hindi", "hi"), ("हिन्दी", "hi"), ("TAMIL", "ta"),
     ("ory", "or"), ("mni_Mtei", "mni"), ("ta-Taml-IN", "ta"), ("bangla", "bn")],
)  # fmt: skip
def test_other_names(given: str, code: str) -> None:
    assert language(given).code == code


@pytest.mark.parametrize("given", ["hi-anything!!", "hi-", "h", "", "xx-IN", "hi IN", "../hi"])
def test_what_is_no_language(given: str) -> None:
    with pytest.raises(LanguageError, match="unknown language"):
        language(given)


def test_no_two_languages_have_a_name_in_common() -> None:
    known = [language(code) for code in languages()]
    names = [{name.casefold() for name in (one.code, one.name, one.native_name, *one.also)} for one in known]
    assert sum(map(len, names)) == len(set().union(*names))
