"""Look for damaged files of trueodds."""

from __future__ import annotations

from trueodds.reports.answers.selfcheck import Selfcheck, checked_files
from trueodds.reports.signatures import checked


@checked
def selfcheck() -> Selfcheck:
    """Compare the files of trueodds with their checksums.

    These are the results that ship, cached results, compiled code and, of an installed
    wheel, all files. Exit code 1: a file is damaged, and the answer says what to do.

    Returns:
        The number of files that were compared, and the damaged ones.

    Example:
        >>> selfcheck().damaged
        ()
    """
    return checked_files()
