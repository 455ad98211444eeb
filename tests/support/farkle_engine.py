"""The engine of Farkle's pages beside Python, wherever its JavaScript runs.

Each check takes a function that evaluates a JavaScript function of one argument, in
Node or in a browser.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs
from strategies.farkle import bounded_turn

from trueodds.analysis.farkle.match import advise, solved
from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.core import rulebook
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded_dice import known_dice
from trueodds.reports.html.pages.farkle.match import SolvedMatch
from trueodds.reports.html.pages.farkle.turn import every_preset

Evaluate = Callable[[str, object], Any]

TURN = """([rules, opening, text, known]) => {
  const {farkle} = trueodds;
  try {
    const set = text ? farkle.diceSet(farkle.readDice(text, known)) : farkle.FAIR;
    const turn = farkle.turn(rules, {set, opening});
    const bankAt = turn.bankAt.map((stake, n) => [
      set.kinds.flatMap(({name}, kind) => Array(set.multisets[n][kind]).fill(name)),
      stake]);
    return {mean: turn.mean, farkle: turn.farkle, bankAt: bankAt.slice(1)};
  } catch (error) {
    return {refused: error.message};
  }
}"""
KEEPS = """([rules, positions, text, known]) => {
  const {farkle} = trueodds;
  const set = text ? farkle.diceSet(farkle.readDice(text, known)) : farkle.FAIR;
  const turn = farkle.turn(rules, {set});
  return positions.map(([roll, stake]) => {
    const dice = farkle.readRoll(roll, set);
    const options = farkle.options(turn, dice, stake);
    // The engines number the multisets of mixed dice in different orders.
    return options.map(({kept, points, left, choice, value}) => [
      kept.map(({kind, face}) => `${set.kinds[kind].name}=${face}`).sort().join(' '),
      points, text ? 0 : left, choice.action, value]);
  });
}"""
MATCH = """([match, win, last, positions]) => {
  const {farkle} = trueodds;
  return positions.map(([mine, theirs, stake, dice, status, theirStatus]) => {
    const options = {status, theirStatus};
    const turn = farkle.matchTurn({...match, win, last}, mine, theirs, options);
    const {bank, roll} = turn.choice(stake * match.unit, dice);
    return [bank, roll, turn.bankAt];
  });
}"""

DICE = {name: list(die.weights) for name, die in known_dice().items() if not die.joker}


def farkle_rules(number: int) -> Iterator[FarkleRules]:
    """Yield the presets, then random changes of presets."""
    rng = random.Random(18)
    presets = [rules for _, rules in every_preset()]
    yield from presets
    for _ in range(number - len(presets)):
        rules = rng.choice(presets)
        yield structs.replace(
            rules,
            singles={1: 100, 5: 50} | {rng.randint(1, 6): rng.choice((0, 50, 100))},
            straight=rng.choice((0, 1000, 1500, 3000)),
            straights=rng.choice(({}, {"12345": 500}, {"1234": 250, "23456": 700})),
            three_pairs=rng.choice((0, 750, 1500)),
            two_triplets=rng.choice((0, 2500)),
            patterns=rng.choice(({}, {"3+2": 1500}, {"2+2": 250, "1155": 600})),
            nothing=0,
            hot_dice=rng.random() < 0.7,
            minimum_to_bank=rng.choice((0, 300)),
            minimum_to_open=rng.choice((0, 500)),
        )


def check_turns(evaluate: Evaluate, every: Iterable[FarkleRules]) -> int:
    """Compare turns for points with the exact ones. The second, fourth, … are opening.

    Rules that Python refuses must be refused here too. Return how many were compared.
    """
    compared = 0
    for number, rules in enumerate(every):
        opening = number % 2 == 1
        table = rulebook.to_table(rules)
        reason = None
        try:
            turn = Adviser(rules, opening=opening).turn
        except RulesError as error:
            reason = str(error).partition(" ")[0]
        played = evaluate(TURN, [table, opening])
        if reason is not None:
            assert played["refused"].startswith(reason), rules
            continue
        assert played["mean"] == pytest.approx(float(turn.mean), rel=1e-12)
        assert played["farkle"] == pytest.approx(float(turn.farkle), rel=1e-12)
        thresholds = {len(dice): at for dice, at in played["bankAt"] if at is not None}
        assert thresholds == turn.bank_at
        compared += 1
    return compared


def check_keeps(evaluate: Evaluate, preset: str, dice: str) -> None:
    """Compare the keeps of random rolls, their order and values, with the advice."""
    rng = random.Random(19)
    rules = FarkleRules.load(preset, **({"dice": dice} if dice else {}))
    adviser = Adviser(rules)
    counts = adviser.dice.multisets[adviser.dice.whole]
    kinds = [kind for kind, count in enumerate(counts) for _ in range(count)]
    names = [kind.name for kind in adviser.dice.kinds]

    def text(roll: Iterable[tuple[int, int]]) -> str:
        return " ".join(sorted(f"{names[kind]}={face}" for kind, face in roll))

    positions = []
    for _ in range(10):
        stake = adviser.dice.unit * rng.randint(0, 40)
        number = rng.randint(1, 6) if stake else 6
        shown = [(kind, rng.randint(1, 6)) for kind in rng.sample(kinds, number)]
        positions.append((tuple(sorted(shown)), stake))
    asked = [[text(roll), stake] for roll, stake in positions]
    ranked = evaluate(KEEPS, [rulebook.to_table(rules), asked, dice, DICE])
    for (roll, stake), keeps in zip(positions, ranked, strict=True):
        options = [
            (
                text(o.kept),
                o.points,
                0 if dice else o.left,
                o.choice.action,
                middle(o.choice.value),
            )
            for o in adviser.options(roll, stake)
        ]
        values = [keep[4] for keep in keeps]
        assert values == sorted(values, reverse=True)
        if dice:  # equal values may differ in the last digit
            keeps.sort()
            options.sort()
        assert [keep[:4] for keep in keeps] == [list(each[:4]) for each in options]
        values = [value for *_, value in options]
        near = 1e-11 if dice else 1e-12
        assert [keep[4] for keep in keeps] == pytest.approx(values, rel=near)


def middle(value: Fraction | Enclosure) -> float:
    """Return an exact value, or the middle of its bounds."""
    return float(value if isinstance(value, Fraction) else value.midpoint)


def check_turn_with_dice(
    evaluate: Evaluate, preset: str, dice: str, opening: bool
) -> None:
    """Compare a turn with loaded dice with the proved bounds."""
    rules = FarkleRules.load(preset)
    page = evaluate(TURN, [rulebook.to_table(rules), opening, dice, DICE])
    minimum = max(rules.minimum_to_bank, rules.minimum_to_open if opening else 0)
    turn = bounded_turn(rules, dice, minimum)
    assert page["mean"] == pytest.approx(float(turn.mean.midpoint), rel=1e-11)
    assert page["farkle"] == pytest.approx(float(turn.farkle.midpoint), abs=1e-9)
    bank_at = {
        tuple(sorted(turn.dice.names(turn.dice.multisets[left]))): at
        for left, at in turn.bank_at.items()
    }
    assert {tuple(sorted(names)): at for names, at in page["bankAt"]} == bank_at


def check_toml(evaluate: Evaluate, every: Iterable[FarkleRules], folder: Path) -> None:
    """Read the rules that the page writes as a rules file."""
    for rules in every:
        text = evaluate("trueodds.farkle.toml", rulebook.to_table(rules))
        file = folder / "house.toml"
        file.write_text(text, encoding="utf-8")
        loaded = FarkleRules.load(str(file))
        assert structs.replace(loaded, description=rules.description) == rules


def check_match(evaluate: Evaluate, preset: str, changes: dict[str, Any]) -> None:
    """Compare the values of 50 random positions of a match with the proved bounds."""
    match = solved(FarkleRules.load(preset, **changes))
    facts = SolvedMatch(preset, match)
    numbers = np.frombuffer(facts.arrays, "<f8")
    space = match.space
    win, last = np.split(numbers, [space.states**2])
    last = last.reshape(facts.facts["kinds"], -1)
    rng = random.Random(20)
    positions = []
    for _ in range(50):
        mine, theirs = (rng.randrange(space.scores) for _ in range(2))
        farkles = [rng.randrange(space.statuses) for _ in range(2)]
        stake = rng.randrange(20)
        dice = rng.randint(1, 6) if stake else 6
        positions.append((mine, theirs, stake, dice, *farkles))
    advised = evaluate(MATCH, [facts.facts, win.tolist(), last.tolist(), positions])
    for position, (bank, roll, _) in zip(positions, advised, strict=True):
        mine, theirs, stake, dice, *farkles = position
        exact = advise(
            match,
            score=(mine - space.start) * space.unit,
            opponent=(theirs - space.start) * space.unit,
            stake=stake * space.unit,
            dice=dice,
            farkles=farkles[0],
            opponent_farkles=farkles[1],
        )
        assert (bank is None) == (exact.bank is None), position
        for value, bounds in ((bank, exact.bank), (roll, exact.roll)):
            if bounds is not None:
                assert bounds.lower - Fraction(1, 10**11) <= value, position
                assert value <= bounds.upper + Fraction(1, 10**11), position
