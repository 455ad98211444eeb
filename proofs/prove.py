"""Comparison of independent derivations, and checks of certificates.

All quantities are those of a game's default rules, unless other rules are given or a
derivation names other rules. Everything stops at the first disagreement: between two
derivations, or between a certificate and its checker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, count
from typing import Any

from trueodds.analysis.run import odds
from trueodds.core import games
from trueodds.core.errors import (
    ModelError,
    NotDescribedError,
    UnansweredError,
    UnknownNameError,
    did_you_mean,
    listed,
)
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.games import Game
from trueodds.core.odds import Odds
from trueodds.core.packages import require
from trueodds.core.storage.progress import Progress
from trueodds.proofs.certificates.format import Maker
from trueodds.proofs.checkers import command
from trueodds.proofs.checkers.reading import MalformedError, UnprovedError
from trueodds.proofs.claims.register import selected
from trueodds.proofs.derivations import (
    Derivation,
    Method,
    derivations,
    elsewhere,
    printed_by,
)
from trueodds.proofs.own_checkers import own_checker
from trueodds.proofs.parts import parts


class DisagreementError(Exception):
    """The error for two values that differ, or a certificate that is not proved."""


@dataclass(frozen=True, slots=True)
class Made:
    """A certificate that its checker accepted, with the ids that it claims.

    ``name`` is the name of the certificate, ``text`` the content of its file, and
    ``claims`` the ids of the quantities.
    """

    name: str
    text: str
    claims: tuple[str, ...]


@dataclass(slots=True)
class Plan:
    """The quantities of a game to derive again, and the certificates to make.

    ``quantities`` are the ids to derive again, or None for all quantities of the game.
    ``makers`` make the chosen certificates. ``known`` are all certificate makers and
    derivation methods of the game. An ``optional`` plan is left out with a warning if
    the code of another package fails. When the plan is carried out, ``odds`` are
    the game's odds, and ``proved`` the ids that were derived twice or certified.
    """

    game: str
    quantities: set[str] | None = field(default_factory=set)
    makers: list[Maker] = field(default_factory=list)
    known: Sequence[Maker | Method] = ()
    optional: bool = False
    odds: Odds | None = None
    proved: set[str] = field(default_factory=set)

    @property
    def whole(self) -> list[str]:
        """The ids of the game's odds.

        It is empty if the plan is for some quantities only, or is not carried out yet.
        Ids of slow families that were not computed are left out.
        """
        if self.quantities is not None or self.odds is None:
            return []
        return [*self.odds.ready()]

    @property
    def unproved(self) -> list[str]:
        """The ids of ``whole`` that were neither derived twice nor certified."""
        return [id for id in self.whole if id not in self.proved]

    @property
    def certificates(self) -> list[Maker]:
        """A ``Maker`` for each certificate of the game, chosen for the plan or not.

        It has the certificate's name, and the function that makes it.
        """
        return [each for each in self.known if isinstance(each, Maker)]

    def proving(self, id: str) -> list[Maker | Method]:
        """Return the certificate makers and methods that prove the quantity ``id``."""
        return [each for each in self.known if each.proves(id)]


def plans(names: Sequence[str]) -> list[Plan]:
    """Return what to prove, by the names of games, quantities, claims or certificates.

    A plan is for one game: it has the quantities to derive again and the certificates
    to make. A claim stands for the quantities that it is judged by. No names stand for
    all games. A game followed by quantities stands for these quantities of the game
    alone, as in bunco roll.bunco. No odds are computed.

    Raises:
        PackageError: If the code of a named game of another package fails.
        UnknownNameError: If a name is none of these, or nothing proves it.
    """
    require("a proof", "sympy")

    def plan_of(game: Game) -> Plan:
        of_game = parts(game)
        known: list[Maker | Method] = [*of_game.makers(), *of_game.methods()]
        return Plan(game.name, known=known, optional=not names)

    # A named game must work. Without names, a package that fails is left out with a
    # warning.
    todo = games.each(plan_of, strict=[name.partition(":")[0] for name in names])
    # "bunco roll.bunco": the first name restricts the others, if it proves all of them.
    if names[:1] and names[0] in todo and all(map(todo[names[0]].proving, names[1:])):
        names = [f"{names[0]}:{id}" for id in names[1:]] or names
    for name in names or [game for game, plan in todo.items() if plan.known]:
        # The certificate bunco-race of 1.0 stands for bunco-race.first_wins and others.
        named = [
            (plan, maker)
            for plan in todo.values()
            for maker in plan.certificates
            if f"{maker.name}.".startswith(f"{name}.")
        ]
        if whole := todo.get(name):
            whole.quantities = None
            whole.makers += [m for m in whole.certificates if not m.slow]
        elif named:
            for plan, maker in named:
                plan.makers.append(maker)
        else:
            for id in _judging(name) or [name]:
                _add_quantity(id, todo)
    for plan in todo.values():
        # Several names may ask for the same certificate.
        plan.makers = list(dict.fromkeys(plan.makers))
    return [p for p in todo.values() if p.quantities != set() or p.makers]


def _judging(name: str) -> list[str]:
    """Return the quantities that judge a published claim; none for other names."""
    try:
        claims = selected(name)
    # The name may still be that of a quantity.
    except UnknownNameError:
        return []
    references = [ref for claim in claims for ref in claim.exact.values() if ref.id]
    # Only quantities under the default rules: plans have no other rules.
    usual = [
        f"{r.game}:{r.id}"
        for r in references
        if not r.changes and r.rules in (None, games.find(r.game).default_preset)
    ]
    if not usual:
        raise UnknownNameError(
            f"no quantity of a game's default rules judges {name}, and only these are "
            f'proved; "trueodds claims {name}" prints what judges it'
        )
    return usual


def _add_quantity(name: str, todo: dict[str, Plan]) -> None:
    """Add a quantity to the plan of every game that has it.

    ``game:id`` names the quantity of one game.
    """
    game, _, id = name.rpartition(":")
    known = False
    for place in todo if not game else {game} & todo.keys():
        plan = todo[place]
        if proving := plan.proving(id):
            known = True
            if plan.quantities is not None:
                plan.quantities.add(id)
            # A slow certificate is made only if nothing faster proves the quantity.
            fast = [m for m in proving if not (isinstance(m, Maker) and m.slow)]
            plan.makers += [m for m in fast or proving if isinstance(m, Maker)]
    if not known:
        known_games = games.names()
        candidates = [*known_games]
        for plan in todo.values():
            candidates += [maker.name for maker in plan.certificates]
            for each in plan.known:
                ids = each.claims if isinstance(each, Maker) else each.ids
                candidates += [id for id in ids if "*" not in id]
        near = did_you_mean(id, candidates)
        raise UnknownNameError(
            f"there is no game, claim or certificate {name!r:.60}, nor a quantity of "
            f"this id that is derived twice or certified; "
            f"{near or f'the games are: {listed(known_games)}'}"
        )


def prove(
    todo: Sequence[Plan], progress: Progress, chosen: Odds | None = None
) -> Iterator[list[Derivation] | Made]:
    """Carry out plans: yield the derivations of each game, then its certificates.

    ``todo`` are the plans. ``chosen`` are the odds to prove, if there is only one plan.
    They may be under other rules than the default. If the plan is the whole game, only
    derivations and certificates that describe these rules are run. ``progress`` is
    called as the work goes on.

    Raises:
        DisagreementError: At the first disagreement.
        ModelError: If a checker refuses a certificate.
        NotDescribedError: If a named certificate does not describe the rules, or
            nothing does.
        PackageError: If the code of a game of another package fails.
        UnknownNameError: If a quantity does not exist.
    """
    total = sum(1 + len(plan.makers) for plan in todo)
    done = count()

    def advance() -> None:
        progress("proving", next(done), total)

    def results(game: Game) -> list[list[Derivation] | Made | DisagreementError]:
        try:
            return [*_carried_out(by_game[game.name], chosen, progress, advance)]
        # ``games.each`` leaves out what raises, but a disagreement must stop
        # everything: it comes back as a result.
        except DisagreementError as error:
            return [error]

    by_game = {plan.game: plan for plan in todo}
    for name, plan in by_game.items():
        strict = [] if plan.optional else [name]
        for result in games.each(results, [name], strict=strict).get(name, []):
            if isinstance(result, DisagreementError):
                raise result
            yield result
    progress("proving", total, total)


def _carried_out(
    plan: Plan, chosen: Odds | None, progress: Progress, advance: Callable[[], None]
) -> Iterator[list[Derivation] | Made]:
    """Carry out a plan, as ``prove`` does; ``advance`` is called before each step."""
    advance()
    usual = chosen is None
    known = plan.odds = odds(plan.game) if chosen is None else chosen
    derived = _derive(known, plan.quantities, usual=usual)
    yield derived
    # Odds under other rules may have the ids of these odds.
    own = printed_by(known)
    plan.proved |= {
        each.quantity for each in derived if not usual or each.command == own
    }
    for maker in plan.makers:
        advance()
        try:
            made = make(maker, known, progress)
        except NotDescribedError as error:
            # A whole game, under other rules, leaves out what does not describe them. A
            # certificate that is named alone must be made.
            if plan.quantities != set() and (
                not usual or isinstance(error, UnansweredError)
            ):
                continue
            raise
        plan.proved |= {*made.claims}
        yield made
    # Each named quantity must be proved by something, or the command would succeed
    # without a proof of it.
    proved = plan.proved.union(each.quantity for each in derived)
    missing = (plan.quantities or set()) - proved
    if missing:
        quantity = known[min(missing)]
        raise NotDescribedError(
            "no independent method and no certificate derives "
            f"{quantity.id} under these rules; trueodds odds {plan.game} "
            f"{quantity.id} prints it"
        )
    if not proved:
        raise NotDescribedError(
            "no independent method and no certificate describes these rules; "
            f"trueodds odds {plan.game} has their numbers"
        )


def make(maker: Maker, odds: Odds, progress: Progress) -> Made:
    """Make a certificate from a game's odds, and let the checker prove it.

    ``maker`` is one of the game's certificate makers. ``progress`` is called as the
    work goes on.

    Raises:
        DisagreementError: If the checker finds a claim unproved, or a claim is not the
            analysis's number.
        ModelError: If the checker refuses the certificate.
        NotDescribedError: If the certificate does not describe the rules.
    """
    text = maker.make(odds, progress).text()
    if maker.slow:
        progress(f"checking {maker.name}", 0, 1)
    try:
        # The certificate is checked as a file, so that its text is what is proved.
        claims = command.check(text.encode(), others=own_checker)
    except UnprovedError as error:
        raise DisagreementError(f"{maker.name}: the checker says: {error}") from None
    except (MalformedError, command.UncheckedError) as error:
        raise ModelError(f"{maker.name}: its checker refuses it: {error}") from None
    for id, claimed in claims.items():
        # The checker proves the claims of the file. They must also be the numbers that
        # the analysis prints.
        if id in odds and maker.proves(id) and not agrees(claimed, odds[id].value):
            raise DisagreementError(
                f"{maker.name}: {id} is {odds[id].value}, and the certificate claims "
                f"{claimed}"
            )
    return Made(maker.name, text, tuple(claims))


def agrees(claimed: Any, value: Fraction | Enclosure) -> bool:
    """Return True if a claim equals the value, or its bounds can contain the value.

    ``claimed`` is as in a certificate: a fraction as text, or bounds as two texts.

    >>> agrees({"lower": "1/3", "upper": "1/2"}, Fraction(2, 5))
    True
    """
    # An exact claim must be equal: overlapping bounds are not enough.
    if isinstance(claimed, str):
        return Fraction(claimed) == value
    bounds = Enclosure(Fraction(claimed["lower"]), Fraction(claimed["upper"]))
    return bounds.meets(Enclosure.around(value))


def _derive(odds: Odds, wanted: set[str] | None, *, usual: bool) -> list[Derivation]:
    """Return the wanted quantities of a game that are derived twice.

    Quantities that other commands print, or other rules have, are left out unless the
    rules are the ``usual`` ones.
    """
    # No quantity is wanted: only certificates are.
    if wanted is not None and not wanted:
        return []
    derived = []
    others = elsewhere(odds.game, wanted, None if usual else odds.rules)
    for derivation in chain(derivations(odds, every=usual, ids=wanted), others):
        if wanted is None or derivation.quantity in wanted:
            if not derivation.equal:
                raise DisagreementError(
                    f"{derivation.command}: {derivation.quantity} is "
                    f"{derivation.value} by {derivation.method}, but "
                    f"{derivation.independent_value} by {derivation.independent_method}"
                )
            derived.append(derivation)
    return derived
