"""Reasons to believe the numbers, and two pages: claims, and "Why believe this"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from typing import NamedTuple

from trueodds.analysis import export
from trueodds.core.errors import UnknownNameError
from trueodds.core.exact.quantity import family_of
from trueodds.core.odds import Odds
from trueodds.core.storage.progress import silent
from trueodds.proofs.certificates.format import makers
from trueodds.proofs.claims import Judged, judge_entries
from trueodds.proofs.claims.register import selected
from trueodds.proofs.derivations import derivations
from trueodds.reports.answers.claims import counts, counts_text, publication
from trueodds.reports.answers.proofs import Family, families, of_package
from trueodds.reports.html.book import BookPage, page_of


class ClaimRow(NamedTuple):
    """A claim as a row of the page.

    ``publication`` is what is known about it, and ``source`` also names the part that
    has the claim. ``elsewhere`` is true if the claim's heading covers several sources.
    ``is_part`` is true if the claim is a part of another claim.
    """

    judged: Judged
    publication: str
    source: str
    elsewhere: bool
    is_part: bool


def judged_claims(all_odds: Sequence[Odds]) -> dict[str, list[ClaimRow]]:
    """Return the claims on these games, judged by these odds, by source."""
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
    """Return the page of claims by source, with their verdicts."""
    judged = {source: [row.judged for row in rows] for source, rows in claims.items()}
    return replace(
        page_of("claims"),
        values={
            "claims": claims,
            "counts": {source: counts_text(each) for source, each in judged.items()},
            "verdicts": counts([claim for each in judged.values() for claim in each]),
        },
    )


def why_page(all_odds: Sequence[Odds]) -> BookPage:
    """Return the page of derivations and certificates, for odds of default rules."""
    by_game = {odds.game: odds for odds in all_odds}
    derived = {game: families(derivations(odds)) for game, odds in by_game.items()}
    certificates = {
        f"{maker.name}.certificate.json": maker.make(by_game[maker.game], silent).text()
        for maker in makers(*by_game)
        if not maker.slow
    }
    checker = _checker() if certificates else {}
    twice = sum(len(row.derived) for rows in derived.values() for row in rows)
    share = f"{twice:,} of {sum(map(len, all_odds)):,} numbers"
    reason = f"Derived twice, by methods that share no code: {share}."
    checked = " Programs of others can check the proofs." * bool(certificates)
    why = page_of("why")
    return replace(
        why,
        answers=f"{why.answers} {reason}{checked}",
        values={
            "own": [*filter(None, map(of_package, by_game))],
            "derived": derived,
            "twice": twice,
            "once": {
                game: _once(by_game[game], rows) for game, rows in derived.items()
            },
            "certificates": [*certificates],
            "checker": [*checker],
            "large": [maker.name for maker in makers(*by_game) if maker.slow],
            "exports": [command for game in by_game for command in _exports(game)],
        },
        files=certificates | checker,
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


def _once(odds: Odds, twice: Iterable[Family]) -> list[str]:
    """Return the families of quantities that are not independently verified here."""
    known = {row.name for row in twice}
    return [f for f in dict.fromkeys(map(family_of, odds)) if f not in known]


def _exports(game: str) -> Iterator[str]:
    try:
        models = export.recipes(game)
    except UnknownNameError:
        return
    for name in models:
        yield f"trueodds export {game} {name} --to drn --out {game}-{name}.drn"
