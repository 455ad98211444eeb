"""The verdict on a simulator, in words and as a record."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log
from operator import mul
from typing import Any

import numpy as np

from trueodds.core import rulebook
from trueodds.core.exact.digits import counted, decimal_text, fraction_text
from trueodds.core.exact.enclosure import Enclosure, ball
from trueodds.core.exact.exact_toml import toml_file
from trueodds.core.games import Game
from trueodds.core.models.linear import fraction
from trueodds.core.rulebook import Rules, rules_name
from trueodds.proofs.verify.simulator.details import (
    DIGITS,
    OutcomeCount,
    Reading,
    SimulatorDetails,
    short,
)
from trueodds.proofs.verify.simulator.e_process import (
    DEPENDENCE_TESTS,
    MARGINAL_TESTS,
    EProcess,
    Strongest,
)
from trueodds.proofs.verify.simulator.e_value import working_precision
from trueodds.proofs.verify.simulator.outcomes import OutcomeDistribution
from trueodds.proofs.verify.simulator.run import JudgedOutcomes
from trueodds.proofs.verify.verdict import Example, Verdict, Word

LARGEST_ODDS = 15
"""Evidence above 10 to this power is printed as a power of ten."""

LONGEST = 30
"""Upper limit on the characters of a fraction in the evidence."""

NOTES = toml_file(__package__, "notes.toml")
"""Notes on the limits of a verdict, by its word or by the reason."""

FACES = "faces of rolls"
"""The name of the count of a face among all dice."""

CLEAR = 12
"""The square of the standard deviations from which a face is told."""

NAMED = 3
"""Kinds that fit bare numbers are named up to this number; a note has the rest."""

AGREES = log(10)
"""If log E is smaller, the counts are said to agree with the probabilities."""


def verdict(
    game: Game, rules: Rules, judged: JudgedOutcomes
) -> Verdict[SimulatorDetails]:
    """Return the verdict on a simulator; its ``details`` have the evidence.

    ``judged`` is the result of judging its outcomes.
    """
    # No kind was named, so neither evidence nor counts of one kind are a verdict.
    if judged.open:
        return _open(game, rules, judged)
    process = judged.process
    bias = process.tolerance or process.useful
    # Only an open verdict says how many outcomes would decide it.
    more = judged.word == "undecided" and not process.needs
    needed = process.outcomes_needed(bias) if more else None
    counts = {"outcomes": process.total}
    if process.dependence:
        counts["pairs"] = process.total // 2
    evidence = log10_e(process)
    # A refuted kind refutes the program, so what other kinds say does not matter.
    shown = judged.others if judged.word != "refuted" else ()
    others = [verdict(game, rules, other) for other in shown]
    return Verdict(
        word=judged.word,
        subject="simulator",
        game=game.name,
        rules_digest=rulebook.digest(game.name, rules),
        question=judged.known.kind,
        rules=rules_name(game.name, rules),
        scope=f"{'as ' * bool(judged.readings)}{judged.known.description}",
        summary=_summary(judged, evidence, bias, needed),
        counts=counts,
        example=_example(judged),
        notes=(
            *(
                f"by {other.question}, {other.word}: {other.summary}"
                for other in others
            ),
            *dict.fromkeys(note for each in (judged, *shown) for note in _notes(each)),
            *judged.notes,
            *_notes_of_readings(judged),
            *(f"not refuted by these counts: --rules {n}" for n in judged.presets),
        ),
        details=SimulatorDetails(
            alpha=process.alpha,
            within=process.tolerance,
            log10_e=evidence,
            log10_e_by_test={
                # Adding 0 makes 0.0 of -0.0.
                test: round(value / log(10), 3) + 0.0
                for test, value in process.logs().items()
                if process.total
            },
            bias=bias,
            outcomes_for_bias=needed,
            distance=process.distance,
            outcomes=_outcomes(judged),
            others={other.question: other.word for other in others},
            readings=_readings(judged),
            presets=judged.presets,
        ),
    )


def _open(
    game: Game, rules: Rules, judged: JudgedOutcomes
) -> Verdict[SimulatorDetails]:
    """Return the verdict on bare numbers whose kind has to be named."""
    left = judged.left
    kinds = [reading.known.kind for reading in left or judged.readings]
    names = [f"--outcome {kind}" for kind in kinds]
    notes = _notes_of_readings(judged)
    if left:
        examples = [
            f"{name} ({reading.known.description}, such as {reading.example})"
            for name, reading in zip(names, left, strict=True)
        ]
        summary = (
            f"the lines fit several kinds of outcome; name theirs: "
            f"{', or '.join(examples[:NAMED])}{judged.hint}"
        )
        if rest := names[NAMED:]:
            notes.append(f"other kinds that fit: {', '.join(rest)}")
    else:
        more = f" (or {', '.join(kinds[1:])})" * bool(kinds[1:])
        summary = (
            f"not {_against(judged.readings)}{judged.hint}; if it prints "
            f"{'one of these' if more else 'them'}, add {names[0]}{more}"
        )
    total = max(reading.process.total for reading in judged.readings)
    return Verdict(
        word=judged.word,
        subject="simulator",
        game=game.name,
        rules_digest=rulebook.digest(game.name, rules),
        question=" or ".join(kinds),
        rules=rules_name(game.name, rules),
        scope="kind of outcome not named",
        summary=summary,
        counts={"outcomes": total},
        notes=(*judged.notes, *notes),
        details=SimulatorDetails(
            alpha=judged.process.alpha, readings=_readings(judged)
        ),
    )


def _against(readings: Sequence[JudgedOutcomes]) -> str:
    """Name kinds with the evidence against each: "a (5,445 to 1), nor b (7 came)"."""
    texts = []
    for reading in readings:
        why = _odds_of_log(log10_e(reading.process).lower)
        if reading.impossible:
            why = f"{reading.impossible.outcome} came"
        texts.append(f"{reading.known.description} ({why})")
    return ", nor ".join(texts)


def _notes_of_readings(judged: JudgedOutcomes) -> list[str]:
    """Return which other kinds bare numbers cannot be, and which were not tried."""
    notes = []
    out = [reading for reading in judged.readings if reading.word == "refuted"]
    if len(judged.left) == 1:
        also = f"; they are not {_against(out)}" * bool(out)
        notes = [
            f"the kind was not named: --outcome {judged.known.kind} fits the lines"
            f"{also}"
        ]
    if judged.skipped:
        names = ", ".join(judged.skipped)
        notes.append(
            "not tried, as there is no distribution under these rules, or none was "
            f"found in time: {names}"
        )
    return notes


def _readings(judged: JudgedOutcomes) -> tuple[Reading, ...]:
    return tuple(
        Reading(
            reading.known.kind,
            reading.known.description,
            reading.word,
            log10_e(reading.process),
            reading.impossible.outcome if reading.impossible else None,
            reading.example,
        )
        for reading in judged.readings
    )


def _notes(judged: JudgedOutcomes) -> list[str]:
    """Return notes on the limits of the verdict."""
    alone = judged.known.hint and judged.word != "refuted" and not judged.others
    hint = [judged.known.hint] * bool(alone)
    reason: str = judged.word
    if not judged.process.dependence:
        reason = "no_order" if judged.known.split else judged.process.without_order
    elif reason == "refuted" and not judged.impossible:
        dependent = judged.process.strongest().test in DEPENDENCE_TESTS
        reason = "dependent" if dependent else reason
    limits = [NOTES[reason]] if reason in NOTES else []
    return [*judged.process.notes, *limits, *hint]


def log10_e(process: EProcess) -> Enclosure:
    """Return the decimal logarithm of the evidence, between proved bounds.

    ``process`` has the counts of the outcomes, and the evidence against their exact
    probabilities.

    >>> process = EProcess((Fraction(1, 2),) * 2, Fraction(1, 100))
    >>> log10_e(process).texts()
    ('0', '0')
    """
    if not process.total:
        return Enclosure(Fraction(0), Fraction(0))
    with working_precision():
        log10 = process.log_e(object) / ball(10).log()
        # Both ends of a ball are exact dyadic numbers, so no bound is lost in the
        # fraction.
        ends = log10.lower(), log10.upper()
        return Enclosure(*(fraction(end.fmpq()) for end in ends))


def _summary(
    judged: JudgedOutcomes, evidence: Enclosure, bias: Fraction, needed: int | None
) -> str:
    process = judged.process
    seen = f"after {counted(process.total, 'outcomes')}"
    things = counted(process.total, things_of(judged.known))
    if judged.impossible:
        return f"{judged.impossible.outcome} came, and it cannot"
    limit = _odds(1 / process.alpha)
    # The lower bound, so that the evidence is never overstated.
    odds = f"evidence {_odds_of_log(evidence.lower)}; {limit} refutes"
    if judged.word == "not judged":
        return process.unclear
    if judged.word == "refuted":
        strongest = _strongest(judged)
        face = f": {strongest.name}" * (strongest.test == FACES)
        return f"{_wrong(process)}{face} ({seen}, {odds})"
    sure = f"of the right one at {short(100 * (1 - process.alpha))} %"
    if judged.word == "within":
        assert process.tolerance is not None
        return f"every probability is within {short(process.tolerance)} {sure} ({seen})"
    if judged.word == "consistent":
        assert process.distance is not None
        near = (
            f"every probability is within {short(process.distance)} of the right one "
            f"({short(100 * (1 - process.alpha))} %)"
        )
        return f"no sign of a fault in {things}; {process.right or near}"
    more = process.needs or (
        f"about {needed:,} show a difference of {decimal_text(bias, 3)}"
    )
    verb = "is" if process.total == 1 else "are"
    return f"{things} {verb} too few; {more}"


def things_of(known: OutcomeDistribution) -> str:
    """Return a plural noun for the outcomes of a kind, such as rolls.

    ``known`` has the kind, with its exact distribution.
    """
    kind = known.kind.partition(".")[0]
    things: str = NOTES["things"].get(kind, "outcomes")
    return things


def _strongest(judged: JudgedOutcomes) -> Strongest:
    """Return the count with the strongest evidence; of rolls, a face that is clear."""
    known = judged.known
    process = judged.process
    strongest = process.strongest()
    # A receipt knows faces without an order as counts of single digits.
    digits = all(len(face) == 1 and face.isdigit() for face in known.outcomes)
    rolled = known.unordered or (digits and not process.dependence)
    if strongest.test not in MARGINAL_TESTS or not rolled:
        return strongest
    faces = []
    for face in {*"".join(known.outcomes)}:
        shown = [roll.count(face) for roll in known.outcomes]
        came = int(process.counts @ shown)
        # The face's expected number among all dice of all rolls.
        due = process.total * sum(map(mul, known.probabilities, shown))
        # Pearson's term of this face: the squared deviation in units of its
        # expectation.
        faces.append((float((came - due) ** 2 / due), face, came, due))
    far, face, came, due = max(faces)
    dice = process.total * len(known.outcomes[0])
    text = f"{face} came {came:,} times of {dice:,}, {float(due):,.0f} expected"
    if far < CLEAR:
        return strongest
    return Strongest(FACES, (), came, due, text if came else f"no {face} came")


def _wrong(process: EProcess) -> str:
    if process.strongest().test not in DEPENDENCE_TESTS:
        return process.fault
    # The counts alone show nothing, so the order of the outcomes is the fault.
    if process.log_marginal() < AGREES:
        return "the probabilities are right, the sequence is not independent"
    return "the sequence is not independent"


def _odds(number: Fraction) -> str:
    return f"{int(number):,} to 1" if number >= 10 else f"{float(number):.2g} to 1"


def _odds_of_log(log10: Fraction) -> str:
    if abs(log10) > LARGEST_ODDS:
        return f"10^{float(log10):.1f} to 1"
    return _odds(Fraction(10 ** float(log10)))


def _example(judged: JudgedOutcomes) -> Example | None:
    known = judged.known
    if judged.impossible:
        # An impossible outcome may carry its reason in a bracket behind it.
        text, reason, why = judged.impossible.outcome.rpartition(" (")
        outcome, why = (text, why) if reason else (why, "")
        possible = ", ".join(known.outcomes[:40])
        more = ", ..." if len(known.outcomes) > 40 else ""
        right = why[:-1] or f"one of {possible}{more}"
        return Example(f"line {judged.impossible.line}", right, outcome)
    if judged.word != "refuted":
        return None
    strongest = _strongest(judged)
    due = f"about {decimal_text(strongest.expected, DIGITS)} times"
    if strongest.name:
        return Example(strongest.name, due, strongest.observed)
    if strongest.test in MARGINAL_TESTS:
        (place,) = strongest.places
        probability = fraction_text(known.probabilities[place])
        if len(probability) > LONGEST:
            probability = decimal_text(known.probabilities[place], DIGITS)
        return Example(
            f"outcome {known.outcomes[place]}",
            f"{due}, each with probability {probability}",
            strongest.observed,
        )
    return Example(_dependence(judged, strongest), due, strongest.observed)


def _dependence(judged: JudgedOutcomes, strongest: Strongest) -> str:
    if strongest.test == "copies":
        (lag,) = strongest.places
        places = "1 place" if lag == 1 else f"{lag} places"
        return f"an outcome is the same as the outcome {places} before"
    if not strongest.places:
        return "an outcome repeats what followed the same 16 outcomes earlier"
    assert judged.process.dependence
    names = class_names(judged.known, judged.process.dependence.class_of)
    first, second = (names[place] for place in strongest.places)
    if strongest.test.startswith("lag "):
        lag = int(strongest.test.removeprefix("lag "))
        places = "right" if lag == 1 else f"{lag} places"
        return f"{second} {places} after {first}"
    return f"{second} right after {first}, in disjoint {strongest.test}"


def class_names(known: OutcomeDistribution, class_of: Any) -> list[str]:
    """Return the names of the classes of outcomes, such as ``0`` or ``50..300``.

    ``known`` has the outcomes. ``class_of`` has the number of the class of each
    outcome: ascending integers from 0. The outcomes of a class are neighbours.
    """
    # Classes are neighbouring outcomes, so the first and the last one name them.
    firsts = np.unique(class_of, return_index=True)[1]
    members = np.split(np.array(known.outcomes), firsts[1:])
    return ["..".join(dict.fromkeys(each[[0, -1]].tolist())) for each in members]


def _outcomes(judged: JudgedOutcomes) -> tuple[OutcomeCount, ...]:
    known = judged.known
    total = judged.process.total
    return tuple(
        OutcomeCount(outcome, probability, probability, probability * total, int(count))
        for outcome, probability, count in zip(
            known.outcomes, known.probabilities, judged.process.counts, strict=True
        )
    )


def failed(
    game: Game, rules: Rules, kind: str, why: str, word: Word = "failed"
) -> Verdict[SimulatorDetails]:
    """Return the verdict on a simulator whose outcomes cannot be judged.

    ``kind`` is the name of the kind of outcome, and ``why`` the reason. ``word`` is the
    verdict in a word.
    """
    digest = rulebook.digest(game.name, rules)
    return Verdict(
        word,
        "simulator",
        game.name,
        digest,
        kind,
        why,
        counts={},
        details=SimulatorDetails(),
    )
