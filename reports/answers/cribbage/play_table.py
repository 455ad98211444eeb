"""Tables of the play: what each of the 1,820 hands by ranks earns, with bounds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from trueodds.analysis.cribbage.play.shipped import NET_ERROR, Play
from trueodds.core.cards import RANKS
from trueodds.core.errors import OutputError
from trueodds.core.storage.files import refuse_to_replace, write_together
from trueodds.reports.text.row_files import write_records
from trueodds.reports.text.tables import markdown_text, table_text

ENDINGS = (".csv", ".parquet", ".md")


def rows(play: Play, role: str) -> list[dict[str, Any]]:
    """Return a role's hands, the best first.

    Points are means when both play the strategies; ``net`` is own minus opponent's.
    ``net_most`` is the most net points that any play can get against the opponent's
    strategy. Each number is within ``error``. ``lead`` are the ranks that pone leads.
    """
    hands = sorted(play.hands[role], key=lambda hand: (-hand.net, hand.hand))
    return [
        {
            "hand": " ".join(RANKS[rank] for rank in hand.hand),
            "probability": hand.weight / hand.total,
            "own": float(hand.own),
            "opponent": float(hand.opponent),
            "net": float(hand.net),
            "net_most": float(hand.most),
            "error": float(NET_ERROR),
            **({"lead": lead_text(hand.lead)} if role == "pone" else {}),
        }
        for hand in hands
    ]


def write(play: Play, role: str, out: Path | None, force: bool = False) -> str:
    """Write the table; return it as text, or a line that names its file.

    Raises ``OutputError`` for a file with another ending, that cannot be written, or
    that exists without ``force``.
    """
    records = rows(play, role)
    if out is None:
        return _about(play, role) + table_text(*_cells(records))
    if out.suffix not in ENDINGS:
        raise OutputError(f"{out}: a table is a .parquet, .csv or .md file")
    if not force:
        refuse_to_replace([out])
    if out.suffix != ".md":
        return f"{write_records(out, records)}\n"
    text = f"{_about(play, role)}\n{markdown_text(*_cells(records))}"
    write_together(out.parent, {out.name: text})
    return f"Wrote {out}: {len(records):,} rows\n"


def _about(play: Play, role: str) -> str:
    lower, upper = play.value.texts(8)
    return (
        f"Play of the {role}'s hands, in points ({play.name} hands; {play.model}; "
        f"{play.iterations} iterations).\n"
        f"The value for the dealer is {lower} to {upper}, proved.\n"
    )


def lead_text(lead: dict[int, Fraction]) -> str:
    """Return the ranks and their probabilities, such as ``4 72 %, 3 28 %``."""
    ranks = sorted(lead, key=lambda rank: (-lead[rank], rank))
    return ", ".join(f"{RANKS[rank]} {100 * float(lead[rank]):.0f} %" for rank in ranks)


def _cells(records: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    header = ["hand", "probability", "own", "opponent", "net", "most any play gets"]
    leads = ["lead"] if "lead" in records[0] else []
    cells = [
        [
            row["hand"],
            f"{100 * row['probability']:.4f} %" if row["probability"] else "never kept",
            *(f"{row[name]:.3f}" for name in ("own", "opponent")),
            *(f"{row[name]:+.3f}" for name in ("net", "net_most")),
            *(row[name] for name in leads),
        ]
        for row in records
    ]
    return [*header, *leads], cells
