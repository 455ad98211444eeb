"""The log of the Cribbage Trainer: one deal, a line of comma-separated words an event.

The format is that of a programming assignment of the University of Melbourne
(SWEN30006, 2021), which many public repositories implement. P1 is the dealer. A go is
not logged. Each thing that scores has a line of its own: player, score after it,
points, and name; in the shows also its cards. The assignment fixes an order of these
lines in the shows; here they may come in any order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from trueodds.core.cards import DECK, Card, format_cards, parse_cards
from trueodds.core.rules.breakdown import Line
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import (
    FOUR,
    SIX,
    Deal,
    GameState,
    Score,
    Seat,
)
from trueodds.core.rules.cribbage_play import (
    DEALER,
    PONE,
    card_value,
)
from trueodds.proofs.verify.transcript.cribbage.cards_of_line import (
    play_card,
    read_cards,
)
from trueodds.proofs.verify.transcript.recording import Recording

DEALS = re.compile(r"\s*deal\s*,\s*P0\s*,.*", re.IGNORECASE)
PLAYERS = ("P0", "P1")
EQUAL = {2: "pair2", 3: "pair3", 4: "pair4"}


class Item(NamedTuple):
    """A thing that scores, under the log's name; cards in order, none in the play."""

    name: str
    points: int
    cards: tuple[Card, ...] = ()


def begins(recording: Recording) -> bool:
    """Return True if the line just taken is the first of a deal."""
    return bool(DEALS.fullmatch(recording.text))


def replay(recording: Recording, rules: CribbageRules) -> None:
    """Check a deal, of which the first line is taken.

    Raises ``WrongLineError`` and ``EndedError``.
    """
    _Log(recording, rules).replay()


