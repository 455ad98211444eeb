"""The page "Why believe this": derivations, certificates, and a check in the page."""

import json

from trueodds.reports.html.book import BookPage
from trueodds.reports.html.why_believe import Why

CHECKED_IN_PAGE = (
    '"kind":"enumeration",\n"game":"bunco"',
    '"kind":"chain",\n"game":"bunco"',
    '"kind":"enumeration",\n"game":"baccarat"',
)
"""The heads of the certificates that ``engines/checker.js`` verifies."""


def build(why: Why) -> BookPage:
    """Return the page of derivations and certificates.

    The certificates that the page checks itself are data, which it loads for that.
    """
    in_page = {
        name: text
        for name, text in why.certificates.items()
        if any(head in text for head in CHECKED_IN_PAGE)
    }
    return BookPage(
        name="why",
        title="Why believe this",
        answers="Why believe these numbers? The headlines are derived twice, by "
        "methods that share no code, and programs of others can check the proofs.",
        values={"why": why, "in_page": in_page},
        files=why.files,
        scripts=("engines/checker.js", "widgets/why.js") if in_page else (),
        data={"certificates": json.dumps(in_page).encode()} if in_page else {},
    )
