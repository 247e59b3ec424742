"""Digits that are said one by one with commas between, and lists that are none."""

from __future__ import annotations

from functools import cache

import pytest

from indic_tf import IndicFormatter, languages, replay


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None)


def formatted(lang: str, text: str) -> str:
    """The text formatted; formatting it again changes nothing."""
    made = formatter(lang)(text)
    assert replay(made.words, made.edits) == made.text
    assert formatter(lang)(made.text).text == made.text
    return made.text


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("digits", ["9876543210", "7012398456"])
def test_a_telephone_number(lang: str, digits: str) -> None:
    words = [formatter(lang).spoken(digit) for digit in digits]
    if formatted(lang, " ".join(words)) != digits:
        pytest.skip("no number without commas either")
    assert formatted(lang, ", ".join(words)) == digits
    assert formatted(lang, " ".join(words[:5]) + ", " + " ".join(words[5:])) == digits
    apart = formatter(lang)(". ".join(words[:3])).text
    assert digits[:3] not in apart


@pytest.mark.parametrize(
    ("lang", "text", "written"),
    [
        ("as", "মোৰ নম্বৰ ন, আঠ, সাত, ছয়, পাঁচ, চাৰি, তিনি, দুই, এক, শূন্য।", "মোৰ নম্বৰ 9876543210।"),
        ("bn", "আমার নম্বর নয়, আট, সাত, ছয়, পাঁচ, চার, তিন, দুই, এক, শূন্য।", "আমার নম্বর 9876543210।"),
        ("en", "My PIN is four, five, six, one.", "My PIN is 4561."),
        ("en", "my number is nine, eight, double seven, six, five, four, three, two, one", "my number is 9877654321"),
        ("en", "my code is four, five, six, one, my pin seven, eight, nine, zero", "my code is 4561, my pin 7890"),
        ("en", "call me on nine eight seven, six five four, three two one zero", "call me on 9876543210"),
        ("gu", "મારો નંબર નવ, આઠ, સાત, છ, પાંચ, ચાર, ત્રણ, બે, એક, શૂન્ય છે.", "મારો નંબર 9876543210 છે."),
        ("hi", "मेरा पिन चार, पाँच, छह, एक है।", "मेरा पिन 4561 है।"),
        ("hi", "मेरा नंबर नाइन, एट, सेवन, सिक्स, फाइव, फोर, थ्री, टू, वन, ज़ीरो है", "मेरा नंबर 9876543210 है"),
        ("hi", "mera number nau, aath, saat, chhah, paanch, chaar, teen, do, ek, shunya", "mera number 9876543210"),
        ("kn", "ನನ್ನ ನಂಬರ್ ಒಂಬತ್ತು, ಎಂಟು, ಏಳು, ಆರು, ಐದು, ನಾಲ್ಕು, ಮೂರು, ಎರಡು, ಒಂದು, ಸೊನ್ನೆ.", "ನನ್ನ ನಂಬರ್ 9876543210."),
        ("ml", "എന്റെ നമ്പർ ഒമ്പത്, എട്ട്, ഏഴ്, ആറ്, അഞ്ച്, നാല്, മൂന്ന്, രണ്ട്, ഒന്ന്, പൂജ്യം.", "എന്റെ നമ്പർ 9876543210."),
        ("mr", "माझा नंबर नऊ, आठ, सात, सहा, पाच, चार, तीन, दोन, एक, शून्य आहे.", "माझा नंबर 9876543210 आहे."),
        ("or", "ମୋ ନମ୍ବର ନଅ, ଆଠ, ସାତ, ଛଅ, ପାଞ୍ଚ, ଚାରି, ତିନି, ଦୁଇ, ଏକ, ଶୂନ।", "ମୋ ନମ୍ବର 9876543210।"),
        ("pa", "ਮੇਰਾ ਨੰਬਰ ਨੌਂ, ਅੱਠ, ਸੱਤ, ਛੇ, ਪੰਜ, ਚਾਰ, ਤਿੰਨ, ਦੋ, ਇੱਕ, ਸਿਫ਼ਰ ਹੈ।", "ਮੇਰਾ ਨੰਬਰ 9876543210 ਹੈ।"),
        ("ta", "என் நம்பர் ஒன்பது, எட்டு, ஏழு, ஆறு, ஐந்து, நான்கு, மூன்று, இரண்டு, ஒன்று, பூஜ்யம்.", "என் நம்பர் 9876543210."),
        ("te", "నా నంబర్ తొమ్మిది, ఎనిమిది, ఏడు, ఆరు, ఐదు, నాలుగు, మూడు, రెండు, ఒకటి, సున్నా.", "నా నంబర్ 9876543210."),
        ("ur", "میرا نمبر نو، آٹھ، سات، چھ، پانچ، چار، تین، دو، ایک، صفر ہے۔", "میرا نمبر 9876543210 ہے۔"),
    ],
)  # fmt: skip
def test_a_code(lang: str, text: str, written: str) -> None:
    assert formatted(lang, text) == written


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "rooms four, five, seven, nine are free"),
        ("en", "one, two, three, four, go"),
        ("en", "one, two, three, four, five, six, seven, eight, nine"),
        ("en", "the lottery numbers are four, eight, two, nine, one, six"),
        ("en", "the runs were four, six, two, one"),
        ("hi", "एक, दो, तीन, चार"),
        ("hi", "कमरे चार, पाँच, सात, नौ खाली हैं"),
        ("ta", "ஒன்று, இரண்டு, மூன்று, நான்கு"),
        ("te", "ఒకటి, రెండు, మూడు, నాలుగు"),
        ("kn", "ಒಂದು, ಎರಡು, ಮೂರು, ನಾಲ್ಕು"),
        ("bn", "এক, দুই, তিন, চার"),
        ("mr", "एक, दोन, तीन, चार"),
        ("gu", "એક, બે, ત્રણ, ચાર"),
        ("ml", "ഒന്ന്, രണ്ട്, മൂന്ന്, നാല്"),
    ],
)
def test_a_list_keeps_its_commas(lang: str, text: str) -> None:
    assert formatter(lang)(text).text.count(",") == text.count(",")
