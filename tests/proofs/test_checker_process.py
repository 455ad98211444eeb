"""The certificate of a process: any exported model, and every kind of damage to one."""

import json
from collections import defaultdict
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from certificates import FEW_SCORES, Document, changed, content, is_proved, numbers
from commands import Run
from hypothesis import given, settings
from hypothesis import strategies as st
from spent import WORK, WORK_SECONDS, spent

import trueodds
from trueodds.analysis import export
from trueodds.core.errors import ModelError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.decision import Action, DecisionProcess
from trueodds.core.models.model import Model, Question, Step
from trueodds.proofs.certificates.process import process
from trueodds.proofs.checkers import process as checker
from trueodds.proofs.checkers.command import check, verdict
from trueodds.proofs.checkers.reading import MalformedError, UnprovedError
from trueodds.proofs.prove import agrees

SOURCE = Path(str(files("trueodds.proofs") / "checker.py"))
SCHEMA = json.loads(
    (files("trueodds.reports") / "schemas/certificate-1.json").read_text()
)
COIN = {1: Fraction(1, 2), 2: Fraction(1, 2)}


def explored(step: Callable[[Any], Step], start: tuple[int, ...] = (0,)) -> Model:
    """Return a model with the variables a, b, … and no questions."""
    return Model.explore(
        "A game", start, step, variables=tuple("abc"[: len(start)]), reward="points",
        questions=(),
    )  # fmt: skip


def written(model: Model, question: Question) -> Document:
    """Return the certificate of an answer, as it is read; it follows the schema."""
    document: Document = json.loads(process("pig game", "x", model, question).text())
    jsonschema.validate(document, SCHEMA)
    return document


def sentence(document: Document, folder: Path) -> str:
    """Return what the checker says of a certificate, without its path."""
    path = folder / "certificate.json"
    path.write_bytes(content(document))
    return verdict(str(path)).line.removeprefix(f"{path}: ")


def pig(target: int) -> Model:
    """Return Pig alone: the turns to the target, by the points banked and at stake."""

    def step(state: tuple[int, int]) -> Step:
        banked, stake = state
        if banked + stake >= target:
            return ()
        rolled = {(banked, stake + face): 1 for face in range(2, 7)}
        roll = Distribution({(banked, 0): 1} | rolled)
        if not stake:
            return {"roll": Action(roll, reward=1)}
        return {"roll": Action(roll), "hold": Action({(banked + stake, 0): 1})}

    return explored(step, (0, 0))


def pig_by_a_rule() -> Model:
    """Return a turn of Pig that holds at 20 points or more; a 1 loses them."""

    def step(state: tuple[int]) -> Step:
        (stake,) = state
        if stake < 0 or stake >= 20:
            return ("held" if stake >= 20 else "lost",)
        rolled = {(stake + face,): 1 for face in range(2, 7)}
        return Action(Distribution({(-1,): 1} | rolled), reward=Fraction(1, 3))

    return explored(step)


def waiting(state: tuple[int]) -> Step:
    """Wait, or toss a coin and lose by tails; a player who only waits never loses."""
    if state != (0,):
        return ("lost",) if state == (1,) else ("won",)
    toss = {(place,): chance for place, chance in COIN.items()}
    return {"wait": Action({(0,): 1}), "toss": Action(toss)}


def betting(won: int) -> Model:
    """Return a game to stop, or to bet a point on a coin and have ``won`` by heads."""

    def step(state: tuple[int]) -> Step:
        if state == (0,):
            bet = {(place,): chance for place, chance in COIN.items()}
            return {"stop": Action({(3,): 1}), "bet": Action(bet)}
        if state == (3,):
            return ()
        return {"on": Action({(0,): 1}, reward=won if state == (1,) else -1)}

    return explored(step)


def test_a_chain_has_the_value_that_another_method_finds(tmp_path: Path) -> None:
    """Models answer by expected visits, and certificates have values by state."""
    model = pig_by_a_rule()
    for question in (Question(), Question("held"), Question("lost")):
        document = written(model, question)
        assert document["claims"] == {"x": str(model.answer(question))}
        assert is_proved(document)
    assert sentence(document, tmp_path) == (
        f"proved of the written-out model: 1 claim: x = {document['claims']['x']}, "
        "in a chain that ends with probability 1"
    )


