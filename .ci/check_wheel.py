"""A wheel that lacks its data builds without a word; this looks."""

import sys
import zipfile
from pathlib import Path

root = Path(__file__).parent.parent
wanted = {f"indic_tf/lang_configs/{path.name}" for path in (root / "lang_configs").glob("*.yaml")}
wanted |= {f"indic_tf/grammars/{path.parent.name}/{path.name}" for path in (root / "grammars").glob("*/*.tsv")}
wanted |= {str(path.relative_to(root)) for path in (root / "indic_tf" / "models").rglob("*") if path.is_file()}
wanted |= {str(path.relative_to(root)) for path in (root / "indic_tf" / "service" / "page").iterdir()}
names = set(zipfile.ZipFile(sys.argv[1]).namelist())
missing = sorted(wanted - names)
for path in (root / "lang_configs").glob("*.yaml"):
    if not any(name.startswith(f"indic_tf/ready/{path.stem}-") for name in names):
        missing.append(f"the compiled grammar of {path.stem}")
if missing or not wanted:
    sys.exit(f"missing in the wheel: {missing}")
print(f"{len(wanted)} data files and the grammars of all languages are in the wheel")
