"""Reasons to believe the numbers, and two pages: claims, and "Why believe this"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from trueodds.analysis import export
from trueodds.core.errors import UnknownNameError
from trueodds.core.exact.quantity import family_of
from trueodds.core.odds import Odds
from trueodds.core.storage.progress import silent
from trueodds.proofs.certificates.format import makers
from trueodds.proofs.claims import Judged, judge_entries
from trueodds.proofs.claims.register import selected
from trueodds.proofs.derivations import Derivation, derivations
from trueodds.reports.html.book import BookPage
from trueodds.reports.text.claims import counts, counts_text, publication


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim as a row of the page.

    ``elsewhere`` is true if the claim's heading covers several sources. ``is_part``
    is true if the claim is a part of another claim.
    """

    judged: Judged
    elsewhere: bool
    is_part: bool

    @property
    def id(self) -> str:
        """The claim's id."""
        return self.judged.id

    @property
    def publication(self) -> str:
        """The title, the author and the date of the source, as far as known."""
        return publication(self.judged)

    @property
    def source(self) -> str:
        """All that is known about the source."""
        return ", ".join(filter(None, (self.publication, self.judged.source)))


@dataclass(frozen=True, slots=True)
class Family:
    """A family of quantities, and the two methods that derive it."""

    game: str
    family: str
    method: str
    independent_method: str
    count: int
    equal: bool


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons, for the pages on claims and on why to believe the numbers.

    Claims are listed by source. ``certificates`` are the texts of files by name.
    ``large`` are the names of the certificates that the report does not make.
    ``exports`` are commands. ``once`` lists, by game, the families that are not
    independently verified.
    """

    claims: dict[str, list[ClaimRow]]
    derivations: list[Family]
    certificates: dict[str, str]
    large: list[str]
    exports: list[str]
    once: dict[str, list[str]]

    @property
    def judged(self) -> dict[str, Judged]:
        """The judged claims by id."""
        rows = (row for rows in self.claims.values() for row in rows)
        return {row.id: row.judged for row in rows}

    @property
    def twice(self) -> int:
        """The number of quantities that are derived twice."""
        return sum(row.count for row in self.derivations)

    @property
    def files(self) -> dict[str, str]:
        """The texts of the certificates and of the checker, by name."""
        if not self.certificates:
            return {}
        proofs = resources.files("trueodds.proofs")
        folder = proofs.joinpath("checkers").iterdir()
        names = [file.name for file in folder if file.name.endswith(".py")]
        checker = ["checker.py", *(f"checkers/{name}" for name in sorted(names))]
        return self.certificates | {
            name: proofs.joinpath(name).read_text(encoding="utf-8") for name in checker
        }


def tell(all_odds: Sequence[Odds]) -> Why:
    """Return the reasons to believe these odds, which are those of default rules."""
    by_game = {odds.game: odds for odds in all_odds}
    certificates = makers(*by_game)
    wanted = [entry for entry in selected(None) if entry.game in by_game]
    claims: dict[str, list[ClaimRow]] = {}
    for entry, judged in zip(wanted, judge_entries(wanted, all_odds), strict=True):
        elsewhere = entry.id.startswith("elsewhere")
        source = "Published elsewhere" if elsewhere else entry.source
        row = ClaimRow(judged, elsewhere, entry.letter != entry.id)
        claims.setdefault(source, []).append(row)
    families = {odds.game: [*_families(odds)] for odds in all_odds}
    return Why(
        claims=claims,
        derivations=[row for rows in families.values() for row in rows],
        once={odds.game: _once(odds, families[odds.game]) for odds in all_odds},
        certificates={
            f"{maker.name}.certificate.json": maker.make(
                by_game[maker.game], silent
            ).text()
            for maker in certificates
            if not maker.slow
        },
        large=[maker.name for maker in certificates if maker.slow],
        exports=[command for game in by_game for command in _exports(game)],
    )


def _families(odds: Odds) -> Iterator[Family]:
    groups: dict[tuple[str, str, str], list[Derivation]] = {}
    for each in derivations(odds):
        key = family_of(each.quantity), each.method, each.independent_method
        groups.setdefault(key, []).append(each)
    for key, alike in groups.items():
        equal = all(each.equal for each in alike)
        yield Family(odds.game, *key, len(alike), equal)


def _once(odds: Odds, twice: Iterable[Family]) -> list[str]:
    """Return the families of quantities that are not independently verified here."""
    known = {row.family for row in twice}
    return [f for f in dict.fromkeys(map(family_of, odds)) if f not in known]


def _exports(game: str) -> Iterator[str]:
    try:
        models = export.recipes(game)
    except UnknownNameError:
        return
    for name in models:
        yield f"trueodds export {game} {name} --to drn --out {game}-{name}.drn"


def claims_page(claims: Mapping[str, Sequence[ClaimRow]]) -> BookPage:
    """Return the page of claims by source, with their verdicts."""
    judged = {source: [row.judged for row in rows] for source, rows in claims.items()}
    return BookPage(
        name="claims",
        title="Published claims",
        answers="Is it true? Sentences about the odds of these games, as they were "
        "printed, judged by exact numbers, or by a sample that is named.",
        values={
            "claims": claims,
            "counts": {source: counts_text(each) for source, each in judged.items()},
            "verdicts": counts([claim for each in judged.values() for claim in each]),
        },
        menu="Claims",
        scripts=("widgets/claims.js",),
    )


def why_page(why: Why) -> BookPage:
    """Return the page of derivations and certificates."""
    return BookPage(
        name="why",
        title="Why believe this",
        answers="Why believe these numbers? The headlines are derived twice, by "
        "methods that share no code, and programs of others can check the proofs.",
        values={"why": why},
        files=why.files,
    )
