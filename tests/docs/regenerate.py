"""Write the sessions of pages anew: ``python tests/docs/regenerate.py [PAGE...]``."""

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from doc_pages import pages, sessions, written_anew


def main(names: list[str]) -> None:
    """Follow every page that has a session, or these, and keep what is printed."""
    with tempfile.TemporaryDirectory() as cache:
        # A cache of other code would add its warnings to the pages.
        os.environ["TRUEODDS_CACHE"] = cache
        for path in map(Path, names) if names else pages():
            text = path.read_text(encoding="utf-8")
            if sessions(text):
                with tempfile.TemporaryDirectory() as folder:
                    path.write_text(written_anew(text, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
