"""Entry point of ``python -m trueodds``, which is the command ``trueodds``."""

from trueodds.reports.cli import main

if __name__ == "__main__":
    main()
