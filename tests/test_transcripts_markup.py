"""Tags in the middle of a caption stay round what now stands for the words that they stood round."""

from __future__ import annotations

import pytest
from case_tables import formatter
from hypothesis import given
from hypothesis import strategies as st

from indic_tf import transcripts
from indic_tf.transcripts.markup import TAG, retagged


@pytest.mark.parametrize(
    ("text", "like", "made"),
    [
        ("उसे ₹25,000 दो", "उसे <i>पच्चीस हजार</i> रुपये दो", "उसे <i>₹25,000</i> दो"),
        ("वह ₹200 लाया।", "वह <i>दो</i> सौ रुपये लाया", "वह <i>₹200</i> लाया।"),
        ("हाँ, 2 बजे\nमिलेंगे।", 'हाँ <font color="#f00">दो बजे</font>\nमिलेंगे', 'हाँ, <font color="#f00">2 बजे</font>\nमिलेंगे।'),
        (r"मुझे ₹25,000\Nचाहिए", r"मुझे {\i1}पच्चीस हजार रुपये{\i0} चाहिए", r"मुझे {\i1}₹25,000{\i0}\Nचाहिए"),
        ("मैं 5 हूँ", "<i>मैं <b>पाँच</b></i> हूँ", "<i>मैं <b>5</b></i> हूँ"),
        ("₹200", "<i>दो</i> <b>सौ</b> रुपये", "<i>₹200</i><b></b>"),
        ("ठीक है", "ठीक <i>उम</i> है", "ठीक<i></i> है"),
        ("R&amp;D में 5", "<u>R&amp;D</u> में पाँच", "<u>R&amp;D</u> में 5"),
        ("दो", "दो", "दो"),
        ("", "<i>दो</i>", ""),
    ],
)  # fmt: skip
def test_retagged(text: str, like: str, made: str) -> None:
    assert retagged(text, like) == made
    assert retagged(text, made) == made


_WORDS = st.lists(st.sampled_from(["दो", "सौ", "रुपये", "है", "₹200", "a<b", "&amp;"]), min_size=1, max_size=8)
_TAGGED = st.lists(st.sampled_from(["दो", "सौ", "है", " ", "<i>", "</i>", "<b>", "</b>", r"{\i1}", "\n"]), max_size=16)


@given(_WORDS, _TAGGED.map("".join))
def test_no_word_and_no_tag_is_lost(words: list[str], like: str) -> None:
    text = " ".join(words)
    made = retagged(text, like)
    assert TAG.sub("", made) == text
    assert sorted(TAG.findall(made)) == sorted(TAG.findall(like))


@pytest.mark.parametrize("format", ["srt", "vtt"])
def test_a_caption_file_keeps_its_tags(format: str) -> None:
    head = "WEBVTT\n\n" if format == "vtt" else ""
    file = f"{head}1\n00:00:01.000 --> 00:00:03.000\nमुझे <i>पच्चीस हजार रुपये</i> चाहिए\n".replace(
        ".", "." if head else ","
    )
    made = formatter("hi").transcript(transcripts.read(file.encode())).written()
    assert "मुझे <i>₹25,000</i> चाहिए" in made.decode()


@pytest.mark.parametrize(
    ("said", "made"),
    [
        (r"यह \{दो सौ रुपये\} है", r"यह \{₹200\} है"),
        (r"यह {\b1}दो सौ रुपये{\b0} है", r"यह {\b1}₹200{\b0} है"),
        (r"यह {note} दो सौ रुपये है", r"यह ₹200 है"),
    ],
)
def test_braces_of_ass(said: str, made: str) -> None:
    file = f"[Script Info]\nScriptType: v4.00+\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,{said}\n"
    assert made in formatter("hi").transcript(transcripts.read(file.encode())).written().decode()