def test_a_decision_has_the_highest_or_the_lowest_value(tmp_path: Path) -> None:
    model = pig(12)
    fewest = written(model, Question(best="min"))
    assert Fraction(fewest["claims"]["x"]) == model.answer(Question(best="min"))
    # A player who always rolls ends too, since a turn can reach the target.
    assert sentence(fewest, tmp_path).endswith(
        ", the minimum: best among all strategies"
    )
    ways = {"walk": Action({(1,): 1}, -3), "run": Action({(1,): 1}, -2)}
    trip = explored(lambda state: ways if state == (0,) else ())
    for best, value in (("max", "-2"), ("min", "-3")):
        document = written(trip, Question(best=best))  # type: ignore[arg-type]
        assert document["claims"] == {"x": value}
        line = f"1 claim: x = {value}, the {best}imum: best among all strategies"
        assert line in sentence(document, tmp_path)
        # The highest value is not the lowest, and both are of a choice.
        for wrong in {"max", "min", "none"} - {best}:
            assert not is_proved({**document, "best": wrong})


def test_a_question_about_a_game_with_choices_says_what_is_best() -> None:
    model = pig(8)
    for asked in (model.answer, model.solve):
        with pytest.raises(ModelError, match="needs a best: 'max' or 'min'"):
            asked(Question())


def test_a_game_that_can_wait_is_best_only_among_strategies_that_end(
    tmp_path: Path,
) -> None:
    """A player who waits never loses. Of strategies that end, the best is 1/2."""
    model = explored(waiting)
    document = written(model, Question("lost", "min"))
    assert document["claims"] == {"x": "1/2"}
    assert sentence(document, tmp_path).endswith(
        ": x = 1/2, the minimum: best among strategies that end with probability 1"
    )
    with pytest.raises(UnprovedError, match="action 1 of state 0 leads to no lower"):
        check(content({**document, "all_end": True}))
    # Nothing proves the value of the play that waits, whatever value it claims.
    for value in ("0", "1/4", "1/2"):
        waits = deepcopy(document)
        waits["claims"]["x"] = waits["states"][0][1] = value
        waits["states"][0][3].reverse()
        with pytest.raises(UnprovedError, match="action 0 of state 0 leads to no low"):
            check(content(waits))


def test_bets_until_a_player_is_ahead_are_excluded_by_a_finite_mean_number_of_steps(
    tmp_path: Path,
) -> None:
    """Betting until a point is won ends with probability 1, and then has won a point.

    But it takes an infinite number of bets on average. So zero is not the best of all
    strategies that end with probability 1.
    """
    document = written(betting(1), Question(best="max"))
    assert document["claims"] == {"x": "0"}
    ended = "after a finite mean number of steps"
    line = f"the maximum: best among strategies that end {ended}"
    assert sentence(document, tmp_path).endswith(line)
    # Where no bet is won, none is won back.
    document = written(betting(0), Question(best="max"))
    assert document["claims"] == {"x": "0"}
    line = "best among strategies that end with probability 1"
    assert sentence(document, tmp_path).endswith(line)


MODELS = {
    "bunco turn": {"dice": 2, "sides": 3},
    "bunco race": {"dice": 2, "sides": 3, "round_points": 5},
    "bunco game": {"rounds": 2},
    "baccarat coup": {"shoe": "A:3,4:2,9:3,K:2", "bets": {}},
    "farkle turn": FEW_SCORES,
    "farkle threshold:300": {},
    "farkle threshold": {"hot_dice": False},
    "farkle solitaire:400": FEW_SCORES,
}


@pytest.mark.parametrize("name", MODELS)
def test_every_exported_model_is_proved(name: str) -> None:
    game, model_name = name.split()
    model = export.model(game, model_name, changes=MODELS[name])
    assert model.questions
    for question in model.questions:
        certificate = process(name, "an.id", model, question)
        document = json.loads(certificate.text())
        jsonschema.validate(document, SCHEMA)
        assert check(certificate.text().encode()) == {
            "an.id": str(model.answer(question))
        }
        assert document["all_end"]
        assert [tuple(state[0]) for state in document["states"]] == model.states


