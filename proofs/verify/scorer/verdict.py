"""The verdict on a scorer, with what it does and does not show."""

from concurrent.futures import Executor
from decimal import ROUND_UP, Context, Decimal
from pathlib import Path
from typing import Any

from trueodds.core import games, rulebook
from trueodds.core.progress import Progress, silent
from trueodds.proofs.verify import positions as spaces
from trueodds.proofs.verify.positions.order import SpaceWalk, Walk
from trueodds.proofs.verify.scorer.failure_classes import Wrong, kinds
from trueodds.proofs.verify.scorer.run import (
    MAX_FAILURES,
    TIMEOUT,
    Found,
    Question,
    put,
)
from trueodds.proofs.verify.scorer.shrink import smallest
from trueodds.proofs.verify.verdict import Verdict, Word

MOST_SORTED = 10_000
"""Wrong answers that are sorted by kind, if there are more."""

CONFIDENCE = 99
DIGITS = 3


def verify_scorer(
    question: Question,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    timeout: float = TIMEOUT,
    max_failures: int | None = MAX_FAILURES,
    resume: Path | None = None,
    progress: Progress = silent,
) -> Verdict:
    """Whether a scorer is right, by the positions of the question.

    The verdict is "agrees", "refuted", or "failed" when the scorer could not be judged;
    ``details["kinds"]`` sorts its wrong answers. Options are as for ``scorer.put``.
    """
    positions = question.walk()
    found = put(
        question,
        positions,
        jobs=jobs,
        executor=executor,
        timeout=timeout,
        max_failures=max_failures,
        resume_file=resume,
        progress=progress,
    )
    verdict = _verdict(question, positions, found)
    if resume and verdict.word != "failed":
        resume.unlink(missing_ok=True)
    return verdict


def share_missed(right: int) -> Decimal:
    """Where so many random answers are right, how many of all can be wrong at most.

    With a confidence of 99 %: the share p for which (1 - p)**right is 1 %, rounded up.

    >>> share_missed(1000)
    Decimal('0.00460')
    """
    fine = Context(prec=30)
    risk = fine.divide(Decimal(100 - CONFIDENCE), 100)
    share = 1 - fine.exp(fine.divide(fine.ln(risk), right))
    return Context(prec=DIGITS, rounding=ROUND_UP).plus(share)


def _verdict(question: Question, positions: Walk, found: Found) -> Verdict:
    state = found.state
    checked = positions.count - sum(stop - start for start, stop in state.remaining)
    faults = [stretch.fault for stretch in found.stretches if stretch.fault]
    garbled = [one.fault for one in found.stretches if one.garbled]
    notes = [note for one in found.stretches for note in one.notes]
    word: Word = "agrees"
    summary = f"all {checked:,} answers are right"
    example, details = None, _details(question)
    if garbled or (faults and not state.wrong):
        word, summary = "failed", (garbled or faults)[0]
        if checked > state.wrong and not garbled:
            right = f"the {checked:,} answers before that are right"
            notes.append("the answer before that is right" if checked == 1 else right)
    elif state.wrong:
        word = "refuted"
        are = "is" if state.wrong == 1 else "are"
        summary = f"{state.wrong:,} of {checked:,} answers {are} wrong"
        notes += faults
        wrong = _wrong(positions, found)
        sorted_ = kinds(wrong, spaces.causes(games.find(question.game)))
        details["kinds"] = [kind.record() for kind in sorted_]
        if state.wrong > len(wrong):
            notes.append(f"only {len(wrong):,} of the wrong answers are sorted by kind")
        least, again = _smallest(question, positions, found, wrong)
        example = least.example()
        if not again:
            notes.append(
                f"asked for {least.position} in a new run, it answers rightly: its "
                "answers depend on more than the position"
            )
        if checked < positions.count and not faults:
            notes.append(
                f"stopped after {checked:,} of {positions.count:,} positions; "
                "--max-failures 0 goes through all of them"
            )
    if word == "agrees":
        notes += _limits(question, positions, details)
    return Verdict(
        word,
        "scorer",
        question.game,
        rulebook.digest(question.game, question.rules),
        question.rule,
        summary,
        {"positions": positions.count, "checked": checked, "wrong": state.wrong},
        example,
        tuple(dict.fromkeys(notes)),
        details,
    )


def _details(question: Question) -> dict[str, Any]:
    sample, seed, by_class = question.choice
    which = "by class" if by_class else "all" if sample is None else "sample"
    return {
        "positions": which,
        "seed": None if sample is None else seed,
        "share_wrong_below": None,
        "kinds": [],
    }


def _wrong(positions: Walk, found: Found) -> list[Wrong]:
    """The wrong answers that were kept, as the reference scorer sees them."""
    kept = found.state.kept[:MOST_SORTED]
    texts = [positions.position(one.place) for one in kept]
    return [
        Wrong(text, positions.score(text), one.got)
        for text, one in zip(texts, kept, strict=True)
    ]


def _smallest(
    question: Question, positions: Walk, found: Found, wrong: list[Wrong]
) -> tuple[Wrong, bool]:
    number = min(range(len(wrong)), key=lambda n: wrong[n].size)
    if not isinstance(positions, SpaceWalk):
        return wrong[number], True
    place = found.state.kept[number].place
    row = positions.rows(place, place + 1)[0]
    return smallest(positions, question.argv, wrong[number], row)


def _limits(question: Question, positions: Walk, details: dict[str, Any]) -> list[str]:
    """What it does not show that every answer was right; in ``details`` too."""
    sample, seed, by_class = question.choice
    if sample is not None:
        share = share_missed(sample)
        details["share_wrong_below"] = str(share)
        percent = f"{(share * 100).normalize():f} %"
        return [
            f"these were random positions (seed {seed}), not all: at {CONFIDENCE} % "
            f"confidence fewer than {percent} of all positions are answered wrongly, "
            "and rarer faults can be there"
        ]
    assert isinstance(positions, SpaceWalk)
    if by_class:
        return [
            "one position of each class: sound only for a scorer that ignores "
            f"{positions.space.alike}"
        ]
    if positions.space.orders > 1:
        return [
            "each position was asked in one order of its cards; --sample takes random "
            "orders"
        ]
    return []
