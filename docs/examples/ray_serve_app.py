"""A formatter on Ray Serve: replicas on as many machines as the cluster has, batches across requests.

serve run --app-dir docs/examples ray_serve_app:app
curl localhost:8000 -d '{"text": "मुझे पच्चीस हजार रुपये चाहिए", "lang": "hi"}'
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from ray import serve
from starlette.requests import Request
from starlette.responses import JSONResponse

from indic_tf import IndicFormatter, IndicTFError
from indic_tf.tagging import threads


@serve.deployment(
    num_replicas=1,  # or autoscaling_config={"min_replicas": 1, "max_replicas": 100}
    ray_actor_options={"num_cpus": 1},  # on a GPU: {"num_gpus": 0.25}, four replicas share one
    max_ongoing_requests=256,
)
class Formatting:
    """One replica: a formatter in a process of its own."""

    def __init__(self, lang: str = "auto", model: str | None = "default") -> None:
        threads.choose(1)  # as many as num_cpus
        self._formatter = IndicFormatter(lang, model=model)
        self._formatter.prepare()

    async def __call__(self, request: Request) -> JSONResponse:
        try:
            record = json.loads(await request.body())
        except ValueError:
            return JSONResponse({"problem": "the body is no JSON"}, 422)
        if not isinstance(record, dict) or not isinstance(record.get("text"), str):
            return JSONResponse({"problem": "an object with a text is needed"}, 422)
        made = await self.batch(record)
        return JSONResponse(made, 422 if "problem" in made else 200)

    @serve.batch(max_batch_size=64, batch_wait_timeout_s=0.003)
    async def batch(self, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return await asyncio.to_thread(self.formatted, records)

    def formatted(self, records: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The answer to each record; one that cannot be formatted comes back as it was, with ``problem``."""
        problems: dict[int, str] = {}

        def note(index: int, _: object, error: Exception) -> None:
            if not isinstance(error, IndicTFError):
                raise error
            problems[index] = str(error)

        given = [{"text": one["text"], "lang": one.get("lang")} for one in records]
        made = self._formatter.map(given, batch_size=len(given), on_error=note)
        return [
            {"text": one["text"], "problem": problems[i]} if i in problems else {"text": str(written)}
            for i, (one, written) in enumerate(zip(records, made, strict=True))
        ]


app = Formatting.bind()
