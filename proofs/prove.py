"""Derive again what is derived twice, and make certificates that the checker accepts.

Everything is done under a game's default rules. The first disagreement ends it: between
two derivations, or between a certificate and the checker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from importlib import import_module
from itertools import chain
from typing import Any

from trueodds.analysis.run import odds
from trueodds.core import games
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import UnknownNameError, listed
from trueodds.core.odds import Odds
from trueodds.core.progress import Progress
from trueodds.proofs.certificates.registry import MAKERS, Maker
from trueodds.proofs.claims.register import selected
from trueodds.proofs.derivations import SECONDS, Derivation, derivations, elsewhere


class DisagreementError(Exception):
    """Two derivations differ, or the checker does not accept a certificate."""


@dataclass(frozen=True, slots=True)
class Made:
    """A certificate that the checker accepted: its name, file, and number of claims."""

    name: str
    text: str
    claims: int


@dataclass(slots=True)
class Plan:
    """What to prove of a game: quantities (None: all of them) and certificates.

    ``odds`` are those of the game, once they are known.
    """

    game: str
    quantities: set[str] | None = field(default_factory=set)
    makers: list[Maker] = field(default_factory=list)
    odds: Odds | None = None


def plans(names: Sequence[str]) -> list[Plan]:
    """What is meant by the names of games, quantities, claims and certificates.

    Without names all is meant; a claim means the quantities that it is judged by.

    Raises ``UnknownNameError`` for what is none of them.
    """
    found = {game: Plan(game) for game in games.OURS}
    for name in names or games.OURS:
        if name in found:
            found[name].quantities = None
            found[name].makers += [m for m in MAKERS if m.game == name and not m.slow]
            continue
        named = [maker for maker in MAKERS if maker.name == name]
        for maker in named:
            found[maker.game].makers.append(maker)
        for id in [] if named else _judging(name) or [name]:
            _add_quantity(id, found)
    return [
        p for p in found.values() if p.quantities is None or p.quantities or p.makers
    ]


def _judging(name: str) -> list[str]:
    """The quantities by which a published claim is judged; none for other names."""
    try:
        claims = selected(name)
    except UnknownNameError:
        return []
    references = [of for claim in claims for of in claim.of.values() if of.id]
    usual = [f"{of.game}:{of.id}" for of in references if not (of.rules or of.changes)]
    if not usual:
        raise UnknownNameError(
            f"{name} is judged by no quantity of a game's usual rules, and these are "
            f'what is proved; "trueodds claims {name}" tells what judges it'
        )
    return usual


def _add_quantity(name: str, found: dict[str, Plan]) -> None:
    """Let every game that has this quantity prove it; ``game:quantity`` names one."""
    game, colon, id = name.rpartition(":")
    places = [place for place in found if place == game or not colon]
    every = {place: odds(place) for place in places}
    sources = [second.source for second in SECONDS if second.source]
    owners = [
        place
        for place, of in every.items()
        if id in of or any(one.game == place and one.has(id) for one in sources)
    ]
    if not owners:
        ids = {*games.OURS, *(maker.name for maker in MAKERS)}
        ids.update(id for of in every.values() for id in of)
        ids.update(id for of in sources for id in of.ids if not id.endswith("."))
        near = get_close_matches(name, ids, n=3)
        hint = f"; near it: {listed(near)}" if near else ""
        raise UnknownNameError(f"{name!r} is no game, quantity or certificate{hint}")
    for place in owners:
        plan = found[place]
        plan.odds = every[place]
        if plan.quantities is not None:
            plan.quantities.add(id)
        plan.makers += [
            m for m in MAKERS if m.game == place and m.proves(id) and not m.slow
        ]


def prove(
    todo: Sequence[Plan], progress: Progress
) -> Iterator[list[Derivation] | Made]:
    """Carry out plans: what was derived twice for each game, then its certificates.

    Raises ``DisagreementError`` at the first disagreement, and ``ModelError`` for a
    certificate that does not describe the rules.
    """
    steps = [(plan, maker) for plan in todo for maker in (None, *_once(plan.makers))]
    for number, (plan, maker) in enumerate(steps):
        progress("proving", number, len(steps))
        plan.odds = plan.odds or odds(plan.game)
        if maker is None:
            yield _derive(plan.odds, plan.quantities)
        else:
            yield make(maker, plan.odds, progress)
    progress("proving", len(steps), len(steps))


def make(maker: Maker, of: Odds, progress: Progress) -> Made:
    """A certificate, made and checked. Raises as ``prove`` does."""
    text = maker.make(of, progress).text()
    judge = import_module(f"trueodds.proofs.{maker.checker}")
    if maker.slow:
        progress(f"checking {maker.name}", 0, 1)
    try:
        claims = judge.check(text.encode())
    except (judge.UnprovedError, judge.MalformedError) as error:
        raise DisagreementError(f"{maker.name}: the checker says: {error}") from None
    for id, claimed in claims.items():
        if id in of and maker.proves(id) and not agrees(claimed, of[id].value):
            raise DisagreementError(
                f"{maker.name}: {id} is {of[id].value}, and the certificate claims "
                f"{claimed}"
            )
    return Made(maker.name, text, len(claims))


def agrees(claimed: Any, value: Fraction | Enclosure) -> bool:
    """Whether a claim can be the value: the same, or bounds with it between them.

    >>> agrees({"lower": "1/3", "upper": "1/2"}, Fraction(2, 5))
    True
    """
    if isinstance(claimed, str):
        return Fraction(claimed) == value
    bounds = Enclosure(Fraction(claimed["lower"]), Fraction(claimed["upper"]))
    if isinstance(value, Enclosure):
        return bounds.lower <= value.upper and value.lower <= bounds.upper
    return value in bounds


def _derive(of: Odds, wanted: set[str] | None) -> list[Derivation]:
    if wanted is not None and not wanted:
        return []
    found = []
    for one in chain(derivations(of), elsewhere(of.game, wanted)):
        if wanted is None or one.quantity in wanted:
            if not one.equal:
                raise DisagreementError(
                    f"{one.of}: {one.quantity} is {one.value} by {one.method}, but "
                    f"{one.second} by {one.second_method}"
                )
            found.append(one)
    return found


def _once(makers: Sequence[Maker]) -> list[Maker]:
    return list(dict.fromkeys(makers))
