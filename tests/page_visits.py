"""The page to try it in a browser: fixtures, and a visit of which everything that goes wrong is collected."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
api = pytest.importorskip("playwright.sync_api")

from service_beside import Beside, beside  # noqa: E402 - needs what may be missing

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
MARKS = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here to open the page with")]
MONEY = "मुझे पच्चीस हजार रुपये चाहिए क्या आप दे सकते हैं"
_PATIENCE = 60_000  # ms


@pytest.fixture(scope="module")
def service() -> Iterator[Beside]:
    with beside("--warm", "hi", "--warm", "en", "--max-body", "0.1", "--drain", "0.1") as made:
        yield made


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


class Visit:
    """The page in a window of its own; whatever goes wrong in it is collected."""

    def __init__(self, browser: Any, url: str, width: int = 1200, **options: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(_PATIENCE)
        api.expect.set_options(timeout=_PATIENCE)
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._said)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.url = url
        self.page.goto(url)

    def _said(self, message: Any) -> None:
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.wrong.append(message.text)

    def __getitem__(self, id: str) -> Any:
        return self.page.locator(f"#{id}")

    def shows(self, id: str, text: str | Any) -> None:
        api.expect(self[id]).to_contain_text(text)

    @property
    def out_of_bounds(self) -> int:
        """Pixels by which the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.fixture
def visit(browser: Any, service: Beside) -> Iterator[Visit]:
    made = Visit(browser, service.url)
    api.expect(made.page.locator(".example").first).to_be_visible()
    yield made
    made.context.close()
    assert made.wrong == []
    assert [url for url in made.asked if not url.startswith((service.url, "blob:", "data:"))] == []


def as_file(name: str, content: bytes) -> Any:
    """A file for an input."""
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}