class _Log:
    """A deal, of which the first line is taken."""

    def __init__(self, recording: Recording, rules: CribbageRules) -> None:
        self.recording = recording
        self.state = GameState.start(rules, DEALER)
        self.scores = [0, 0]

    def replay(self) -> None:
        """Check the cards, the play, and the shows."""
        first = self._hand("deal,P0,", SIX, DECK)
        rest = [card for card in DECK if card not in first]
        self.recording.take("deal,P1,[_]")
        second = self._hand("deal,P1,", SIX, rest)
        thrown = []
        for name, six in zip(PLAYERS, (first, second), strict=True):
            self.recording.take(f"discard,{name},[_]")
            thrown.append(self._hand(f"discard,{name},", SIX - FOUR, six))
        rest = [card for card in rest if card not in second]
        self.recording.take("starter,_")
        (starter,) = self._hand("starter,", 1, rest)
        deal = Deal((first, second), (thrown[0], thrown[1]), starter)
        self.state, counted = self.state.begin(deal)
        self._count(counted, deal)
        while self.state.play is not None and self.state.winner is None:
            self._turn(deal)

    def _turn(self, deal: Deal) -> None:
        """Check a card; a go has no line."""
        play, seat = self.state.play, self.state.to_play
        assert play is not None
        assert seat is not None
        legal = play.legal_cards()
        if not legal:
            self.state, counted = self.state.go()
            self._count(counted, deal)
            return
        form = f"play,{PLAYERS[seat]},_,_"
        cells = _cells(self.recording.take(form))
        if len(cells) != 4 or cells[:2] != ["play", PLAYERS[seat].lower()]:
            fits = f"{PLAYERS[seat]} can play {format_cards(legal)} at {play.count}"
            raise self.recording.wrong(form, fits)
        card, after, counted = play_card(self.recording, form, cells[3], self.state)
        count = play.count + card_value(card.rank)
        expected = f"play,{PLAYERS[seat]},{count},{_text(card)}"
        self.recording.right(expected, f"{card} makes the count {count}")
        self.state = after
        self._count(counted, deal)

    def _count(self, counted: Sequence[Score], deal: Deal) -> None:
        """Check the lines of what is counted, in any order of its items."""
        for score in counted:
            shown = score.event in ("hand", "crib")
            if shown:
                self._show(score, deal)
            items = list(_items(score.lines, shown=shown))
            if score.event == "heels":
                items = [Item("starter", score.points, (deal.starter or DECK[0],))]
            while items:
                self._score(score.seat, items, shown or score.event == "heels")

    def _show(self, score: Score, deal: Deal) -> None:
        role = DEALER if score.seat == DEALER else PONE
        cards = deal.crib if score.event == "crib" else deal.hand(role)
        assert deal.starter
        begin = f"show,{PLAYERS[score.seat]},{_text(deal.starter)}+"
        expected = f"{begin}[{','.join(map(_text, sorted(cards)))}]"
        self.recording.take(expected)
        if not self.recording.text.strip().lower().startswith(begin.lower()):
            why = "pone's hand is shown first, then the dealer's, then the crib"
            raise self.recording.wrong(expected, why)
        self._hand(begin, FOUR, cards)

    def _score(self, seat: Seat, items: list[Item], with_cards: bool) -> None:
        """Check a line that scores one of some items, and remove this item."""
        forms = [self._score_line(seat, item, with_cards) for item in items]
        self.recording.take(forms[0])
        for item, form in zip(items, forms, strict=True):
            if self._sorted(self.recording.text) == self._sorted(form):
                self.recording.accept()
                self.scores[seat] += item.points
                items.remove(item)
                return
        raise self.recording.wrong(" or ".join(dict.fromkeys(forms)))

    def _score_line(self, seat: Seat, item: Item, with_cards: bool) -> str:
        score = self.scores[seat] + item.points
        cards = f",[{','.join(map(_text, item.cards))}]" if with_cards else ""
        return f"score,{PLAYERS[seat]},{score},{item.points},{item.name}{cards}"

    @staticmethod
    def _sorted(line: str) -> tuple[str, list[str]]:
        """Return a line without its cards, and the cards in order."""
        head, _, cards = "".join(line.split()).lower().partition("[")
        return head, sorted(cards.rstrip("]").split(","))

    def _hand(
        self, begin: str, number: int, allowed: Sequence[Card]
    ) -> tuple[Card, ...]:
        """Check the cards of the line just taken, all of them allowed ones."""
        brackets = f"[{','.join('_' * number)}]" if number > 1 else "_"
        form = f"{begin}{brackets}"
        text = "".join(self.recording.text.split())
        if not text.lower().startswith(begin.lower()):
            raise self.recording.wrong(form)
        rest = text[len(begin) :]
        if number > 1 and not (rest.startswith("[") and rest.endswith("]")):
            raise self.recording.wrong(form)

        def refusal(card: Card) -> str:
            return f"{card} is not among these cards"

        cards = rest.strip("[]")
        return read_cards(self.recording, form, cards, number, allowed, refusal)


def _items(lines: Sequence[Line], *, shown: bool) -> Iterator[Item]:
    """Yield the items of the log for what the reference scores.

    The log has one item for three or four equal cards, also in the shows.
    """
    pairs = [line for line in lines if line.name == "pair" and shown]
    for _, alike in groupby(pairs, key=lambda line: parse_cards(line.what)[0].rank):
        of_rank = list(alike)
        cards = {card for line in of_rank for card in parse_cards(line.what)}
        points = sum(line.points or 0 for line in of_rank)
        yield Item(EQUAL[len(cards)], points, tuple(sorted(cards)))
    for line in lines:
        points = line.points or 0
        if not shown:
            yield Item(_name_in_play(line.name), points)
        elif line.name != "pair":
            cards = {*parse_cards(line.what)}
            name = {"fifteen": "fifteen", "nobs": "jack"}.get(line.name)
            name = name or f"{line.name}{len(cards)}"
            yield Item(name, points, tuple(sorted(cards)))


def _name_in_play(name: str) -> str:
    """Return the log's name of what a card of the play scores.

    >>> _name_in_play("run of 3"), _name_in_play("last card")
    ('run3', 'go')
    """
    if name.startswith("count of"):
        return "thirtyone"
    names = {
        "pair": "pair2",
        "three of a kind": "pair3",
        "four of a kind": "pair4",
        "last card": "go",
    }
    return names.get(name, name.replace(" of ", ""))


def _cells(line: str) -> list[str]:
    return [cell.strip().lower() for cell in line.split(",")]


def _text(card: Card) -> str:
    """Return a card as the log writes it, a ten as T."""
    return str(card).replace("10", "T")
