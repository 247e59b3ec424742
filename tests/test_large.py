"""Large round numbers keep their scale words, as editors have them."""

from __future__ import annotations

import pytest
import regex
from case_tables import CASES as TABLES
from case_tables import formatter, rows

from indic_tf import IndicFormatter, Style, languages
from indic_tf.document import Token
from indic_tf.languages import language

ROUND = (100_000, 250_000, 4_500_000, 50_000_000, 12_500_000)
KINDS = {"cardinal": {}, "money": {"currency": "INR"}, "measure": {"unit": "km"}}
EVERY_CASE = rows("*.tsv")
SCALE_FIRST = [code for code in languages() if language(code).numbers.scale_first]  # what would stay there?

CASES = [
    ("hi", "पाँच करोड़ रुपये", "₹5 करोड़"),
    ("hi", "कंपनी को ढाई करोड़ का घाटा हुआ", "कंपनी को 2.5 करोड़ का घाटा हुआ"),
    ("hi", "दो लाख पचपन हज़ार करोड़ रुपये", "₹2.55 लाख करोड़"),
    ("hi", "एक करोड़ पच्चीस लाख लोग", "1.25 करोड़ लोग"),
    ("hi", "दो करोड़ तेरह लाख छियासठ हज़ार", "2,13,66,000"),  # not round enough
    ("hi", "एक लाख बीस हज़ार पाँच सौ रुपये", "₹1,20,500"),
    ("hi", "पच्चीस हज़ार रुपये", "₹25,000"),
    ("hi", "पाँच लाख किलोमीटर", "5 लाख किलोमीटर"),
    ("hi", "पाँच लाख से दस लाख लोग", "5 लाख से 10 लाख लोग"),
    ("hi", "पचास लाख से एक करोड़ लोग", "50 लाख से 1 करोड़ लोग"),
    ("gu", "બેથી અઢી કરોડ રૂપિયાનો", "2થી 2.5 કરોડ રૂપિયાનો"),
    ("ne", "एकदेखि डेढ लाख", "1देखि 1.5 लाख"),
    ("hi", "माइनस पाँच करोड़", "-5 करोड़"),
    ("hi", "पाँच ट्रिलियन डॉलर", "$5 ट्रिलियन"),
    ("hi", "फाइव मिलियन डॉलर", "$5 मिलियन"),
    ("ta", "ஐந்து கோடிக்கு விற்றார்", "5 கோடிக்கு விற்றார்"),
    ("ta", "இரண்டரை கோடிக்கு", "2.5 கோடிக்கு"),
    ("ta", "ஐந்து கோடி ரூபாயை", "₹5 கோடியை"),
    ("te", "ఐదు కోట్ల మంది", "5 కోట్ల మంది"),
    ("te", "ఐదు కోట్లకు", "5 కోట్లకు"),
    ("te", "ఐదున్నర కోట్ల రూపాయలు", "₹5.5 కోట్లు"),
    ("te", "పది లక్షల రూపాయల చెక్కు", "₹10 లక్షల చెక్కు"),
    ("te", "ఒక కోటి రూపాయలు", "₹1 కోటి"),
    ("te", "రెండు కోట్ల యాభై లక్షల మంది", "2 కోట్ల 50 లక్షల మంది"),
    ("ta", "ஐந்து லட்சம் ரூபாயிலிருந்து", "₹5 லட்சத்திலிருந்து"),
    ("ta", "மூன்று கோடியே ஐம்பது லட்சம் ரூபாய்", "₹3.5 கோடி"),
    ("ml", "അഞ്ചു ലക്ഷത്തി അമ്പതിനായിരം രൂപ", "₹5.5 ലക്ഷം"),
    ("mr", "पाच लाख रुपयांपासून", "₹5 लाखांपासून"),
    ("or", "ଲକ୍ଷେ ଟଙ୍କା ଦେଲା", "₹1 ଲକ୍ଷ ଦେଲା"),
    ("kn", "ಐದು ಲಕ್ಷ ರೂಪಾಯಿಗೆ", "₹5 ಲಕ್ಷಕ್ಕೆ"),
    ("kn", "ಐದು ಕೋಟಿ ರೂಪಾಯಿಗಳನ್ನು", "₹5 ಕೋಟಿಯನ್ನು"),
    ("ml", "രണ്ടര ലക്ഷം പേർ", "2.5 ലക്ഷം പേർ"),
    ("mr", "अडीच लाखांना घेतली", "2.5 लाखांना घेतली"),
    ("bn", "পাঁচ লাখের বেশি মানুষ", "5 লাখের বেশি মানুষ"),
    ("pa", "ਪੰਜ ਹਜ਼ਾਰ ਪੰਜ ਸੌ ਕਰੋੜ ਰੁਪਏ", "₹5,500 ਕਰੋੜ"),
    ("ne", "एक खर्ब पच्चीस अर्ब रुपैयाँ", "₹1.25 खर्ब"),
    ("en", "five million people", "5 million people"),
    ("en", "two and a half crore rupees", "₹2.5 crore"),
    ("en", "three lakh crore rupees", "₹3 lakh crore"),
]


@pytest.mark.parametrize(("lang", "said", "written"), CASES)
def test_the_scale_word_stays(lang: str, said: str, written: str) -> None:
    assert IndicFormatter(lang, model=None, style="news")(said).text == written


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lang", languages())
def test_the_value_stays(lang: str, kind: str) -> None:
    """In every language, what is written with a scale word is said as the number that it was."""
    news, plain = (IndicFormatter(lang, model=None, style=style) for style in ("news", "figures"))
    shortened = 0
    for value in ROUND:
        if said := news.grammar.say(Token(kind, {"integer": str(value), **KINDS[kind]})):
            written, figures = news(said).text, plain(said).text
            again = news.spoken(written)
            assert news(again).text == written
            assert "." in written or plain(again).text == figures, written
            shortened += len(written) < len(figures)
    assert shortened or lang in SCALE_FIRST


@pytest.mark.parametrize("lang", [code for code in languages() if (TABLES / code).is_dir()])
def test_all_else_is_written_as_ever(lang: str) -> None:
    """Of all cases only those with four figures in a row are written otherwise."""
    plain, news = formatter(lang), IndicFormatter(lang, model=None, style=Style(small="bare"))
    for said in (str(row.values[1]) for row in EVERY_CASE if row.values[0] == lang):
        written, briefly = plain(said).text, news(said).text
        assert briefly == written or regex.search(r"(\p{Nd},?){4}", written), said
