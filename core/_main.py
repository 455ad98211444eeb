"""``python -m trueodds`` is the command ``trueodds``."""

from trueodds.reports.cli import main

if __name__ == "__main__":
    main()
