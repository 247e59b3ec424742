"""A language of one's own, as several tests need it."""

from __future__ import annotations

import shutil
from pathlib import Path

from indic_tf.resources import folder


def hindi_as_bhojpuri(tmp_path: Path) -> Path:
    """Hindi under another name, as somebody begins who adds a language."""
    place = tmp_path / "mine"
    shutil.copytree(folder("grammars") / "hi", place)
    facts = (folder("lang_configs") / "hi.yaml").read_text(encoding="utf-8").replace("name: Hindi", "name: Bhojpuri", 1)
    (place / "bho.yaml").write_text(facts, encoding="utf-8")
    return place
