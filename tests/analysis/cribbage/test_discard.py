"""The discards of one deal: in Python, on the command line, and kept on disk."""

import json
import zlib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from commands import Run
from hypothesis import example, given, settings
from hypothesis import strategies as st

import trueodds
from trueodds.analysis.cribbage import strategy_file
from trueodds.analysis.cribbage.discard import opponent_tables
from trueodds.core.cards import DECK, Card, format_cards, parse_cards
from trueodds.core.errors import (
    CardError,
    OptionError,
    PositionError,
    RulesError,
    UnknownNameError,
)
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store
from trueodds.core.storage.progress import silent
from trueodds.reports.answers.cribbage import discard as discard_report

HAND = "5H 5D JS QC 2D 9S"


@pytest.mark.parametrize(
    ("hand", "role", "opponent", "error"),
    [
        ("5H 5D JS QC 2D 9S AC", "dealer", "equilibrium", PositionError),
        ("5H 5D JS QC 2D 5H", "dealer", "equilibrium", CardError),
        (HAND, "deeler", "equilibrium", UnknownNameError),
        (HAND, "dealer", "equilibrum", UnknownNameError),
        (HAND, "dealer", "/", RulesError),
    ],
)
def test_what_is_no_deal_of_a_role(
    hand: str, role: str, opponent: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        trueodds.discard(hand, role, opponent=opponent)


@pytest.mark.parametrize("role", ["dealer", None])
def test_several_deals_are_rows_of_one_frame(role: str | None) -> None:
    deals = [HAND, "AC 2C 3C 4C 5C 6C"]
    answer = trueodds.discard(deals, role)
    singles = (trueodds.discard(deal, role).to_arrow().to_pylist() for deal in deals)
    rows = answer.to_arrow().to_pylist()
    hands = [row.pop("hand") for row in rows]
    assert [*dict.fromkeys(hands)] == ["2D 5D 5H 9S JS QC", deals[1]]
    assert rows == [row for single in singles for row in single]
    printed = repr(answer).splitlines()
    assert len([line for line in printed if " to " in line]) == len(answer.rankings)


def test_a_series_of_deals_keeps_its_order_and_its_index() -> None:
    pandas = pytest.importorskip("pandas")
    deals = pandas.Series([HAND, "AC 2C 3C 4C 5C 6C", HAND], ["b", "a", "b"])
    thrown = pandas.Series(["JS QC", "AC 2C", "2D 9S"])
    graded = trueodds.discard(deals, "mine", throw=thrown)
    frame = graded.to_pandas()
    assert (*frame.index,) == ("b", "a", "b")
    assert (*frame["discard"],) == (*thrown,)
    first, second = (trueodds.discard(deal, "mine") for deal in deals[:2])
    costs = [
        first.best.total - first.of("JS QC").total,
        second.best.total - second.of("AC 2C").total,
        0,
    ]
    assert (*frame["costs"],) == (*map(float, costs),)
    every = trueodds.discard(deals.to_numpy(), "mine")
    assert every.to_pandas()["hand"].nunique() == 2
    assert len(every) == len(every["dealer"]) == 45
    with pytest.raises(PositionError, match=r"^deal 2: a discard is two of the cards"):
        trueodds.discard(deals, "mine", throw="JS QC")
    with pytest.raises(
        OptionError, match="must have 3 discards, one for each deal, not 1"
    ):
        trueodds.discard(deals, "mine", throw=["JS QC"])
    with pytest.raises(PositionError, match=r"^deal 1: a deal is six cards, not 7"):
        trueodds.discard([f"{HAND} AC", HAND], "mine")


def test_the_dealer_keeps_the_fives_and_throws_no_ten_card() -> None:
    best = trueodds.discard(HAND, "dealer").best
    assert format_cards(best.discard) == "2D 9S"
    # 14 points, or 16 and 18 with a deuce, a ten-card, an ace …: 583 over 46 starters.
    assert (best.own, best.own_min, best.own_max) == (Fraction(583, 46), 10, 21)
    assert best.total == best.own + best.crib


@settings(max_examples=10)
@example(list(parse_cards("7C 7D 8C 8D 9C 9D")), [1, 0, 2, 3])
@given(st.permutations(DECK).map(lambda deck: deck[:6]), st.permutations(range(4)))
def test_suits_may_be_renamed(deal: list[Card], suits: list[int]) -> None:
    def renamed(cards: tuple[Card, ...]) -> frozenset[Card]:
        return frozenset(Card(card.rank, suits[card.suit]) for card in cards)

    ranked = trueodds.discard(deal, "pone")
    others = {
        frozenset(discard.discard): (discard.own, discard.crib, discard.total)
        for discard in trueodds.discard(renamed(tuple(deal)), "pone")
    }
    for discard in ranked:
        assert others[renamed(discard.discard)] == (
            discard.own,
            discard.crib,
            discard.total,
        )


def test_without_a_role_both_are_ranked() -> None:
    both = trueodds.discard("5H 5D JS QC 2D 9S")
    assert [len(both), len(both["dealer"]), len(both["pone"])] == [30, 15, 15]
    assert repr(both["dealer"].best) == "Throw(2♦ 9♠, keep 5♦ 5♥ J♠ Q♣, 16.22)"
    assert repr(both["pone"]) == repr(trueodds.discard(HAND, "theirs"))
    assert both["pone"]["role"] == "pone"


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_json_is_what_python_says(role: str, trueodds_command: Run) -> None:
    ran = trueodds_command("discard", HAND, "--role", role, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    record = json.loads(ran.out)
    assert list(record) == ["schema", "hand", "role", "discards"]
    assert record["schema"] == "trueodds.discard/1"
    assert (sorted(record["hand"]), record["role"]) == (sorted(HAND.split()), role)
    ranked = trueodds.discard(HAND, role)
    assert len(record["discards"]) == 15
    for entry, discard in zip(record["discards"], ranked, strict=True):
        assert entry == {
            "discard": [str(card) for card in discard.discard],
            "keep": [str(card) for card in discard.keep],
            **{
                name: f"{value.numerator}/{value.denominator}"
                for name, value in (
                    ("own", discard.own),
                    ("crib", discard.crib),
                    ("total", discard.total),
                )
            },
            "total_decimal": float(discard.total),
            "own_min": discard.own_min,
            "own_max": discard.own_max,
            "costs": float(ranked[0].total - discard.total),
        }


def test_the_table_ranks_all_fifteen(trueodds_command: Run) -> None:
    ran = trueodds_command("discard", HAND, "--role", "pone")
    lines = ran.out.splitlines()
    assert lines[0] == (
        "Throw 2D 9S into the opponent's crib (pone, six-card rules): "
        "hand - crib is 7.86 points on average."
    )
    assert lines[4].split()[:2] == ["2D", "9S"]
    assert lines[4].split()[-4:] == ["21", "4.82", "7.86", "best"]
    assert len([line for line in lines[4:] if " to " in line]) == 15


def test_fractions_and_the_bound_of_the_opponent_are_behind_exact(
    trueodds_command: Run,
) -> None:
    short, long = (
        trueodds_command("discard", HAND, *o).out for o in ((), ("--exact",))
    )
    assert "an opponent who throws perfectly (--opponent changes that)." in short
    assert ("583/46" in short, "e-17" in short) == (False, False)
    assert "583/46" in long
    assert "who throws perfectly, within 1.3e-17 points a deal (--opponent" in long


def test_both_cribs_fit_in_twelve_lines(trueodds_command: Run) -> None:
    printed = trueodds_command("discard", "2H", "4C", "5S", "8D", "JC", "KH").out
    lines = printed.splitlines()
    assert len(lines) <= 12
    for role, crib in (("dealer", "your crib"), ("pone", "the opponent's crib")):
        best = trueodds.discard("2H 4C 5S 8D JC KH", role)[:3]
        rows = [line for line in lines if line.startswith(f"{crib} ")]
        thrown = [" ".join(row[len(crib) :].split()[:2]) for row in rows]
        assert thrown == [format_cards(discard.discard) for discard in best]
        assert f"{thrown[0]} into {crib.removesuffix(' crib')}" in lines[0]
    assert lines[0].startswith("Throw ")
    assert "six-card" in lines[0]
    every = trueodds_command("discard", "2H4C5S8DJCKH", "--all").out.splitlines()
    assert len([line for line in every if " to " in line]) == 30
    assert every[0] == lines[0]


@pytest.mark.parametrize(
    ("words", "role"),
    [
        (("5H", "5D", "JS", "QC", "2D", "9S"), "DEALER"),
        (("5h5djsqc2d9s",), "mine"),
        (("5♥5♦", "J♠Q♣", "2♦9♠"), "Mine"),
        ((HAND,), "dealer"),
    ],
)
def test_cards_and_roles_in_other_spellings(
    words: tuple[str, ...], role: str, trueodds_command: Run
) -> None:
    printed = trueodds_command("discard", *words, "--role", role).out
    assert printed == trueodds_command("discard", HAND, "--role", "dealer").out
    ranked = trueodds.discard(HAND, "dealer")
    assert trueodds.discard("".join(words), "mine") == ranked
    assert trueodds.discard(HAND.split(), "dealer") == ranked
    assert trueodds.discard(parse_cards("".join(words)), "dealer") == ranked


def test_json_of_both_cribs_has_both_roles(trueodds_command: Run) -> None:
    record = json.loads(trueodds_command("discard", HAND, "--format", "json").out)
    assert list(record) == ["schema", "hand", "roles"]
    assert record["schema"] == "trueodds.discard-roles/1"
    for role in ("dealer", "pone"):
        command = "discard", HAND, "--role", role, "--format", "json"
        single = json.loads(trueodds_command(*command).out)
        assert record["roles"][role] == single["discards"]
        assert record["hand"] == single["hand"]


def test_a_tiny_cost_is_not_printed_as_nothing() -> None:
    assert discard_report.cost_text(Fraction(0)) == "best"
    assert discard_report.cost_text(Fraction(1, 1000)) == "under 0.01"
    assert discard_report.cost_text(Fraction(1, 200)) == "costs 0.01"
    assert discard_report.cost_text(Fraction(7, 2)) == "costs 3.50"


@pytest.fixture(scope="module")
def pone_at_equilibrium() -> bytes:
    """Return the sums as they are cached for all tests of the run."""
    opponent_tables.opponent_tables("equilibrium", "pone", CribbageRules.load())
    return bytes(store.read_bytes(store.folder() / "cribbage-equilibrium-pone.bin")[1])


@pytest.fixture
def sums(
    pone_at_equilibrium: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> list[str]:
    """Use a separate cache, and return a list of the sums computed for it."""
    calls: list[str] = []

    def computed(opponent: str, role: str, *_: object) -> bytes:
        assert (opponent, role) == ("equilibrium", "pone")
        calls.append(f"{opponent} {role}")
        return pone_at_equilibrium

    monkeypatch.setattr(opponent_tables, "_computed", computed)
    monkeypatch.setattr(opponent_tables, "_last_read", Forgetful())
    monkeypatch.setenv("TRUEODDS_CACHE", str(tmp_path))
    return calls


class Forgetful(dict[str, object]):
    """The tables that a process read last, which here are always read again."""

    def __setitem__(self, role: str, tables: object) -> None: ...


def test_sums_are_read_once_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    first = trueodds.discard("5H 5D JS QC 2D 9S", "dealer")
    reads: list[str] = []
    fetch = store.fetch_checked

    def counted(name: str, *arguments: object, **settings: object) -> object:
        reads.append(name)
        return fetch(name, *arguments, **settings)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "fetch_checked", counted)
    assert trueodds.discard("5H 5D JS QC 2D 9S", "dealer") == first
    trueodds.discard("AH 2H 3H 4H 5H 6H", "dealer")
    assert reads == []


def test_sums_are_kept_and_made_anew_when_damaged_or_stale(
    sums: list[str],
    tmp_path: Path,
    trueodds_command: Run,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = "discard", HAND, "--role", "dealer", "--format", "json"
    printed = trueodds_command(*asked, "--no-cache").out
    assert not list(tmp_path.iterdir())

    assert trueodds_command(*asked).out == printed
    assert trueodds_command(*asked).out == printed
    assert sums == ["equilibrium pone"] * 2
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()

    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    for content in (bytes(flipped), whole[:1000], b"", b"\0" * 100):
        file.write_bytes(content)
        sums.clear()
        caplog.clear()
        assert trueodds_command(*asked).out == printed
        assert sums == ["equilibrium pone"]
        assert "damaged" in caplog.text
        assert file.read_bytes() == whole

    # A right checksum, and another content: a number, a part too few, no header.
    key, good = store.read_bytes(file)
    for content in (bytes(good[:-8]) + b"\1" * 8, bytes(good[:-100]), b"", b"\0" * 100):
        store.write_bytes(file, key, content)
        sums.clear()
        caplog.clear()
        assert trueodds_command(*asked).out == printed
        assert sums == ["equilibrium pone"]
        assert "damaged" in caplog.text
        assert file.read_bytes() == whole

    monkeypatch.setattr(opponent_tables, "MADE_BY", "")
    caplog.clear()
    assert trueodds_command(*asked).out == printed
    assert sums == ["equilibrium pone"] * 2
    assert "stale" in caplog.text
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_a_cache_that_cannot_be_written_costs_nothing_else(
    sums: list[str],
    trueodds_command: Run,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = "discard", HAND, "--role", "dealer", "--format", "json"
    printed = trueodds_command(*asked).out
    monkeypatch.setenv("TRUEODDS_CACHE", "/dev/null/cache")
    assert trueodds_command(*asked).out == printed
    assert "not cached" in caplog.text


def test_a_strategy_file_is_an_opponent(tmp_path: Path, trueodds_command: Run) -> None:
    content = strategy_file.SHIPPED.read_bytes()
    path = tmp_path / "my.strategy"
    path.write_bytes(content)
    asked = "discard", HAND, "--role", "pone", "--format", "json"
    record = json.loads(trueodds_command(*asked, "--opponent", str(path)).out)
    assert record.pop("opponent") == str(path)
    assert record == json.loads(trueodds_command(*asked).out)

    path.write_bytes(content[:-1])
    ran = trueodds_command(*asked, "--opponent", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"trueodds: error: {path} is damaged: its checksum does not fit\n"


def test_cached_tables_of_a_strategy_file_belong_to_it(
    sums: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables of other weights, or with an array too short, are computed again."""
    path = tmp_path / "my.strategy"
    path.write_bytes(strategy_file.SHIPPED.read_bytes())
    good = opponent_tables._computed(
        "equilibrium", "pone", CribbageRules.load(), silent
    )
    expected = trueodds.discard(HAND, "dealer").best
    file = zlib.decompress(good)
    start = 4 + int.from_bytes(file[:4], "little")
    header = json.loads(file[4:start])

    def with_header(**changes: Any) -> bytes:
        text = json.dumps(header | changes).encode()
        packed = len(text).to_bytes(4, "little") + text + file[start:]
        return zlib.compress(packed, 1)

    pending: list[bytes] = []
    monkeypatch.setattr(opponent_tables, "_computed", lambda *_: pending.pop())
    other = [[header["denominator"], *[0] * 14], *header["rows"][1:]]
    fewer = header["arrays"][:-1]
    for bad in (with_header(rows=other[::-1]), with_header(arrays=fewer)):
        pending[:] = [good, bad]
        with pytest.raises(ValueError, match=r"strategy|array"):
            trueodds.discard(HAND, "dealer", opponent=path)  # it caches the bad tables
        ranked = trueodds.discard(HAND, "dealer", opponent=path)
        assert ranked.best == expected
        assert not pending
        next(tmp_path.glob("cribbage-strategy-*-pone.bin")).unlink()
