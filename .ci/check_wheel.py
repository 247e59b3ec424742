"""A wheel that lacks its data builds without a word; this looks."""

import sys
import zipfile
from pathlib import Path

root = Path(__file__).parent.parent
wanted = {f"indic_tf/lang_configs/{path.name}" for path in (root / "lang_configs").glob("*.yaml")}
wanted |= {f"indic_tf/grammars/{path.parent.name}/{path.name}" for path in (root / "grammars").glob("*/*.tsv")}
wanted |= {str(path.relative_to(root)) for path in (root / "indic_tf" / "models").rglob("*") if path.is_file()}
missing = sorted(wanted - set(zipfile.ZipFile(sys.argv[1]).namelist()))
if missing or not wanted:
    sys.exit(f"missing in the wheel: {missing}")
print(f"{len(wanted)} data files are in the wheel")