@pytest.mark.parametrize(
    ("name", "id", "question"),
    [
        ("bunco race", "race.first_wins", Question("first_wins")),
        ("bunco race", "race.rolls.mean", Question()),
        ("baccarat coup", "coup.tie", Question("tie")),
        ("farkle turn", "turn.mean", Question(best="max")),
    ],
)
def test_the_claims_are_the_numbers_that_odds_prints(
    name: str, id: str, question: Question
) -> None:
    game, model_name = name.split()
    model = export.model(game, model_name, changes=MODELS[name])
    claims = check(process(name, id, model, question).text().encode())
    value = trueodds.odds(game, set=MODELS[name])[id].value
    assert agrees(claims[id], value)


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Return a random process whose first action leads on to the end."""
    size = draw(st.integers(1, 4))
    weights = st.lists(st.integers(0, 2), min_size=size + 1, max_size=size + 1)
    table = []
    for state in range(size):
        actions = {}
        for label in range(draw(st.integers(1, 3))):
            row = dict(zip([(n,) for n in range(size + 1)], draw(weights), strict=True))
            if not label or not any(row.values()):
                row[state + 1,] += 1
            reward = draw(st.fractions(-3, 0, max_denominator=3))
            actions[str(label)] = Action(Distribution(row), reward)
        table.append(actions)
    return explored(lambda state: table[state[0]] if state[0] < size else ("end",))


@settings(max_examples=60)
@given(models())
def test_the_values_of_random_processes_are_proved_and_no_others(model: Model) -> None:
    document = written(model, Question(best="max"))
    assert is_proved(document)
    for state in document["states"][:-1]:
        right = state[1]
        state[1] = str(Fraction(right) + 1)
        assert not is_proved(document)
        state[1] = right


def solved_again(document: Document) -> Fraction:
    """Return the value of the process that a certificate writes out."""
    table = document["states"]

    def actions(number: int) -> Any:
        _, value, _, rows = table[number]
        if not rows:
            return Fraction(value)
        return {
            place: Action(Distribution(weights(outcomes)), Fraction(reward))
            for place, (reward, _, outcomes) in enumerate(rows)
        }

    solution = DecisionProcess(0, actions).solve(maximise=document["best"] == "max")
    return solution.value


def weights(outcomes: list[list[int]]) -> dict[int, int]:
    """Return the weight of each next state."""
    total = defaultdict[int, int](int)
    for target, weight in outcomes:
        total[target] += weight
    return total


def test_every_changed_number_is_refused_or_leaves_a_true_certificate() -> None:
    """The changes that are accepted are of numbers that the value does not need."""
    document = written(pig(8), Question(best="min"))
    accepted = defaultdict[str, int](int)
    refused = 0
    for path in numbers(document):
        for other in changed(document, path):
            if not is_proved(other):
                refused += 1
                continue
            assert solved_again(other) == Fraction(other["claims"]["x"])
            match path:
                case ("all_end",):
                    accepted["all_end"] += 1
                case (_, _, 0, _):
                    accepted["variables"] += 1
                case (_, _, 2):
                    accepted["rank"] += 1
                case (_, _, 3, 1, *_):
                    accepted["an action not taken"] += 1
                case (_, _, 3, 0, 2, _, 0):
                    accepted["a state of the same value"] += 1
                case _:
                    raise AssertionError(path)
    kinds = "all_end", "variables", "rank", "an action not taken"
    assert accepted.keys() == {*kinds, "a state of the same value"}
    assert refused > 2 * sum(accepted.values())


DAMAGE: dict[str, tuple[Callable[[list[Any]], object], str]] = {
    "a wrong sum": (
        lambda rows: rows[0][3][0].__setitem__(1, 7),
        "the weights of action 0 of state 0 do not add up",
    ),
    "no outcomes": (
        lambda rows: rows[0][3][0].__setitem__(slice(1, 3), [0, []]),
        "the weights of action 0 of state 0 do not add up",
    ),
    "a weight of 0": (
        lambda rows: rows[0][3][0][2][0].__setitem__(1, 0),
        "expected an integer from 1 to",
    ),
    "a negative weight": (
        lambda rows: rows[0][3][0][2][0].__setitem__(1, -1),
        "expected an integer from 1 to",
    ),
    "a huge weight": (
        lambda rows: rows[0][3][0][2][0].__setitem__(1, 10**30),
        "is not an integer of at most 19 digits",
    ),
    "a state that is not there": (
        lambda rows: rows[0][3][0][2][0].__setitem__(0, 10**6),
        "action 0 of state 0 leads to a missing state",
    ),
    "a state before the first": (
        lambda rows: rows[0][3][0][2][0].__setitem__(0, -1),
        "expected an integer from 0 to",
    ),
    "a rank too low": (
        lambda rows: rows[0].__setitem__(2, 0),
        "action 0 of state 0 leads to no lower rank",
    ),
    "an end with a rank": (
        lambda rows: rows[-1].__setitem__(2, 1),
        "is an end, and its rank is not 0",
    ),
    "a cycle": (
        lambda rows: rows[0][3][0].__setitem__(slice(1, 3), [1, [[0, 1]]]),
        "action 0 of state 0 leads to no lower rank",
    ),
    "a wrong value": (
        lambda rows: rows[0].__setitem__(1, "1"),
        "state 0 is not solved",
    ),
    "a wrong payoff": (
        lambda rows: rows[-1].__setitem__(1, "1"),
        "is not solved|is better",
    ),
    "a wrong reward": (
        lambda rows: rows[0][3][0].__setitem__(0, "1/2"),
        "state 0 is not solved",
    ),
    "a better action": (
        lambda rows: rows[0][3].append(["0", 1, [[len(rows) - 1, 1]]]),
        "action 1 of state 0 is better than the one taken",
    ),
    "a state without actions": (
        lambda rows: rows[0].__setitem__(3, []),
        "state 0 is an end, and its rank is not 0",
    ),
    "a state twice": (
        lambda rows: rows[1].__setitem__(0, rows[0][0]),
        "a state occurs twice",
    ),
    "no states": (lambda rows: rows.clear(), "the data are incomplete: IndexError"),
    "a short row": (lambda rows: rows[0].pop(), "expected 4 values"),
    "a short action": (lambda rows: rows[0][3][0].pop(), "expected 3 values"),
    "no list": (lambda rows: rows[0].__setitem__(3, 1), "value of type list"),
    "a float": (lambda rows: rows[0].__setitem__(2, 1.0), "is not an integer"),
    "a truth value": (
        lambda rows: rows[0][3][0].__setitem__(1, True),
        "expected an integer from 0 to",
    ),
    "a long fraction": (
        lambda rows: rows[0].__setitem__(1, "7" * 1_001),
        "is not a fraction, or too long",
    ),
    "long denominators": (
        lambda rows: [
            row.__setitem__(1, f"1/{10**999 + n}") for n, row in enumerate(rows)
        ],
        "the fractions of action 0 of state 0 are too much work",
    ),
}  # fmt: skip


@cache
def whole() -> Document:
    """Return the certificate of the fewest turns of Pig alone to 8."""
    return written(pig(8), Question(best="min"))


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    damage, message = DAMAGE[name]
    document = deepcopy(whole())
    assert is_proved(document)
    damage(document["states"])
    with pytest.raises((UnprovedError, MalformedError), match=message) as refused:
        check(content(document))
    assert len(str(refused.value)) <= 200
    assert str(refused.value).isprintable()
    assert sentence(document, tmp_path).startswith(
        ("not proved: ", "not a certificate")
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"best": "most"}, "expected best to be one of none, max, min"),
        ({"best": "max"}, "is better than the one taken"),
        ({"best": "none"}, "state 1 has a choice"),
        ({"claims": {"x": "1"}}, "x is not '1'"),
        ({"claims": {"x": {"lower": "0", "upper": "9"}}}, "expected Fraction"),
        ({"claims": {}}, "it claims nothing"),
        ({"rules": {"sides": 6}}, "expected exactly the fields"),
        ({"about": {"title": "Pig"}}, "expected exactly the fields title, variables"),
        ({"all_end": 1}, "expected a value of type bool"),
        ({"game": "\x1b[2J", "all_end": 1}, "expected a value of type bool"),
        ({"kind": "process ", "game": ""}, "no checker has its kind"),
    ],
)
def test_wrong_fields_are_refused(changes: Document, message: str) -> None:
    with pytest.raises((UnprovedError, MalformedError), match=message):
        check(content({**whole(), **changes}))


def test_the_command_checks_it_without_a_package(
    trueodds_command: Run, tmp_path: Path
) -> None:
    path = tmp_path / "pig.json"
    path.write_bytes(content(whole()))
    ran = trueodds_command("check", str(path))
    assert (ran.code, ran.err) == (0, "")
    lines, _, _ = spent("-I", "-S", str(SOURCE), str(path))
    assert lines == ran.out.splitlines()
    assert lines[0].startswith(
        f"{path}: proved of the written-out model: 1 claim: x = "
    )


HEAD = b'{"schema":"trueodds.certificate/1","kind":"process",'


def hostile(states: list[Any], **fields: Any) -> bytes:
    """Return a certificate with these states, as a maker writes it."""
    document = {"schema": "trueodds.certificate/1", **whole(), "best": "max"}
    document |= {"all_end": False, "states": states, **fields}
    return json.dumps(document, separators=(",", ":")).encode()


def long_sums(number: int, digits: int, outcomes: int, actions: int) -> bytes:
    """Return many actions after which fractions with long denominators are added up."""
    highest = str(10**18)
    base = 10 ** (digits - 1)
    ends = [[[n], f"1/{base + n}", 0, []] for n in range(2, number)]
    after = [["0", outcomes, [[2 + n, 1] for n in range(outcomes)]]] * actions
    taken = ["0", 1, [[1, 1]]]
    return hostile([[[0], highest, 1, [taken, *after]], [[1], highest, 0, []], *ends])


def large(parts: int, work: int) -> dict[str, bytes]:
    """Return hostile files with about these parts, and bits of denominators."""
    size = parts // 3
    many = [["0", size, [[1, 1]] * size]]
    blocks = parts // 900
    return {
        "nested lists": HEAD + b'"a":[' + b",".join([b"[" * 899 + b"]" * 899] * blocks),
        "lists": HEAD + b'"a":[' + b"[]," * (parts // 2) + b"[]]}",
        "objects": HEAD + b'"a":[' + b'{"a":0},' * (parts // 3) + b"0]}",
        "numbers": HEAD + b'"a":[' + b"1234567," * parts + b"0]}",
        "a million deep": HEAD + b'"a":' + b"[" * parts,
        "many outcomes": hostile([[[0], "2", 1, many], [[1], "3", 0, []]]),
        "long sums": long_sums(900, 18, 50, work // 50 // 1_500),
        "long denominators": long_sums(150, 999, 1, work // 3_300),
    }


@pytest.mark.parametrize("name", large(1, 1))
def test_small_hostile_processes_are_refused_within_a_second(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "hostile"
    path.write_bytes(large(400_000, 30_000_000)[name])
    assert_refused(path, 1, 200)


def assert_refused(path: Path, most_seconds: float, most_megabytes: float) -> None:
    """Require that the checker refuses a file in one line, in time and memory."""
    lines, seconds, megabytes = spent("-I", "-S", str(SOURCE), str(path))
    assert len(lines) == 1
    assert ": not proved: " in lines[0] or ": not a certificate: " in lines[0]
    # A busy machine is slower at everything, so it gets as much more time.
    slower = 1 if seconds < most_seconds else spent("-c", WORK)[1] / WORK_SECONDS
    assert seconds < most_seconds * max(slower, 1)
    assert megabytes < most_megabytes


def test_only_a_process_may_have_more_than_a_million_parts() -> None:
    many = b'"a":[' + b"[]," * 600_000 + b"[]]}"
    with pytest.raises(MalformedError, match="expected a value of type str: None"):
        check(HEAD + many)
    other = HEAD.replace(b"process", b"decision")
    with pytest.raises(MalformedError, match="more than 1000000 numbers"):
        check(other + many)
    more = b'"a":[' + b"[]," * checker.MOST_PARTS + b"[]]}"
    with pytest.raises(MalformedError, match=f"more than {checker.MOST_PARTS} numbers"):
        check(HEAD + more)


@pytest.mark.slow
def test_the_best_turn_by_the_box_takes_ten_seconds_and_400_megabytes_at_most(
    tmp_path: Path,
) -> None:
    path = tmp_path / "box.json"
    model = export.model("farkle", "turn", "box")
    assert len(model.states) == 78_606
    (question,) = model.questions
    text = process("farkle turn", "turn.mean", model, question).text()
    path.write_text(text)
    lines, seconds, megabytes = spent("-I", "-S", str(SOURCE), str(path))
    assert lines[0].endswith(", the maximum: best among all strategies")
    slower = 1 if seconds < 10 else spent("-c", WORK)[1] / WORK_SECONDS
    assert seconds < 10 * max(slower, 1)
    assert megabytes < 400
    # A digit too many, or an end that is missing, is found in this time too.
    path.write_text(text.replace('"turn.mean":"', '"turn.mean":"1'))
    assert_refused(path, 10, 400)
    path.write_text(text[:-10])
    assert_refused(path, 10, 400)
    # Others of its size are refused as fast.
    for damaged in large(checker.MOST_PARTS - 100, checker.MOST_WORK).values():
        path.write_bytes(damaged)
        assert_refused(path, 10, 400)
