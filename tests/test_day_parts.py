"""The clock of 24 hours where the part of the day stands behind the time, or a word apart from it."""

from __future__ import annotations

from functools import cache

import pytest

from indic_tf import IndicFormatter, Style, replay


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None, style=Style(hours="24"))


QUICK = [
    ("en", "come at half past three in the afternoon", "come at 15:30 in the afternoon"),
    ("en", "come at five in the evening", "come at 17:00 in the evening"),
    ("en", "come at nine in the morning", "come at 09:00 in the morning"),
    ("en", "come in the evening at five thirty", "come in the evening at 17:30"),
    ("en", "come at twelve thirty at night", "come at 00:30 at night"),
    ("hi", "पाँच बजे शाम को आना", "17:00 बजे शाम को आना"),
    ("hi", "साढ़े तीन बजे दोपहर में आना", "15:30 बजे दोपहर में आना"),
    ("hi", "पाँच बजे, शाम को आना", "5 बजे, शाम को आना"),
    ("hi", "पाँच बजे आना", "5 बजे आना"),
    ("hi", "पाँच बजे आना है हमें शाम को", "5 बजे आना है हमें शाम को"),
    ("hi", "सुबह पाँच बजे शाम सात बजे", "सुबह 05:00 बजे शाम 19:00 बजे"),
    ("en", "from five to seven in the evening", "from 5 to 7 in the evening"),
]
OTHERS = [  # each compiles how its language writes hours
    ("gu", "પાંચ વાગ્યે સાંજે આવજો", "17:00 વાગ્યે સાંજે આવજો"),
    ("kn", "ಐದು ಗಂಟೆಗೆ ಸಂಜೆ ಬಾ", "17:00 ಗಂಟೆಗೆ ಸಂಜೆ ಬಾ"),
    ("ml", "അഞ്ച് മണിക്ക് വൈകുന്നേരം വരൂ", "17:00 മണിക്ക് വൈകുന്നേരം വരൂ"),
    ("mr", "पाच वाजता संध्याकाळी ये", "17:00 वाजता संध्याकाळी ये"),
    ("pa", "ਪੰਜ ਵਜੇ ਸ਼ਾਮ ਨੂੰ ਆਉਣਾ", "17:00 ਵਜੇ ਸ਼ਾਮ ਨੂੰ ਆਉਣਾ"),
    ("ta", "ஐந்து மணிக்கு மாலை வா", "17:00 மணிக்கு மாலை வா"),
    ("te", "ఐదు గంటలకు సాయంత్రం రా", "17:00 గంటలకు సాయంత్రం రా"),
    ("ur", "پانچ بجے شام کو آنا", "17:00 بجے شام کو آنا"),
]


@pytest.mark.parametrize(
    ("lang", "text", "written"), [*QUICK, *(pytest.param(*row, marks=pytest.mark.slow) for row in OTHERS)]
)
def test_hours_by_the_part_of_the_day(lang: str, text: str, written: str) -> None:
    made = formatter(lang)(text)
    assert made.text == written
    assert replay(made.words, made.edits) == written
    assert formatter(lang)(written).text == written
