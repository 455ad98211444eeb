"""``trueodds prove`` and ``trueodds check``: what is proved, and what is wrong."""

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any, NoReturn

import jsonschema
import numpy as np
import pytest
from certificates import content, is_proved, makers, small
from commands import Run

import trueodds
from trueodds.analysis.farkle.threshold.table import Thresholds
from trueodds.core import games, rulebook
from trueodds.core.dice import counts_of
from trueodds.core.errors import ModelError
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.core.storage.progress import silent
from trueodds.proofs import derivations as second_derivations
from trueodds.proofs.certificates import bunco, cribbage, farkle
from trueodds.proofs.certificates.format import Maker
from trueodds.proofs.checkers import command
from trueodds.proofs.checkers.reading import MalformedError, UnprovedError
from trueodds.proofs.derivations import Method, derivations
from trueodds.proofs.prove import make, plans

SCHEMA = json.loads(
    (files("trueodds.reports") / "schemas/certificate-1.json").read_text()
)

GAMES = f"the games are: {', '.join(games.names())}"


def rules_alone(game: str, preset: str | None = None) -> Odds:
    """Return the rules of a game as odds, for certificates that need no odds."""
    column = games.find(game)
    return Odds(game, rulebook.load(column, preset or column.base_preset), "", [])


@pytest.mark.parametrize(
    "changes",
    [
        "dice=1",
        "sides=2",
        "dice=1 sides=2 rounds=1",
        "dice=1 bunco_ends_turn=true",
        "dice=1 turn_capped=true",
        "dice=1 weights=1,1,1,1,1,2",
        "weights=1,0,0,0,0,0",
    ],
)
def test_bunco_is_proved_where_every_roll_scores(
    trueodds_command: Run, changes: str
) -> None:
    """A turn may never end there, and then no method has its means."""
    options = [f"--set={change}" for change in changes.split()]
    ran = trueodds_command("prove", "bunco", *options)
    assert (ran.code, ran.err) == (0, "")
    assert "roll.bunco" in ran.out
    ends = "ends_turn" in changes or "capped" in changes
    known = trueodds.odds("bunco", set=dict(c.split("=") for c in changes.split()))
    assert ("turn.mean" in known) == ends
    ran = trueodds_command("prove", "bunco", "night.points.mean", *options)
    assert ends or (ran.code, ran.err) == (
        2,
        "trueodds: error: bunco has no quantity 'night.points.mean'\n"
        "hint: under these rules there is none of night.*\n",
    )


def test_an_unexpected_exception_is_no_disagreement(
    trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(rules: Any) -> NoReturn:
        raise ZeroDivisionError("a broken derivation")

    method = Method("broken", ("roll.bunco",), broken)
    monkeypatch.setattr(second_derivations, "methods", lambda *names: (method,))
    ran = trueodds_command("prove", "bunco:roll.bunco")
    assert (ran.code, ran.out) == (70, "")
    assert ran.err.endswith("trueodds: this is a fault of trueodds, and no verdict\n")
    assert "ZeroDivisionError: a broken derivation" in ran.err


def test_a_game_is_proved_and_its_certificates_are_written(
    trueodds_command: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "certificates"
    ran = trueodds_command("prove", "bunco", "--out", str(folder))
    assert (ran.code, ran.err) == (0, "")
    assert "generating functions" in ran.out
    assert "Not proved: 1,213 of the 1,865 numbers of bunco, such as " in ran.out
    names = sorted(path.name for path in folder.iterdir())
    races = [f"race.{id}" for id in ("first_wins", "rolls.mean", "turns.mean")]
    asked = [f"bunco-{id}.json" for id in ("game.mean", *races)]
    assert names == [*asked, "bunco-roll.json", "bunco-turn.json"]
    race = tmp_path / "race"
    assert trueodds_command("prove", "bunco-race", "--out", str(race)).code == 0
    assert sorted(path.stem for path in race.iterdir()) == [f"bunco-{r}" for r in races]
    odds = trueodds.odds("bunco")
    for id in races:
        claims = json.loads((folder / f"bunco-{id}.json").read_text())["claims"]
        assert {id: Fraction(claims.pop(id))} == {id: odds[id].exact}
    ran = trueodds_command("check", *(str(folder / name) for name in names))
    assert (ran.code, ran.out.count(": proved")) == (0, 6)


@pytest.mark.parametrize(
    ("name", "proof", "other"),
    [
        ("S1.b.1", "bunco-roll", "roll.mini_bunco"),
        ("bunco:roll.mini_bunco", "bunco-roll", "race"),
        (
            "bunco roll.bunco",
            "A Bunco comes up in 1 roll in 216 (roll.bunco = 1/216, bunco rules).",
            "race",
        ),
        ("farkle:match.first_player", "farkle match --target 200", "solitaire"),
    ],
)
def test_what_is_named_is_proved_and_nothing_else(
    trueodds_command: Run, name: str, proof: str, other: str
) -> None:
    ran = trueodds_command("prove", *name.split())
    assert (ran.code, ran.err) == (0, "")
    assert proof in ran.out
    assert other not in ran.out


def test_a_claim_that_no_quantity_judges_is_not_proved(trueodds_command: Run) -> None:
    ran = trueodds_command("prove", "S1.c")
    assert ran.code == 2
    assert '"trueodds claims S1.c" prints what judges it' in ran.err


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        (
            "bunco:roll.bunko",
            "did you mean roll.bunco or roll.mini_bunco or bias.roll.bunco?",
        ),
        (
            "bunco:night.head.points.7",
            GAMES,
        ),
        ("craps", GAMES),
    ],
)
def test_what_nothing_proves_is_one_line(
    trueodds_command: Run, name: str, hint: str
) -> None:
    ran = trueodds_command("prove", name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"trueodds: error: there is no game, claim or certificate '{name}', nor a "
        f"quantity of this id that is derived twice or certified\nhint: {hint}\n"
    )


