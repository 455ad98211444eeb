"""The points that every hand of four ranks earns in the play, as an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from pathlib import Path

from trueodds.analysis.cribbage.play.results.shipped import (
    NET_ERROR,
    HandPoints,
    ProvedPlay,
)
from trueodds.core.cards import RANKS
from trueodds.core.errors import OutputError
from trueodds.core.storage.files import refuse_to_replace
from trueodds.reports.answers import words_of
from trueodds.reports.answers.written import Written
from trueodds.reports.kinds import Column, Grid, decimals, percents
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden
from trueodds.reports.text.files import write_answer

WORDS = words_of("cribbage/words.toml", "play")


def lead_text(lead: Mapping[int, Fraction]) -> str:
    """Return the ranks and their probabilities, such as ``4 72 %, 3 28 %``.

    ``lead`` has the probability of each rank, 0 (ace) to 12 (king), that pone leads.
    """
    share = percents(0)
    likely = sorted(lead.items(), key=lambda item: (-item[1], item[0]))
    texts = (f"{RANKS[rank]} {share(probability)}" for rank, probability in likely)
    return ", ".join(texts)


def _share(probability: Fraction) -> str:
    return percents(4)(probability) if probability else "never kept"


NET_POINTS = decimals(3, "+")
HAND = Column(
    "hand", "hand", derived=lambda row: " ".join(RANKS[rank] for rank in row.hand)
)
PROBABILITY = Column(
    "probability",
    "probability",
    _share,
    # Of all hands of the role when both players discard by their strategies.
    lambda hand: Fraction(hand.weight, hand.total),
)
OWN = Column(
    "own",
    "own",
    decimals(3),
)
OPPONENT = Column(
    "opponent",
    "opponent",
    decimals(3),
)
NET = Column(
    "net",
    "net",
    NET_POINTS,
)
MOST = Column(
    "net_most",
    "most any play gets",
    NET_POINTS,
    attrgetter("most"),
)
ERROR = Column(
    "error",
    None,
    derived=lambda hand: NET_ERROR,
)
LEAD = Column(
    "lead",
    "lead",
    derived=lambda hand: lead_text(hand.lead),
)
POINTS = (HAND, PROBABILITY, OWN, OPPONENT, NET, MOST, ERROR)


def leads(role: str) -> Sequence[Column]:
    """Return the columns on the first card of the play, if the role leads it.

    It is a single column of ranks if ``role`` is "pone", and none if it is "dealer".
    """
    return [LEAD] * (role == "pone")


@dataclass(frozen=True, kw_only=True, repr=False)
class PlayTable(Answer):
    """The mean points of each hand of a role in the play, the best hand first.

    ``role`` is "dealer" or "pone", and ``play`` has the proved results for both roles.
    The table has a column for each of the following. "own" and "opponent" are means
    when both players use the certified strategies, and "net" is own points minus the
    opponent's. "net_most" is the most net points that any way of playing can get
    against the opponent's strategy. Each of these means differs from the exact one by
    at most "error" points. "probability" is how often the role has the hand. "lead"
    lists the ranks that pone leads, with their probabilities.
    """

    schema = "trueodds.play-table/1"

    role: str
    hands: tuple[HandPoints, ...]
    play: Hidden[ProvedPlay]

    @classmethod
    def of(cls, play: ProvedPlay, role: str) -> PlayTable:
        """Return the points of all hands of a role in the play, as an answer.

        ``play`` has the points of the hands of both roles, and ``role`` is "dealer" or
        "pone".
        """
        # Equal hands have a fixed order.
        hands = sorted(play.hands[role], key=lambda hand: (-hand.net, hand.hand))
        return cls(role=role, hands=tuple(hands), play=play)

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the hands. Its title has the value of the play.

        The value is the dealer's mean points of the play minus pone's, as two bounds.
        """
        lower, upper = self.play.value.texts(8)
        title = WORDS["about"].format(
            play=self.play, role=self.role, lower=lower, upper=upper
        )
        columns = [*POINTS, *leads(self.role)]
        return {"points": Grid(columns, self.hands, title.rstrip())}

    def table(self) -> Iterable[Part]:
        """Return the points of each hand in the play, as a table."""
        return self.printed_tables()


def write_table(answer: PlayTable, path: Path, force: bool) -> Written:
    """Write the points of all hands in the play to a .csv, .parquet or .md file.

    The returned answer names the file. Raises ``OutputError`` if the file has no such
    ending or cannot be written, and if it exists and ``force`` is false.
    """
    if path.suffix not in (".csv", ".parquet", ".md"):
        raise OutputError(f"{path}: a table is a .parquet, .csv or .md file")
    refuse_to_replace([path], force=force)
    return write_answer(path, answer, len(answer.hands))
