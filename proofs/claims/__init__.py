"""Published claims and whether they are true, each computed anew.

The register (``register.py`` and the TOML files beside it) is data; every verdict
follows from exact numbers at run time. Numbers are judged to the digits claimed
(``digits.py``), what is no number by running our reference (``judges.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from trueodds.core.enclosure import Enclosure
from trueodds.core.odds import Odds
from trueodds.core.progress import Progress, silent
from trueodds.proofs.claims.formula import evaluate
from trueodds.proofs.claims.judges import JUDGES, Finding
from trueodds.proofs.claims.lookup import Answers, Number
from trueodds.proofs.claims.register import Entry, selected
from trueodds.proofs.claims.rounding import Claimed, Verdict, judge_number, sentence

__all__ = ["Judged", "Verdict", "judge", "judge_entries"]

WORST: tuple[Verdict, ...] = ("false", "unspecified", "approximate", "true")
"""A claim of several parts has the first of these that one of them has."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with its verdict; ``exact`` is None where there is no single number."""

    id: str
    source: str
    statement: str
    claimed: str
    exact: Fraction | None
    verdict: Verdict
    why: str


def judge(name: str | None = None, progress: Progress = silent) -> list[Judged]:
    """The claims of a source, one claim with its parts, or all, judged.

    Raises ``UnknownNameError`` for a name there is not.

    >>> bunco, *parts = judge("S1.b")
    >>> bunco.verdict, [part.verdict for part in parts]
    ('approximate', ['approximate', 'true', 'true'])
    """
    return judge_entries(selected(name), (), progress)


def judge_entries(
    wanted: Sequence[Entry], known: Iterable[Odds], progress: Progress = silent
) -> list[Judged]:
    """Entries judged, with the parts of each among them; ``known`` odds are used."""
    answers = Answers(known, progress)
    found: dict[str, Finding] = {}
    for done, entry in enumerate(wanted):
        progress("Judging claims", done, len(wanted))
        if _is_judged(entry):
            found[entry.id] = _judge(entry, answers)
    progress("Judging claims", len(wanted), len(wanted))
    for entry in wanted:
        if entry.id not in found:
            found[entry.id] = _whole(entry, found)
    return [
        Judged(
            entry.id,
            entry.source,
            entry.statement,
            entry.claimed,
            finding.exact,
            finding.verdict,
            " ".join(filter(None, (finding.why, entry.note))),
        )
        for entry in wanted
        for finding in [found[entry.id]]
    ]


def _is_judged(entry: Entry) -> bool:
    return bool(entry.number or entry.judge or entry.unspecified)


def _judge(entry: Entry, answers: Answers) -> Finding:
    if entry.judge:
        return JUDGES[entry.judge](entry.given, answers)
    exact = _value(entry, answers) if entry.of or entry.value else None
    if entry.unspecified:
        known = exact if isinstance(exact, Fraction) else None
        return Finding("unspecified", known, entry.unspecified)
    assert exact is not None
    claimed = Claimed.parse(entry.number)
    verdict = judge_number(claimed, exact, entry.relation)
    why = sentence(claimed, exact, verdict)
    return Finding(verdict, exact if isinstance(exact, Fraction) else None, why)


def _value(entry: Entry, answers: Answers) -> Number:
    values = answers.named(entry.of)
    if not entry.value:
        (number,) = values.values()
        return number
    exact = {}
    for name, number in values.items():
        if isinstance(number, Enclosure):
            raise ValueError(f"{entry.id}: {name} is known between bounds only")
        exact[name] = number
    return evaluate(entry.value, exact)


def _whole(entry: Entry, found: dict[str, Finding]) -> Finding:
    """A claim of several parts: the worst of their verdicts, and what decided it."""
    parts = {
        id: finding
        for id, finding in found.items()
        if id.startswith(f"{entry.id}.") and "." not in id.removeprefix(f"{entry.id}.")
    }
    verdicts = [finding.verdict for finding in parts.values()]
    verdict = next(one for one in WORST if one in verdicts)
    deciding = {one.exact for one in parts.values() if one.verdict == verdict}
    exact = deciding.pop() if len(deciding) == 1 else None
    return Finding(verdict, exact, " ".join(_counted(parts, verdicts)))


def _counted(parts: dict[str, Finding], verdicts: Sequence[Verdict]) -> Iterator[str]:
    yield f"Of {len(parts)} parts {verdicts.count('true')} are true."
    for verdict in WORST[:-1]:
        ids = [id for id, finding in parts.items() if finding.verdict == verdict]
        if ids:
            yield f"{verdict.capitalize()}: {', '.join(ids)}."