def test_a_misspelt_name_is_refused_before_any_odds_are_computed(
    trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def odds(game: str) -> Odds:
        raise AssertionError(game)

    monkeypatch.setattr("trueodds.proofs.prove.odds", odds)
    for name in ("bunko", "roll.bunko", "bunco-rolls", "S1.z", "poker:roll.bunco"):
        ran = trueodds_command("prove", name)
        assert (ran.code, ran.out) == (2, "")
        assert name in ran.err


def test_certificates_are_replaced_with_force_only(
    trueodds_command: Run, tmp_path: Path
) -> None:
    (tmp_path / "bunco-turn.json").write_text("mine")
    ran = trueodds_command("prove", "bunco-turn", "--out", str(tmp_path))
    assert (ran.code, ran.out) == (2, "")
    assert "bunco-turn.json exists" in ran.err
    assert "hint: --force" in ran.err
    assert (tmp_path / "bunco-turn.json").read_text() == "mine"
    ran = trueodds_command("prove", "bunco-turn", "--out", str(tmp_path), "--force")
    assert ran.code == 0
    assert (tmp_path / "bunco-turn.json").read_text() != "mine"


def test_the_first_disagreement_ends_it_and_nothing_is_written(
    trueodds_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = {"roll.bunco": Fraction(1, 215)}
    derive = Method("generating functions", ("roll.bunco",), lambda rules: wrong)
    monkeypatch.setattr(second_derivations, "methods", lambda *games: (derive,))
    ran = trueodds_command("prove", "bunco", "--out", str(tmp_path / "out"))
    assert (ran.code, ran.out) == (1, "")
    assert "roll.bunco is 1/216 by enumeration, but 1/215 by generating" in ran.err
    assert not (tmp_path / "out").exists()


def test_check_says_what_is_wrong(trueodds_command: Run, tmp_path: Path) -> None:
    path = tmp_path / "turn.json"
    path.write_bytes(content({**small("bunco turn"), "claims": {"turn.mean": "2"}}))
    ran = trueodds_command("check", str(path))
    assert ran.code == 1
    assert ran.out == f"{path}: not proved: turn.mean is not '2': 35/2 is proved\n"
    assert trueodds_command("check", str(tmp_path / "none")).code == 2


@pytest.mark.parametrize(
    "name",
    [
        *("bunco roll", "bunco race", "farkle turn"),
        *("farkle thresholds", "farkle last-turn", "farkle solitaire"),
    ],
)
def test_certificates_follow_their_schema(name: str) -> None:
    jsonschema.validate(small(name), SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**small(name), "more": 1}, SCHEMA)


def test_certificates_are_the_same_bytes_every_time() -> None:
    odds = rules_alone("farkle")
    assert farkle.turn(odds).text() == farkle.turn(odds).text()
    assert (
        farkle.match(odds, target=100).text() == farkle.match(odds, target=100).text()
    )


def test_the_names_of_certificates_are_all_different() -> None:
    assert len({maker.name for maker in makers()}) == len(makers())


def test_rules_that_a_certificate_does_not_describe_are_refused() -> None:
    with pytest.raises(ModelError, match="rolled once"):
        bunco.rolls(rules_alone("bunco", "d20"))
    with pytest.raises(ModelError, match="fair dice"):
        bunco.turn(rules_alone("bunco", "published-script-dice"))
    with pytest.raises(ModelError, match="longest runs"):
        cribbage.hand(rules_alone("cribbage", "published-script"))
    with pytest.raises(ModelError, match="can farkle"):
        farkle.turn(rules_alone("farkle", "zilch"))
    with pytest.raises(ModelError, match="final round"):
        farkle.match(rules_alone("farkle", "box"), target=500)


def test_what_a_checker_refuses_is_not_skipped(
    trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(content: bytes, others: command.Others) -> NoReturn:
        raise MalformedError("too large")

    monkeypatch.setattr(command, "check", refuse)
    ran = trueodds_command("prove", "bunco", "--set", "tables=1")
    assert ran.code == 2
    assert "bunco-roll: its checker refuses it: too large" in ran.err


def test_a_fault_of_a_method_is_not_taken_for_rules_that_it_does_not_describe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(rules: Any) -> NoReturn:
        raise ValueError("a fault")

    failing = Method("a method", ("roll.bunco",), fail)
    monkeypatch.setattr(second_derivations, "methods", lambda *games: (failing,))
    with pytest.raises(ValueError, match="a fault"):
        list(derivations(rules_alone("bunco")))


def test_a_turn_is_between_its_bounds() -> None:
    odds = trueodds.odds("farkle", "ece209")
    claim = farkle.turn(odds).claims["turn.mean"]
    lower, upper = Fraction(claim["lower"]), Fraction(claim["upper"])
    exact = odds["turn.mean"].exact
    assert exact is not None
    assert lower <= exact <= upper
    assert upper - lower < Fraction(1, 10**8)


@pytest.mark.parametrize(
    "maker", [m for m in makers() if not m.slow], ids=lambda m: m.name
)
def test_a_certificate_claims_the_numbers_of_the_default_rules(maker: Maker) -> None:
    odds = trueodds.odds(maker.game)
    claims = make(maker, odds, silent).claims
    assert claims
    assert all(maker.proves(id) for id in claims)


def test_a_number_is_unproved_unless_its_own_rules_are_those_of_a_proof() -> None:
    whole = trueodds.prove("bunco")
    proved = {f"bunco:{each.quantity}" for each in whole.derived}
    assert "bunco:roll.triple" in proved
    assert not proved & {*whole.unproved}
    # The reroll is derived twice under these rules, and the roll of a Bunco is not.
    d20 = trueodds.prove("bunco", rules="d20")
    derived = {each.quantity for each in d20.derived}
    assert "reroll.game.gain" in derived
    assert "bunco:roll.bunco" in d20.unproved
    assert not {f"bunco:{id}" for id in derived} & {*d20.unproved}
    # What is named is proved, or the command fails.
    assert trueodds.prove("bunco:roll.bunco").unproved == ()


def test_the_last_turn_has_the_rules_that_are_asked_for(trueodds_command: Run) -> None:
    name = "claim.blog.last_turn.level.6"
    for rules, chance in (("box", "211/216"), ("blog", "157/162")):
        ran = trueodds_command("prove", "farkle", name, "--rules", rules)
        assert (ran.code, ran.err) == (0, "")
        assert f"{name} = {chance}, {rules} rules" in ran.out
    ran = trueodds_command("prove", "farkle-last-turn", "--rules", "ece209")
    assert (ran.code, ran.out) == (2, "")
    assert "after a minimum to open, with hot dice" in ran.err


def test_a_certificate_that_is_named_does_not_compute_all_odds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Odds, "__iter__", None)
    made = trueodds.prove("farkle-last-turn", rules="blog").certificates
    assert [each.name for each in made] == ["farkle-last-turn"]


def test_certificates_claim_what_the_commands_print() -> None:
    blog = trueodds.odds("farkle", "blog")
    last_turn = farkle.blog_last_turn(rules_alone("farkle", "blog")).claims
    assert len(last_turn) == 12
    assert all(Fraction(p) == blog[id].exact for id, p in last_turn.items())
    claims = farkle.thresholds(rules_alone("farkle"), highest=300).claims
    best = Thresholds(FarkleRules.load("ece209")).at(250)
    assert claims["threshold.250.mean"] == str(best.mean)
    assert claims["threshold.250.farkle"] == str(best.farkle)


def naive_match(target: int) -> Fraction:
    """Return the first player's probability to win, by value iteration.

    The values are whole parts of ``unit``, rounded down, and start at 0. So they grow
    until they no longer change, and are at most 10**-30 below the true ones.
    """
    scorer, unit = Scorer(FarkleRules.load("ece209")), 10**40

    @cache
    def rolls(dice: int) -> Counter[frozenset[tuple[int, int]]]:
        """Return the number of ordered rolls by their keeps: points and dice left."""
        by_keeps = Counter[frozenset[tuple[int, int]]]()
        for shown in product(range(1, 7), repeat=dice):
            options = scorer.options(counts_of(shown))
            keeps = {(keep.points, dice - sum(keep.kept)) for keep in options}
            by_keeps[frozenset(keeps)] += 1
        return by_keeps

    def turn(mine: int, theirs: int) -> int:
        """Return the value of a turn, given the values of the turns after it."""

        @cache
        def best(stake: int, dice: int) -> int:
            if mine + stake >= target:
                return unit
            farkle, rolled = unit - values[theirs, mine], 0
            for keeps, ways in rolls(dice).items():
                after = (best(stake + points, left or 6) for points, left in keeps)
                rolled += ways * max(after, default=farkle)
            banked = unit - values[theirs, mine + stake] if stake else 0
            return max(rolled // 6**dice, banked)

        return best(0, 6)

    values = dict.fromkeys(product(range(0, target, 50), repeat=2), 0)
    before: dict[tuple[int, int], int] = {}
    while values != before:
        before = dict(values)
        for scores in sorted(values, key=sum, reverse=True):
            values[scores] = turn(*scores)
    return Fraction(values[0, 0], unit)


def test_a_small_match_is_between_its_bounds() -> None:
    claim = farkle.match(rules_alone("farkle"), target=150).claims["match.first_player"]
    value = naive_match(150)
    assert Fraction(claim["lower"]) <= value <= Fraction(claim["upper"])
    assert Fraction(claim["upper"]) - Fraction(claim["lower"]) < Fraction(1, 10**11)


def test_a_match_is_refused_where_a_bound_crosses_the_value() -> None:
    document = json.loads(farkle.match(rules_alone("farkle"), target=150).text())
    assert is_proved(document)
    for name, step in (("lower", 1000), ("upper", -1000)):
        for mover, other in np.ndindex(3, 3):
            changed = json.loads(json.dumps(document))
            changed[name][mover][other] += step
            assert not is_proved(changed)
    rules = document["rules"]
    kinds = rules["of_a_kind"]
    for change in (
        {"scale": 10**14 + 1},
        {"scale": "\ud800"},
        {"lower": []},
        {"lower": [1, 1, 1]},
        {"more": 1},
        {"game": "pig"},
        {"rules": {}},
        # Two tables of one size, or two points of one face: which is meant?
        {"rules": {**rules, "of_a_kind": {**kinds, "1": rules["singles"]}}},
        {"rules": {**rules, "of_a_kind": {" 3": {"1": 5}, **kinds}}},
        {"rules": {**rules, "singles": {"01": 5, **rules["singles"]}}},
    ):
        with pytest.raises((UnprovedError, MalformedError)) as refused:
            command.check(content({**document, **change}))
        assert str(refused.value).isprintable()


def test_few_large_points_take_little_memory() -> None:
    document = json.loads(farkle.match(rules_alone("farkle"), target=150).text())
    document["rules"]["straight"] = 10**9  # it won with 1,500
    assert is_proved(document)


def test_the_whole_match_is_made_only_when_it_is_named() -> None:
    (named,) = plans(["farkle-match"])
    assert [maker.name for maker in named.makers] == ["farkle-match"]
    (farkle_plan,) = plans(["farkle"])
    assert named.makers[0] not in farkle_plan.makers


def test_the_kind_is_parsed(trueodds_command: Run, tmp_path: Path) -> None:
    # The name "kind" is written with an escape, and stands once more in the rules.
    text = farkle.match(rules_alone("farkle"), target=150).text()
    escaped = text.replace('"kind":"match"', r'"\u006bind":"match"')
    path = tmp_path / "match.json"
    path.write_text(escaped)
    assert trueodds_command("check", "--numpy", str(path)).code == 0
    path.write_text(text.replace('"rules":{', '"rules":{"kind":"equilibrium",'))
    ran = trueodds_command("check", "--numpy", str(path))
    assert ran.code == 2
    assert "expected exactly the fields singles, of_a_kind" in ran.out


def test_two_players_who_never_bank_prove_nothing() -> None:
    # 1/2 everywhere satisfies both inequalities where only passing is looked at.
    document = json.loads(farkle.match(rules_alone("farkle"), target=100).text())
    half = [[10**14 // 2] * 2] * 2
    claim = {"match.first_player": {"lower": "1/2", "upper": "1/2"}}
    assert not is_proved({**document, "claims": claim, "lower": half, "upper": half})


def test_numbers_of_other_rules_are_proved_under_these_rules(
    trueodds_command: Run,
) -> None:
    ran = trueodds_command("prove", "farkle", "longrun.mean", "--rules", "zilch")
    assert (ran.code, ran.err) == (0, "")
    assert "renewal-reward theorem" in ran.out
    ran = trueodds_command("prove", "farkle", "turn.points.50", "--rules", "zilch")
    assert (ran.code, ran.out) == (2, "")
    assert "derives turn.points.50 under these rules\nhint: trueodds odds" in ran.err
