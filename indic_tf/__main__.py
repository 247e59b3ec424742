"""``python -m indic_tf`` is ``indic-tf``."""

from .cli import main

if __name__ == "__main__":
    main()
