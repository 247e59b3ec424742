"""The page to try it in a browser: what a visitor does with it."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("playwright")

from page_visits import MARKS, MONEY, Visit, api, as_file, browser, service, visit
from service_beside import SRT, Beside, post

from indic_tf import IndicFormatter

__all__ = ["browser", "service", "visit"]
pytestmark = MARKS
URDU = "مجھے پچیس ہزار روپے چاہئیں کیا آپ دے سکتے ہیں"

# --- texts --------------------------------------------------------------------------------------------


def test_edits_say_what_was_said_what_it_is_and_who_decided(visit: Visit) -> None:
    visit["text"].fill(MONEY)
    visit.shows("text-status", "Hindi, 3 changes.")
    assert visit["text-out"].inner_text() == IndicFormatter("hi")(MONEY).text
    edits = visit["text-out"].get_by_role("button")
    assert edits.all_inner_texts() == ["₹25,000", "चाहिए,", "हैं?"]
    money = "said: पच्चीस हजार रुपये; money: integer 25000 · currency INR · by the grammar"
    api.expect(edits.first).to_have_accessible_description(money)
    api.expect(edits.nth(1)).to_have_accessible_description("said: चाहिए; mark: “,” · by the tagger")
    api.expect(visit["card"]).to_be_hidden()
    edits.first.hover()
    visit.shows("card", "पच्चीस हजार रुपये")
    visit["text"].hover()
    api.expect(visit["card"]).to_be_hidden()
    assert visit["text-legend"].inner_text().split("\n") == ["money: 1", "marks: 2"]


def test_everything_can_be_done_by_keys(visit: Visit) -> None:
    press = visit.page.keyboard.press
    press("Tab")
    api.expect(visit.page.get_by_text("Skip to the text")).to_be_focused()
    press("Enter")
    press("Tab")
    api.expect(visit["tab-text"]).to_be_focused()
    press("Tab")
    api.expect(visit["text"]).to_be_focused()
    visit.page.keyboard.insert_text(MONEY)
    visit.shows("text-status", "changes")
    for _ in range(3):  # past Format and Clear
        press("Tab")
    visit.shows("card", "by the grammar")
    press("ArrowRight")
    visit.shows("card", "by the tagger")
    press("Escape")
    api.expect(visit["card"]).to_be_hidden()
    visit["tab-text"].focus()
    for key, tab in (("ArrowRight", "live"), ("End", "aloud"), ("ArrowRight", "text"), ("ArrowLeft", "aloud")):
        press(key)
        api.expect(visit[f"tab-{tab}"]).to_be_focused()
        api.expect(visit[f"{tab}-panel"]).to_be_visible()
        api.expect(visit.page.get_by_role("tabpanel")).to_have_count(1)


def test_options_are_those_of_the_service(visit: Visit) -> None:
    visit["language"].select_option("hi")
    visit["text"].fill(MONEY)
    visit.shows("text-out", "₹25,000")
    visit["style"].select_option("own")
    visit["style-digits"].select_option('"native"')
    visit["style-grouping"].select_option('"none"')
    visit.shows("text-out", "₹२५०००")
    visit["punctuation"].uncheck()
    visit.shows("text-status", "1 change.")
    visit["style"].select_option("verbatim")
    visit.shows("text-status", "no changes")
    assert visit["text-out"].inner_text() == MONEY


def test_what_is_taken_out_is_still_seen(visit: Visit) -> None:
    visit["language"].select_option("en")
    visit.page.get_by_text("More options").click()
    visit["disfluency"].check()
    visit["text"].fill("i uh i want two hundred rupees")
    api.expect(visit["text-out"].locator("del").first).to_be_visible()
    gone = visit["text-out"].locator("del").all_inner_texts()
    made = IndicFormatter("en", disfluency="remove")("i uh i want two hundred rupees")
    assert len(gone) == sum(edit.kind == "disfluency" for edit in made.edits) > 0
    assert visit["text-out"].inner_text().split() == [*gone, *made.text.split()]
    visit["model"].select_option("none")
    api.expect(visit["disfluency"]).to_be_disabled()


@pytest.mark.parametrize("lang", ["ur", "auto"])
def test_text_from_right_to_left(visit: Visit, lang: str) -> None:
    visit["language"].select_option(lang)
    visit["text"].fill(URDU)
    visit.shows("text-out", "₹25")
    for id in ("text", "text-out"):
        api.expect(visit[id]).to_have_attribute("lang", "ur")
        api.expect(visit[id]).to_have_css("direction", "rtl")


def test_written_text_is_read_aloud_and_comes_back(visit: Visit) -> None:
    visit["language"].select_option("hi")
    visit["text"].fill(MONEY)
    visit.shows("text-out", "₹25,000")
    visit["text-aloud"].click()
    api.expect(visit["aloud-panel"]).to_be_visible()
    formatter = IndicFormatter("hi")
    visit.shows("aloud-out", formatter.spoken(formatter(MONEY).text))
    visit["aloud-back"].click()
    visit.shows("text-out", "₹25,000")
    visit["tab-aloud"].click()
    visit.page.locator("#aloud-examples .example").last.click()
    visit.shows("aloud-out", "प्रतिशत")


# --- live text ----------------------------------------------------------------------------------------


def test_live_text_is_pending_and_then_final(visit: Visit) -> None:
    visit["language"].select_option("hi")
    visit["tab-live"].click()
    visit["live"].press_sequentially(MONEY, delay=20)
    visit.shows("live-tentative", "हैं")
    visit.page.keyboard.press("Enter")
    api.expect(visit["live-tentative"]).to_be_empty()
    visit.shows("live-final", "₹25,000")
    api.expect(visit["live"]).to_have_value("")
    money = visit["live-final"].get_by_role("button", name="₹25,000")
    api.expect(money).to_have_accessible_description("said: पच्चीस हजार रुपये; written together: by the stream")
    visit["live"].fill("कल दस बजे")
    visit.shows("live-tentative", "10")
    visit["live-finish"].click()
    visit.shows("live-status", "Finished.")
    said = IndicFormatter("hi").stream(right_context=4)
    want = said.push(MONEY).committed + said.flush().committed + said.push("कल दस बजे").committed
    assert visit["live-final"].inner_text().split() == (want + said.finish().committed).split()
    assert visit["live-log"].locator("p").count() > 0
    visit["live-look"].click()
    api.expect(visit["text"]).to_have_value(f"{MONEY} कल दस बजे")


def test_an_example_is_said_in_another_style(visit: Visit) -> None:
    visit["language"].select_option("hi")
    visit["style"].select_option("own")
    visit["style-digits"].select_option('"native"')
    visit["tab-live"].click()
    visit["live-say"].click()
    visit.shows("live-final", "₹२५,०००")
    visit["style"].select_option("default")
    visit.shows("live-final", "₹25,000")


# --- captions -----------------------------------------------------------------------------------------


def test_a_file_becomes_captions(visit: Visit, service: Beside, tmp_path: Path) -> None:
    visit["language"].select_option("en")
    visit["tab-captions"].click()
    visit["file"].set_input_files(as_file("talk.srt", SRT.encode()))
    visit.shows("captions-status", "captions.")
    for to in ("vtt", "ass", "text", "same", "srt"):
        visit["to"].select_option(to)
        name = {"text": "talk.txt", "same": "talk.formatted.srt"}.get(to, f"talk.{to}")
        visit.shows("captions-save", f"Download {name}")
        with visit.page.expect_download() as caught:
            visit["captions-save"].click()
        assert caught.value.suggested_filename == name
        route = "captions" if to in ("srt", "vtt", "ass") else "format"
        want = post(f"{service.url}/v1/{route}", {"transcript": SRT, "language": "en", "to": to})
        path = tmp_path / to
        caught.value.save_as(path)
        content = path.read_bytes().decode()
        assert content == (want.text if route == "captions" else want.json()["content"])
        if route == "captions":
            shown = visit["captions-out"].locator("li").all_inner_texts()
            assert ["₹205" in one for one in shown] == [True] + [False] * (len(shown) - 1)
            assert " → " in shown[0]


def test_a_file_can_be_dropped(visit: Visit) -> None:
    visit["tab-captions"].click()
    given = {"bubbles": True, "cancelable": True}
    make = "text => {const d = new DataTransfer(); d.items.add(new File([text], 'a.vtt')); return d}"
    moved = visit.page.evaluate_handle(make, "WEBVTT\n\n00:00.000 --> 00:02.000\nदो सौ लोग आए\n")
    visit["drop"].dispatch_event("drop", {**given, "dataTransfer": moved})
    visit.shows("captions-out", "200 लोग आए")
    visit["max_chars"].fill("0")
    visit["max_chars"].blur()
    visit.shows("max_chars-error", "greater than or equal to 1")


def test_the_example_has_a_preview(visit: Visit) -> None:
    visit["tab-captions"].click()
    visit["captions-example"].click()
    visit.shows("captions-out", "₹25,450")
    visit["to"].select_option("vtt")
    visit["speakers"].check()
    visit.shows("captions-out", "SPEAKER_01: ")
