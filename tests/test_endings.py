"""English number words in Latin letters with an ending of the language behind them."""

from __future__ import annotations

from functools import cache

import pytest

from indic_tf import IndicFormatter, replay


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None)


@pytest.mark.parametrize(
    ("lang", "text", "written"),
    [
        ("as", "মই ten thirty-ত আহিম", "মই 10:30-ত আহিম"),
        ("bn", "আমি ten thirty-তে আসব", "আমি 10:30-তে আসব"),
        ("gu", "હું ten thirty-એ આવીશ", "હું 10:30-એ આવીશ"),
        ("hi", "two hundred-वाले नोट", "200-वाले नोट"),
        ("kn", "ಬೆಲೆ two hundred-ಗೆ ಏರಿತು", "ಬೆಲೆ 200-ಗೆ ಏರಿತು"),
        ("kn", "ಅವನು five kilometres-ಗೆ ಓಡಿದ", "ಅವನು 5 kilometres-ಗೆ ಓಡಿದ"),
        ("ml", "ഞാൻ ten thirty-ക്ക് വരാം", "ഞാൻ 10:30-ക്ക് വരാം"),
        ("ml", "വില two hundredന് വിറ്റു", "വില 200ന് വിറ്റു"),
        ("mr", "मी ten thirty-ला येईन", "मी 10:30-ला येईन"),
        ("or", "ମୁଁ ten thirty-ରେ ଆସିବି", "ମୁଁ 10:30-ରେ ଆସିବି"),
        ("pa", "ਮੈਂ ten thirty-ਨੂੰ ਆਵਾਂਗਾ", "ਮੈਂ 10:30-ਨੂੰ ਆਵਾਂਗਾ"),
        ("ta", "meeting காலை ten thirty-க்கு இருக்கு", "meeting காலை 10:30-க்கு இருக்கு"),
        ("ta", "விலை two hundred rupees-க்கு விற்றது", "விலை ₹200-க்கு விற்றது"),
        ("ta", "விலை twenty five percent-ஆக, உயர்ந்தது", "விலை 25%-ஆக, உயர்ந்தது"),
        ("ta", "அவன் twenty five-ஆவது இடம்", "அவன் 25-ஆவது இடம்"),
        ("ta", "அது nineteen ninety five-ல் நடந்தது", "அது 1995-ல் நடந்தது"),
        ("te", "నేను ten thirty-కి వస్తా", "నేను 10:30-కి వస్తా"),
        ("te", "ధర five thousand rupees-కు చేరింది", "ధర ₹5,000-కు చేరింది"),
        ("ur", "میں ten thirty-کو آؤں گا", "میں 10:30-کو آؤں گا"),
    ],
)
def test_the_ending_stays_behind_the_figure(lang: str, text: str, written: str) -> None:
    made = formatter(lang)(text)
    assert made.text == written
    assert replay(made.words, made.edits) == written
    assert formatter(lang)(written).text == written


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ta", "meeting-க்கு office-ல் வா"),
        ("ta", "one-க்கு பதில் சொல்"),
        ("te", "train-లో seat-కి"),
        ("ml", "office-ൽ to-ക്ക്"),
        ("bn", "bank-এ point-টা"),
        ("hi", "office-में percent-वाला"),
    ],
)
def test_words_with_endings_stay(lang: str, text: str) -> None:
    assert formatter(lang)(text).text == text
