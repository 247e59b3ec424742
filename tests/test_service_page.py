"""The page to try it: what is served and how, and that it asks for nothing that there is not."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
import regex

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

import httpx

import indic_tf.service
from indic_tf import languages
from indic_tf.service import app
from indic_tf.service.front import HEADERS
from indic_tf.service.routes import rows
from indic_tf.service.settings import Keys, Settings
from indic_tf.styles import PRESETS, Style

FOLDER = Path(indic_tf.service.__file__).with_name("page")
FILES = sorted(path.name for path in FOLDER.iterdir())
SCRIPTS = [name for name in FILES if name.endswith(".js")]
INDEX = (FOLDER / "index.html").read_text(encoding="utf-8")


@cache
def service(**settings: Any) -> Any:
    """A service without workers: none is needed for what is tested here."""
    return app.make(Settings(**settings))[0]


def ask(path: str, method: str = "GET", headers: dict[str, str] | None = None, **settings: Any) -> httpx.Response:
    async def run() -> httpx.Response:
        way = httpx.ASGITransport(service(**settings))
        async with httpx.AsyncClient(transport=way, base_url="http://page") as client:
            return await client.request(method, path, headers=headers)

    return asyncio.run(run())


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def data(name: str) -> Any:
    return json.loads(text_of(name))


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


ELEMENTS = Elements(INDEX).found
IDS = [str(given["id"]) for _, given in ELEMENTS if "id" in given]


# --- over HTTP ----------------------------------------------------------------------------------------


def path_of(name: str) -> str:
    return "/" if name == "index.html" else f"/page/{name}"


KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


@pytest.mark.parametrize("name", FILES)
def test_files_come_with_their_kind_and_headers(name: str) -> None:
    got = ask(path_of(name))
    assert got.status_code == 200
    assert got.content == (FOLDER / name).read_bytes()
    assert got.headers["content-type"] == KINDS[Path(name).suffix]
    assert {one: got.headers[one] for one in HEADERS} == HEADERS
    head = ask(path_of(name), "HEAD")
    assert (head.status_code, head.content) == (200, b"")
    assert (head.headers["content-length"], head.headers["etag"]) == (str(len(got.content)), got.headers["etag"])


def test_nothing_from_elsewhere_and_nothing_inline() -> None:
    policy = dict(one.split(" ", 1) for one in HEADERS["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert {policy[f"{kind}-src"] for kind in ("script", "style", "img", "connect")} == {"'self'"}
    assert "unsafe" not in HEADERS["Content-Security-Policy"]
    for tag, given in ELEMENTS:
        assert tag != "style"
        assert "style" not in given
        assert not [name for name in given if name.startswith("on")], given
        assert tag != "script" or given.get("src")
    svg = "http://www.w3.org/2000/svg"
    for name in FILES:
        assert not regex.search(r"//[a-z0-9.-]+\.[a-z]{2,}", text_of(name).replace(svg, "")), name
        assert not regex.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text_of(name))
        assert not regex.search(r"localStorage|indexedDB|document\.cookie|serviceWorker", text_of(name))


@pytest.mark.parametrize(("sent", "status"), [("{}", 304), ("W/{}", 304), ('"x", {}', 304), ("*", 304), ('"x"', 200)])
def test_what_the_browser_has_is_not_sent_again(sent: str, status: int) -> None:
    tag = ask("/page/app.js").headers["etag"]
    got = ask("/page/app.js", headers={"If-None-Match": sent.format(tag)})
    assert (got.status_code, bool(got.content)) == (status, status == 200)
    assert (got.headers["etag"], got.headers["cache-control"]) == (tag, "no-cache")


@pytest.mark.parametrize("path", ["/page/", "/page/none.js", "/page/../app.py", "/page/%2e%2e%2fapp.py", "/page/x/y"])
def test_nothing_else_is_served(path: str) -> None:
    got = ask(path)
    assert (got.status_code, got.json()["error"]["code"]) == (404, "http_404")
    assert ask("/", "POST").status_code == 405


def test_it_can_be_switched_off() -> None:
    off = {path: ask(path, page=False).status_code for path in ("/", "/page/app.js", "/v1/languages", "/health")}
    assert [*off.values()] == [404, 404, 200, 200]
    assert "/" not in ask("/openapi.json").json()["paths"]


def test_the_page_needs_no_key_and_what_it_asks_for_does() -> None:
    keys = Keys.of(["me:0123456789"])
    assert ask("/", keys=keys).status_code == ask("/page/app.js", keys=keys).status_code == 200
    assert ask("/v1/languages", keys=keys).status_code == 401
    key = {"Authorization": "Bearer 0123456789"}
    assert ask("/v1/languages", headers=key, keys=keys).status_code == 200


# --- its parts fit together ---------------------------------------------------------------------------


def test_scripts_ask_only_for_routes_that_there_are() -> None:
    made = ask("/openapi.json").json()["paths"]
    there = {path.lstrip("/") for path in made} | {"v1/stream", "docs", "openapi.json"}
    asked = {found for name in SCRIPTS for found in regex.findall(r'"(v1/[^"]*|ready|health)"', text_of(name))}
    assert {"v1/format", "v1/spoken", "v1/captions", "v1/languages", "v1/stream", "ready"} == asked
    links = {str(given["href"]) for tag, given in ELEMENTS if tag == "a" and "href" in given}
    assert asked | {link for link in links if not link.startswith("#")} <= there


def test_files_and_elements_that_are_named_are_there() -> None:
    named = set(regex.findall(r"page/([\w.]+\.\w+)", INDEX + "".join(map(text_of, SCRIPTS))))
    named |= {f"{name}.json" for name in regex.findall(r'data\("(\w+)"\)', "")}
    named |= {found for name in SCRIPTS for found in regex.findall(r'from "\./([\w.]+)"', text_of(name))}
    named |= set(regex.findall(r'data\("([\w.]+)"\)', text_of("app.js")))
    assert named | {"index.html"} == set(FILES)
    used = {found for name in SCRIPTS for found in regex.findall(r'\$\("([\w-]+)"\)', text_of(name))}
    assert used <= set(IDS)
    assert len(IDS) == len(set(IDS))


def test_controls_have_labels_and_what_names_them_exists() -> None:
    labels = {given.get("for") for tag, given in ELEMENTS if tag == "label"}
    wrapped = set(regex.findall(r'<label class="check"><input [^>]*id="([\w-]+)"', INDEX))
    for tag, given in ELEMENTS:
        if tag in ("select", "input", "textarea"):
            assert given["id"] in labels | wrapped, given
        for name in ("aria-describedby", "aria-labelledby", "aria-controls", "for"):
            assert set((given.get(name) or "").split()) <= set(IDS), given
    assert next(given for tag, given in ELEMENTS if tag == "a") == {"class": "skip", "href": "#main"}


# --- its data is that of the package ------------------------------------------------------------------


def test_styles_are_those_of_the_package() -> None:
    choices = data("choices.json")
    assert choices["presets"][0][0] == "default"
    assert {name for name, _ in choices["presets"]} == set(PRESETS)
    hints = get_type_hints(Style)
    literal = {name for name, hint in hints.items() if get_args(hint)}
    assert {name for name, *_ in choices["fields"]} == literal | {"currency_space"}
    for name, _, values in choices["fields"]:
        assert {value for value, _ in values} == set(get_args(hints[name]) or (True, False))
        assert values[0][0] == getattr(Style(), name)  # the first is what holds where nothing is said


def test_every_kind_has_a_name_and_a_colour() -> None:
    choices = data("choices.json")
    kinds = {kind for row in rows() for kind in row["classes"]} | {"punctuation", "case", "script"}
    kinds |= {"disfluency", "live"}
    assert choices["kinds"].keys() == kinds
    groups = {group for group, _ in choices["groups"]}
    assert {group for group, _ in choices["kinds"].values()} == groups
    styles = text_of("base.css")
    for group in groups:
        assert styles.count(f"--{group}:") == styles.count(f"--{group}-edge:") == 2  # light and dark
        assert f".k-{group} {{" in text_of("parts.css")


def test_every_language_has_examples() -> None:
    examples = data("examples.json")
    assert examples.keys() == set(languages())
    assert all(one["said"] and one["written"] for one in examples.values())
    assert not [text for one in examples.values() for text in one["said"] if regex.search(r"\p{N}", text)]
    assert all(regex.search(r"\d", text) for one in examples.values() for text in one["written"])
    arabic = {row["script"] for row in rows() if row["code"] in ("ur", "sd", "ks")}
    assert set(data("choices.json")["rtl_scripts"]) == arabic


def test_words_are_split_where_the_package_splits_them() -> None:
    found = regex.search(r"^const SPACE = /(\[.*\])\+/u;$", text_of("edits.js"), flags=regex.MULTILINE)
    assert found
    space = regex.compile(found[1])
    spaces = {chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000 and not chr(code).split()}
    assert {char for code in range(0x10000) if space.fullmatch(char := chr(code))} == spaces
