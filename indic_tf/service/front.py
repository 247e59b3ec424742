"""The page to try it: the files of the folder `page`, as they are, with headers that let them load nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

FOLDER = Path(__file__).with_name("page")
INDEX = "index.html"
_MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-cache",  # ask again, by the ETag: after an upgrade no old script meets a new page
}


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    media: str
    tag: str

    @classmethod
    def read(cls, path: Path) -> _File:
        content = path.read_bytes()
        return cls(content, _MEDIA[path.suffix], f'"{sha256(content).hexdigest()[:20]}"')

    def answer(self, request: Request) -> Response:
        headers = {**HEADERS, "ETag": self.tag}
        known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
        if self.tag in known or "*" in known:
            return Response(status_code=304, headers=headers)
        body = b"" if request.method == "HEAD" else self.content
        headers["Content-Length"] = str(len(self.content))
        return Response(body, headers=headers, media_type=self.media)


def router() -> APIRouter:
    """The routes of the page; its files are read now, so that an upgrade under a running service mixes nothing."""
    files = {path.name: _File.read(path) for path in sorted(FOLDER.iterdir()) if path.suffix in _MEDIA}
    made = APIRouter(include_in_schema=False)

    @made.api_route("/", methods=["GET", "HEAD"])
    async def page(request: Request) -> Response:
        return files[INDEX].answer(request)

    @made.api_route("/page/{name}", methods=["GET", "HEAD"])
    async def part(request: Request, name: str) -> Response:
        if name not in files or name == INDEX:
            raise HTTPException(404)
        return files[name].answer(request)

    return made
