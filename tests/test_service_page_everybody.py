"""The page to try it in a browser: errors, keys, narrow windows, and what axe finds."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")

from page_visits import MARKS, MONEY, Visit, api, as_file, browser, service, visit
from service_beside import SRT, Beside, beside

__all__ = ["browser", "service", "visit"]
pytestmark = MARKS
KEY = "0123456789abcdef"
TABS = ("text", "live", "captions", "aloud")


@pytest.fixture(scope="module")
def guarded() -> Iterator[Beside]:
    with beside("--warm", "en", "--drain", "0.1", "--max-streams", "1", env={"INDIC_TF_API_KEYS": f"me:{KEY}"}) as made:
        yield made


# --- what goes wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\x89PNG\x00\x01\xff", "no text"),
        (b"  ", "empty"),
        (b'{"a": 1}', "JSON object"),
        (b"a " * 60_000, "more than 104858 bytes"),
    ],
    ids=["binary", "empty", "no transcript", "too large"],
)
def test_files_that_are_none_say_so_where_they_were_given(visit: Visit, content: bytes, says: str) -> None:
    visit["tab-captions"].click()
    visit["file"].set_input_files(as_file("x.json", content))
    visit.shows("file-error", says)
    api.expect(visit["file"]).to_have_attribute("aria-invalid", "true")
    visit["file"].set_input_files(as_file("talk.srt", SRT.encode()))
    visit.shows("captions-out", "₹205")
    api.expect(visit["file-error"]).to_be_empty()


def test_errors_stand_at_the_field_that_is_wrong(visit: Visit) -> None:
    visit.page.get_by_text("More options").click()
    visit["terms"].fill("x" * 120)
    visit["text"].fill(MONEY)
    api.expect(visit["terms-error"]).to_have_text("String should have at most 100 characters.")
    api.expect(visit["terms"]).to_have_attribute("aria-invalid", "true")
    api.expect(visit["text-error"]).to_be_empty()
    visit["terms"].fill("")
    visit["terms"].blur()
    visit.shows("text-out", "₹25,000")
    api.expect(visit["terms-error"]).to_be_empty()
    visit["tab-live"].click()
    visit["context"].fill("999")
    visit["live"].fill("दो")
    visit.shows("context-error", "from 1 to 200")


def test_a_service_that_is_busy_or_gone(visit: Visit) -> None:
    answers = [503, 200, None]

    def answer(route: Any) -> None:
        status = answers.pop(0)
        if status is None:
            route.abort()
        elif status == 503:
            route.fulfill(status=503, headers={"Retry-After": "5"}, json={"error": {"message": "busy"}})
        else:
            route.continue_()

    visit.page.route("**/v1/format", answer)
    visit["text"].fill(MONEY)
    visit.shows("text-status", "trying again in 5 s")
    visit.page.wait_for_timeout(600)  # longer than it takes until "Working …" would stand there
    visit.shows("text-status", "trying again in 5 s")
    visit.shows("text-out", "₹25,000")
    visit["text-go"].click()
    visit.shows("text-error", "cannot be reached")
    assert answers == []


# --- keys ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keep", [False, True])
def test_a_key_is_asked_for_and_not_kept_unless_it_should_be(browser: Any, guarded: Beside, keep: bool) -> None:
    visit = Visit(browser, guarded.url)
    api.expect(visit["key"]).to_be_focused()
    visit["key"].fill("wrong-wrong")
    visit.page.keyboard.press("Enter")
    visit.shows("key-error", "does not know this key")
    visit["key"].fill(KEY)
    visit["key-keep"].set_checked(keep)
    visit.page.keyboard.press("Enter")
    api.expect(visit["key-form"]).to_be_hidden()
    visit["text"].fill("two hundred rupees")
    visit.shows("text-out", "₹200")
    visit["tab-live"].click()
    visit["live"].fill("three hundred rupees\n")
    visit.shows("live-final", "₹300")
    other = Visit(browser, guarded.url)
    other.page.evaluate("key => sessionStorage.setItem('indic_tf key', key)", KEY)
    other.page.reload()
    other["tab-live"].click()
    other["live"].fill("one")
    other.shows("live-error", "too many")  # --max-streams 1
    other.context.close()
    visit.page.reload()
    api.expect(visit["key-form"]).to_be_visible(visible=not keep)
    if keep:
        api.expect(visit["language"].locator("option[value=hi]")).to_have_count(1)
    assert visit.page.evaluate("[localStorage.length, document.cookie]") == [0, ""]
    assert visit.wrong == []
    visit.context.close()


def test_it_works_below_a_path_of_another_host(browser: Any, service: Beside) -> None:
    def passed_on(route: Any) -> None:
        path = route.request.url.removeprefix("http://proxy.test/text")
        route.fulfill(response=route.fetch(url=service.url + path))

    with browser.new_context() as context:
        page = context.new_page()
        page.route("http://proxy.test/text/**", passed_on)
        page.goto("http://proxy.test/text/")
        page.locator("#language").select_option("hi")
        page.locator("#text").fill(MONEY)
        api.expect(page.locator("#text-out")).to_contain_text("₹25,000", timeout=60_000)


# --- for everybody ------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_is_wider_than_the_window(browser: Any, service: Beside, width: int) -> None:
    visit = Visit(browser, service.url, width, has_touch=True)
    visit.page.get_by_text("More options").click()
    visit["style"].select_option("own")
    visit["text"].fill(f"{MONEY} " * 3 + "x" * 300)
    visit.shows("text-out", "₹25,000")
    visit["text-out"].locator(".edit").nth(1).tap()
    api.expect(visit["card"]).to_be_visible()
    box = visit["card"].bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    for tab in TABS:
        visit[f"tab-{tab}"].click()
        if tab == "captions":
            visit["captions-example"].click()
            visit.shows("captions-out", "₹25,450")
        assert visit.out_of_bounds <= 0, tab
    visit.context.close()


@pytest.mark.skipif(find_spec("axe_playwright_python") is None, reason="pip install axe-playwright-python")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Visit, scheme: str) -> None:
    spec = find_spec("axe_playwright_python")
    assert spec is not None
    assert spec.origin is not None
    page = visit.page
    page.emulate_media(color_scheme=scheme)
    page.evaluate(Path(spec.origin).with_name("axe.min.js").read_text(encoding="utf-8"))

    def violations(where: str) -> None:
        found = page.evaluate("axe.run(document, {resultTypes: ['violations', 'incomplete']})")
        assert [(where, one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
        assert len(found["passes"]) > 20

    visit["language"].select_option("hi")
    visit["text"].fill(MONEY)
    visit.shows("text-out", "₹25,000")
    visit["text-out"].locator(".edit").first.focus()
    violations("text")
    page.get_by_text("More options").click()
    visit["style"].select_option("own")
    visit["terms"].fill("x" * 120)
    visit["terms"].blur()
    visit.shows("terms-error", "100")
    violations("options and an error")
    visit["terms"].fill("")
    visit["tab-live"].click()
    visit["live"].fill(MONEY)
    visit.shows("live-tentative", "25,000")
    violations("live")
    visit["tab-captions"].click()
    visit["captions-example"].click()
    visit.shows("captions-out", "₹25,450")
    violations("captions")
    visit["tab-aloud"].click()
    page.locator("#aloud-examples .example").first.click()
    visit.shows("aloud-out", "रुपये")
    violations("aloud")
