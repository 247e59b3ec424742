"""Print the Nth ```sh block of the README: the two commands that do everything."""

import sys
from pathlib import Path

blocks = Path(__file__).parent.parent.joinpath("README.md").read_text(encoding="utf-8").split("```sh\n")[1:]
print(blocks[int(sys.argv[1]) - 1].split("```")[0])
