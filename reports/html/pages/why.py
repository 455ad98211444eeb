"""Reasons to believe the numbers, and two pages: claims, and "Why believe this"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from typing import NamedTuple

from trueodds.analysis import export
from trueodds.core.errors import UnknownNameError
from trueodds.core.exact.quantity import family_of
from trueodds.core.games import find
from trueodds.core.odds import Odds
from trueodds.core.storage.progress import silent
from trueodds.proofs.claims import JudgedClaim, judge_entries
from trueodds.proofs.claims.register import selected
from trueodds.proofs.derivations import derivations
from trueodds.proofs.parts import parts
from trueodds.reports.answers.claims import counts, counts_text, publication
from trueodds.reports.answers.proofs import DerivedFamily, families
from trueodds.reports.html.book import BookPage, page_of


class ClaimRow(NamedTuple):
    """A published claim as a row of the report's page on claims.

    ``publication`` has the title, author and date of the source, as far as known.
    ``source`` also names the part of the source that has the claim. ``elsewhere`` is
    true if the claim is under a heading that covers several sources.
    ``is_part`` is true if the claim is a part of another claim.
    """

    judged: JudgedClaim
    publication: str
    source: str
    elsewhere: bool
    is_part: bool


def judged_claims(all_odds: Sequence[Odds]) -> dict[str, list[ClaimRow]]:
    """Return the published claims on some games, judged by their odds.

    ``all_odds`` has the odds of each of these games. The keys are the headings of the
    report's page: the sources of the claims, or "Published elsewhere".
    """
    known = {odds.game for odds in all_odds}
    wanted = [entry for entry in selected(None) if entry.game in known]
    claims: dict[str, list[ClaimRow]] = {}
    for entry, judged in zip(wanted, judge_entries(wanted, all_odds), strict=True):
        elsewhere = entry.id.startswith("elsewhere")
        heading = "Published elsewhere" if elsewhere else entry.source
        is_part = entry.letter != entry.id
        published = publication(judged)
        source = ", ".join(filter(None, (published, judged.source)))
        row = ClaimRow(judged, published, source, elsewhere, is_part)
        claims.setdefault(heading, []).append(row)
    return claims


def claims_page(claims: Mapping[str, Sequence[ClaimRow]]) -> BookPage:
    """Return the page of claims with their verdicts.

    ``claims`` has the claims below each heading, by the heading, as ``judged_claims``
    returns them.
    """
    judged = {source: [row.judged for row in rows] for source, rows in claims.items()}
    return replace(
        page_of("claims"),
        values={
            "claims": claims,
            "counts": {source: counts_text(each) for source, each in judged.items()},
            "verdicts": counts([claim for each in judged.values() for claim in each]),
        },
    )


class Reasons(NamedTuple):
    """Evidence that the numbers of a game are right, as a page of the report lists it.

    ``numbers`` is the number of quantities. The ids of a family of quantities differ
    only at their end, such as game.total.1 and game.total.2. ``derived`` has the
    families that two methods derive, and ``once`` the names of all other families.
    ``certificates`` has the texts of the certificates, by the name of the file.
    ``large`` has the names of certificates that take long and are left out, and
    ``exports`` the commands that export the models. A game may come from another
    package than trueodds. Then ``own`` are the files of certificates that the other
    package checks, and not our checker; ``of_package`` is a sentence on what the other
    package itself offers as proof, or empty.
    """

    numbers: int
    derived: list[DerivedFamily]
    once: list[str]
    certificates: dict[str, str]
    own: list[str]
    large: list[str]
    exports: list[str]
    of_package: str


def reasons(odds: Odds) -> Reasons:
    """Return the derivations and certificates of a game.

    ``odds`` are the odds of the game under its default rules.
    """
    derived = families(derivations(odds))
    of_game = parts(find(odds.game))
    makers = of_game.makers()
    made = {
        f"{maker.name}.certificate.json": maker.make(odds, silent)
        for maker in makers
        # A certificate of a number without an answer would fail, and the other ones
        # count.
        if not maker.slow and odds.unanswered.keys().isdisjoint(maker.claims)
    }
    checkers = of_game.checkers()
    return Reasons(
        numbers=len(odds),
        derived=derived,
        once=_once(odds, derived),
        certificates={name: each.text() for name, each in made.items()},
        own=[name for name, each in made.items() if each.kind in checkers],
        large=[maker.name for maker in makers if maker.slow],
        exports=[*_exports(odds.game)],
        of_package=of_game.by_its_package(),
    )


def why_page(by_game: Mapping[str, Reasons]) -> BookPage:
    """Return the page of derivations and certificates.

    ``by_game`` has the evidence of each game, by its name.
    """
    files: dict[str, str] = {}
    for each in by_game.values():
        files |= each.certificates
    own = {name for each in by_game.values() for name in each.own}
    # A checker from the same package as the numbers is no independent witness.
    apart = [name for name in files if name not in own]
    # A reader who has only this folder can run the checker in it.
    checker = _checker() if apart else {}
    twice = sum(len(row.derived) for each in by_game.values() for row in each.derived)
    share = f"{twice:,} of {sum(each.numbers for each in by_game.values()):,} numbers"
    reason = f"Derived twice, by methods that share no code: {share}."
    checked = " Programs of others can check the proofs." * bool(apart)
    why = page_of("why")
    return replace(
        why,
        answers=f"{why.answers} {reason}{checked}",
        values={
            "by_game": by_game,
            "twice": twice,
            "certificates": apart,
            "checker": [*checker],
        },
        files=files | checker,
    )


def _checker() -> dict[str, str]:
    """Return the texts of the checker's files by name."""
    proofs = resources.files("trueodds.proofs")
    modules = (
        f"checkers/{file.name}" for file in proofs.joinpath("checkers").iterdir()
    )
    return {
        name: proofs.joinpath(name).read_text(encoding="utf-8")
        for name in sorted(["checker.py", *modules])
        if name.endswith(".py")
    }


def _once(odds: Odds, twice: Iterable[DerivedFamily]) -> list[str]:
    """Return the families of quantities that are not independently verified here."""
    known = {row.name for row in twice}
    every = dict.fromkeys(map(family_of, odds))
    return [family for family in every if family not in known]


def _exports(game: str) -> Iterator[str]:
    try:
        models = export.recipes(game)
    except UnknownNameError:
        return
    for name in models:
        yield f"trueodds export {game} {name} --to drn --out {game}-{name}.drn"
