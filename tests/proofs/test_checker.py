"""The checker: alone, strict, and quick to refuse what is hostile."""

import ast
import os
import resource
import shutil
import subprocess
import sys
from fractions import Fraction
from importlib.resources import files
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from time import process_time

import pytest
from certificates import content, small
from hypothesis import given, settings
from hypothesis import strategies as st
from spent import WORK, WORK_SECONDS, spent
from strategies.farkle import rules_or_none

from trueodds.core.dice import counts_of
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.farkle import Scorer
from trueodds.proofs.certificates.cribbage import plain
from trueodds.proofs.certificates.farkle_dice import scores
from trueodds.proofs.checkers import cribbage, farkle, farkle_dice
from trueodds.proofs.checkers.command import check, verdict
from trueodds.proofs.checkers.reading import MalformedError, UnprovedError
from trueodds.proofs.checkers.words import rules_in_words, values_in_words
from trueodds.proofs.verify.hypothesis.farkle import further

SOURCE = Path(str(files("trueodds.proofs") / "checker.py"))
FOLDER = SOURCE.parent / "checkers"
FILES = sorted(FOLDER.glob("*.py"))
MEMORY = 512 * 1024**2


def run(*arguments: str, program: Path = SOURCE) -> subprocess.CompletedProcess[str]:
    """Run the checker without any packages, and with little memory."""
    return subprocess.run(
        [sys.executable, "-I", "-S", str(program), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )


def imported(path: Path) -> set[str]:
    """Return what a file imports, without the files of its folder."""
    nodes = ast.walk(ast.parse(path.read_text()))
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return {
        (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
        for node in imports
        for alias in node.names
        if not (isinstance(node, ast.ImportFrom) and node.level)
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_of_the_checker_is_short_and_needs_numpy_at_most(path: Path) -> None:
    modules = imported(path)
    allowed = {"collections.abc", "numpy", "numpy.typing"}
    assert modules <= sys.stdlib_module_names | allowed
    assert not modules & {"pickle", "marshal", "subprocess"}
    assert path.name == "__main__.py" or "importlib" not in modules
    calls = [
        n.func for n in ast.walk(ast.parse(path.read_text())) if type(n) is ast.Call
    ]
    called = {call.id for call in calls if isinstance(call, ast.Name)}
    assert not called & {"eval", "exec", "compile", "__import__"}
    assert len(path.read_text().splitlines()) <= 400
    # The text by which a report knows its own files.
    assert "certificates of trueodds" in path.read_text()


def test_checker_py_runs_the_folder() -> None:
    assert len(SOURCE.read_text().splitlines()) <= 10
    assert imported(SOURCE) == {"runpy", "pathlib"}


@pytest.mark.parametrize("program", [SOURCE, FOLDER], ids=lambda path: path.name)
def test_a_copy_needs_no_package_and_says_what_needs_numpy(
    program: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "apart"
    shutil.copytree(FOLDER, copy / FOLDER.name)
    shutil.copy(SOURCE, copy)
    good, match, empty = (tmp_path / name for name in ("good", "match", "empty"))
    good.write_bytes(content(small("bunco turn")))
    match.write_bytes(BUSY["a match"])
    empty.touch()
    paths = map(str, (good, match, empty))
    ran = run(*paths, program=copy / program.name)
    assert (ran.returncode, ran.stderr) == (2, "")
    assert [line.split(": ")[1] for line in ran.stdout.splitlines()] == [
        "proved", "not checked", "not a certificate",
    ]  # fmt: skip
    assert run(program=copy / program.name).returncode == 2


def test_exit_codes(tmp_path: Path) -> None:
    good, bad, none = (tmp_path / name for name in ("good", "bad", "none"))
    document = small("bunco race")
    good.write_bytes(content(document))
    bad.write_bytes(content({**document, "claims": {"race.first_wins": "1/2"}}))
    none.write_text("no JSON")
    assert run(str(good)).returncode == 0
    assert run(str(good), str(bad)).returncode == 1
    ran = run(str(bad), str(none), str(good), str(tmp_path / "missing"))
    assert ran.returncode == 2
    assert [line.split(": ")[1] for line in ran.stdout.splitlines()] == [
        "not proved", "not a certificate", "proved", "not a certificate",
    ]  # fmt: skip
    assert ran.stderr == ""


def of(name: str, rules: dict[str, object] | None = None, **fields: object) -> bytes:
    """Return a small certificate with other rules and fields."""
    document = small(name)
    return content(
        {**document, **fields, "rules": {**document["rules"], **(rules or {})}}
    )


HOSTILE = {
    "empty": b"",
    "truncated": content(small("bunco race"))[:-40],
    "no UTF-8": b"\xff\xfe{}",
    "NaN": b'{"schema": NaN}',
    "infinity": b'{"schema": -Infinity}',
    "float": content(small("bunco roll")).replace(b"21", b"21.0", 1),
    "exponent": b'{"dice": 1e999999999}',
    "negative": content(small("bunco roll")).replace(b": 21", b": -21", 1),
    "repeated name": b'{"schema": 1, "schema": 1}',
    "deep lists": b"[" * 3_000_000,
    "deep objects": b'{"a":' * 700_000,
    "large integer": b'{"schema": ' + b"9" * 3_900_000 + b"}",
    "large for its kind": content(small("bunco turn")) + b" " * 4_000_000,
    "many lists": b"[" + b"[]," * 1_300_000 + b"[]]",
    "a list": b"[]",
    "another schema": of("bunco turn", schema="other/1"),
    "unknown field": of("bunco turn", more=1),
    "unknown rule": of("bunco turn", {"more": 1}),
    "unknown kind": of("bunco turn", kind=["chain"]),
    "no text": of("bunco turn", kind="\ud800\n\x1b[2J"),
    "no text claimed": of("bunco turn", claims={"turn.mean": "\0"}),
    "many states": of(
        "farkle turn", states=[[n, 6, 0, 0, False] for n in range(10_001)]
    ),
    "large fraction": of("bunco turn", claims={"turn.mean": "7" * 3_000_000}),
    "not reduced": of("bunco turn", claims={"turn.mean": "2/4"}),
    "no faces": of("bunco turn", {"sides": 0}),
    "no dice": of(
        "bunco turn",
        {"dice": 0, "sides": 0},
        claims={"turn.mean": "0"},
        states=[[[0], ["0", "1", "0"], 1]],
    ),
    "no dice in a round": of(
        "bunco roll", {"dice": 0}, claims={"roll.mean": "0"}, classes=[[[], 1, [0, 0]]]
    ),
    "a race to no points": of(
        "bunco race",
        {"round_points": 0},
        claims={"race.first_wins": "1"},
        states=[[[0, 0], ["1", "1", "1"], 1]],
    ),
    "no quantity": of("bunco roll", claims={"roll.match": "2/3"}),
    "many dice": of("bunco turn", {"dice": 10**17}),
    "no scale": of("farkle turn", scale=0),
    "a deck of another size": of(
        "bunco turn", kind="equilibrium", game="cribbage", model="discard"
    ),
}


MANY_KEEPS = {
    "singles": {str(face): 10**6 + face for face in range(1, 7)},
    "of_a_kind": {
        str(n): {str(face): 10**n * face + 1 for face in range(1, 7)}
        for n in range(2, 7)
    },
    "nothing": 0,
    **{name: 7 * place for place, name in enumerate(farkle.WHOLES, 1)},
}
"""Rules under which every die scores, with thousands of different keeps."""


def trivial(kind: str, model: str, rules: dict[str, int], **data: object) -> bytes:
    """Return a small certificate of Farkle with much work in it."""
    return content(
        {
            "schema": "trueodds.certificate/1",
            "kind": kind,
            "game": "farkle",
            "model": model,
            "rules": {**MANY_KEEPS, **rules},
            "claims": {"turn.mean": {"lower": "0", "upper": "1"}},
            **data,
        }
    )


def with_dice(kinds: int, faces: int, **rules: object) -> bytes:
    """Return a small certificate of Farkle with different dice that always score."""
    each = {str(face): 10**6 + face for face in range(1, faces + 1)}
    return content(
        {
            "schema": "trueodds.certificate/1",
            "kind": "decision",
            "game": "farkle",
            "model": "dice-turn",
            "rules": {
                "dice": [{"count": 1, "weights": [1] * faces, "joker": 0}] * kinds,
                "jokers": "none",
                "singles": each,
                "of_a_kind": {str(n): each for n in range(2, 9)},
                "straights": {},
                "hot_dice": True,
                "junk": True,
                **dict.fromkeys(farkle_dice.WHOLES_OF_ANY_DICE, 0),
                **dict.fromkeys(["nothing", "minimum_to_bank"], 0),
                **rules,
            },
            "claims": {"turn.mean": {"lower": "0", "upper": "1"}},
            "unit": 1,
            "scale": 1,
            "more": [[]] * (2**kinds - 1),
        }
    )


GROUPS = [
    "+".join(map(str, groups))
    for number in (2, 3, 4)
    for groups in combinations_with_replacement(range(8, 1, -1), number)
    if sum(groups) <= 8
]
TWELVE = [{"count": 8, "weights": [1] * 12, "joker": 1}]
GRID = [[0] * 200] * 200
BUSY = {
    "a match": trivial(
        "match",
        "match",
        {"minimum_to_bank": 0, "minimum_to_open": 0, "target": 200},
        scale=1,
        lower=GRID,
        upper=GRID,
    ),
    "a turn": trivial(
        "decision",
        "turn",
        {"minimum_to_bank": 0},
        scale=1,
        states=[[n, 6, 0, 10**18, False] for n in range(9_000)],
    ),
    "a game alone": trivial(
        "decision",
        "solitaire",
        {"minimum_to_bank": 0, "minimum_to_open": 0, "target": 40},
        scale=1,
        lower=[0] * 40,
        upper=[0] * 40,
    ),
    "thresholds": trivial(
        "chain",
        "thresholds",
        {"minimum_to_bank": 0},
        states=[[[10**9, n, 6], ["0", "0"], 1] for n in range(9_000)],
    ),
    "a last turn": trivial(
        "decision",
        "last-turn",
        {"final_round_tie": "split"},
        states=[[n, 6, "0"] for n in range(9_000)],
    ),
    "eight different dice": with_dice(8, 3),
    "six different dice": with_dice(6, 6),
    "seven different dice": with_dice(
        7, 4, singles={"1": 1, "2": 1, "3": 1}, of_a_kind={"8": {"1": 1}}
    ),
    "patterns with jokers": with_dice(
        1,
        12,
        dice=TWELVE,
        jokers="alone",
        patterns=dict.fromkeys(
            [
                *GROUPS,
                *(" ".join(map(str, dice)) for dice in combinations(range(1, 13), 8)),
            ][: farkle.MOST_PATTERNS],
            1,
        ),
    ),
    "straights with jokers": with_dice(
        1,
        12,
        dice=TWELVE,
        jokers="alone",
        straights={
            " ".join(map(str, dice)): 1
            for number in range(2, 9)
            for dice in combinations(range(1, 13), number)
        },
    ),
    "many patterns": with_dice(1, 2, patterns={f"2+{n}": 1 for n in range(400_000)}),
    "nested lists": b"["
    + b",".join([b"[" * 900 + b" " * 14_000 + b"]" * 900] * 1_100)
    + b"]",
    "lists": b"[" + b"[]," * 499_000 + b"[]]",
    "a name of many words": with_dice(1, 2, straights={"1 " * 7_900_000: 1}),
    "a long name": with_dice(1, 2, straights={"1 " * 1_900_000: 1}),
    "many names": content({str(n): 0 for n in range(490_000)}),
    "many claims": content(
        {**small("bunco turn"), "claims": {str(n): "1/2" for n in range(240_000)}}
    ),
    "half a letter": with_dice(1, 2, straights={"\ud800": 1}),
    "a game of cribbage": content(
        {
            "schema": "trueodds.certificate/1",
            "kind": "chain",
            "game": "cribbage",
            "model": "win",
            "rules": {"target": 61},
            "claims": {"game.first_dealer": {"lower": "0", "upper": "1"}},
            "scale": 2**62,
            "totals": {
                "lower": [[0] * 128] * 128,
                "upper": [[0, *[2**48 + 1] * 127], *[[2**48 + 1] * 128] * 127],
            },
            "reached": {"lower": [[0] * 127] * 128, "upper": [[2**62] * 127] * 128},
            "lower": [[1] * 61] * 61,
            "upper": [[2**62 - 1] * 61] * 61,
        }
    ),
    "drawing rules of a million totals": of(
        "baccarat coup",
        {
            "banker_draws": {
                rank: [11] * 90_000
                for rank in small("baccarat coup")["rules"]["banker_draws"]
            }
        },
    ),
}


@pytest.mark.parametrize("name", BUSY)
def test_small_hostile_certificates_are_refused_within_a_second(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "busy"
    path.write_bytes(BUSY[name])
    # A busy machine is slower at everything, so it gets as much more time. The fastest
    # of six runs counts, as other processes disturb some of them.
    shares = []
    while len(shares) < 6 and min(shares, default=1) >= 1:
        lines, seconds, megabytes = spent("-I", str(SOURCE), str(path))
        assert len(lines) == 1
        assert ": not proved: " in lines[0] or ": not a certificate: " in lines[0]
        slower = 1 if seconds < 1 else spent("-c", WORK)[1] / WORK_SECONDS
        shares.append(seconds / max(slower, 1))
    assert min(shares) < 1
    assert megabytes < 300


def test_the_classes_of_a_deck_are_counted_before_they_are_listed() -> None:
    row = {"denominator": 1, "rows": [[[0, 1]]], "classes": ["A"]}
    discard = content(
        {
            "schema": "trueodds.certificate/1",
            "kind": "equilibrium",
            "game": "cribbage",
            "model": "discard",
            "rules": {**plain(CribbageRules.load()), "ranks": "A23456789TJQK"},
            "claims": {"deal.equilibrium.exploitability": "0"},
            "dealer": row,
            "pone": row,
        }
    )
    before = process_time()
    with pytest.raises(MalformedError, match="expected 962988 cl"):
        check(discard)
    assert process_time() - before < 1


def test_the_makers_of_certificates_do_not_use_the_checkers() -> None:
    for path in (SOURCE.parent / "certificates").glob("*.py"):
        assert "proofs.checker" not in path.read_text(), path


def test_nothing_may_follow_a_null_among_the_classes() -> None:
    document = small("bunco roll")
    for more in ([None], [None, "anything"], [document["classes"][0]]):
        changed = {**document, "classes": [*document["classes"], *more]}
        with pytest.raises(UnprovedError, match="too many classes"):
            check(content(changed))


LARGE = ("deep lists", "deep objects", "large integer", "many lists")


@pytest.mark.parametrize("name", sorted(HOSTILE.keys() - LARGE))
def test_what_is_no_certificate_is_refused(name: str) -> None:
    with pytest.raises((MalformedError, UnprovedError)) as refused:
        check(HOSTILE[name])
    unproved = name in ("no scale", "many states")
    assert refused.type is (UnprovedError if unproved else MalformedError)
    message = str(refused.value)
    assert len(message) <= 200
    assert message.isprintable()


def test_hostile_files_are_refused_in_little_memory(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in LARGE]
    for path in paths:
        path.write_bytes(HOSTILE[path.name])
    ran = run(*map(str, paths), "/dev/zero")
    assert ran.returncode == 2, ran.stderr
    assert ran.stdout.count("not a certificate") == len(LARGE) + 1
    assert max(map(len, ran.stdout.splitlines())) < 400
    assert ran.stderr == ""


def test_a_billion_digits_are_not_even_read_and_a_pipe_is_not_waited_for(
    tmp_path: Path,
) -> None:
    digits, pipe = tmp_path / "digits", tmp_path / "pipe"
    digits.write_bytes(b'{"schema": ' + b"9" * 5_000_000)
    os.truncate(digits, 10**9)
    os.mkfifo(pipe)
    ran = run(str(digits), str(pipe), str(tmp_path))
    assert (ran.returncode, ran.stderr) == (2, "")
    large, *others = ran.stdout.splitlines()
    assert "larger than" in large
    assert [line.split(": ", 1)[1] for line in others] == [
        "not a certificate: there is no such file",
        "not a certificate: it is a folder; name its files",
    ]


def test_groups_of_patterns_are_those_of_at_most_eight_dice() -> None:
    """A checker lists their dice, so it reads no others, and each in one order."""
    texts = (
        "+".join(map(str, groups))
        for number in (2, 3, 4, 5)
        for groups in product(range(10), repeat=number)
    )
    assert {*filter(farkle.PATTERN.fullmatch, texts)} == {*GROUPS}


@settings(max_examples=15)
@given(
    st.sampled_from(["ece209", "box", "zilch", "blog", "facebook"]),
    st.dictionaries(
        st.sampled_from(["straight", "three_pairs", "four_and_two", "nothing"]),
        st.integers(0, 3000),
    ),
    st.dictionaries(further, st.integers(1, 3000), max_size=3),
)
def test_both_scorers_of_farkle_agree_on_every_keep(
    preset: str, changes: dict[str, int], patterns: dict[str, int]
) -> None:
    rules = rules_or_none(changes | {"patterns": patterns}, preset)
    if rules is None:
        return
    scorer = Scorer(rules)
    plain_rules = farkle.rules_with()(scores(rules))
    for roll, keeps in farkle.keeps_of_rolls(plain_rules).items():
        counts = counts_of([int(face) for face in roll])
        expected = {
            (option.points, len(roll) - sum(option.kept))
            for option in scorer.options(counts)
        }
        assert set(keeps) == expected


def test_shows_are_scored_as_everybody_does() -> None:
    record = CribbageRules.load()
    rules = plain(record)
    fives = [(4, "H"), (4, "C"), (4, "S"), (10, "D")]
    ranks = (4, 4, 4, 4, 10)
    best = cribbage.rank_points(rules, ranks)
    assert best + cribbage.suit_points(rules, "hand", fives, (4, "D")) == 29
    flush = [(1, "H"), (3, "H"), (5, "H"), (7, "H")]
    points = [
        cribbage.suit_points(rules, kind, flush, (12, suit))
        for kind, suit in product(("hand", "crib"), "HC")
    ]
    assert points == [5, 4, 5, 0]


def test_the_line_has_the_values_and_the_rules(tmp_path: Path) -> None:
    """Rules are named by their differences, and long fractions are rounded."""
    path = tmp_path / "certificate.json"
    path.write_bytes(content(small("bunco turn")))
    values = "turn.mean = 35/2, turn.rolls.mean = 9/2, turn.any_bunco = 1/3"
    assert verdict(str(path)).line == (
        f"{path}: proved: 3 claims: {values}, by bunco rules with dice = 2, sides = 3"
    )
    assert rules_in_words("bunco", "turn", {"dice": 3, "bunco_points": 20}) == (
        "bunco rules with bunco_points = 20"
    )
    assert rules_in_words("farkle", "roll", {"singles": {"1": 100}}) == (
        "box rules with no singles.5"
    )
    third = Fraction(1, 3**200)
    assert values_in_words({"id": third}) == "id is from 0.000000000 to 0.000000001"
