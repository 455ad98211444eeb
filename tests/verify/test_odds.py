"""``trueodds verify odds``: tables of odds, judged to their digits."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import trueodds
from trueodds.core import games
from trueodds.core.errors import PositionError
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.proofs.claims import judge
from trueodds.proofs.verify.odds import TableRow, judge_table
from trueodds.proofs.verify.odds.judging import Far
from trueodds.proofs.verify.odds.judging import judge as judge_cell
from trueodds.reports.answers.odds import view_output
from trueodds.reports.answers.odds_verdict import odds_verdict
from trueodds.reports.parts import parts
from trueodds.reports.text.odds import View


@pytest.fixture(scope="module")
def odds() -> Odds:
    return trueodds.odds("bunco")


def rows_of(game: str, table: str, rules: str | None = None) -> list[TableRow]:
    """Return the judged rows of a table, with the labels that the command knows."""
    exact = trueodds.odds(game, rules or games.find(game).base_preset)
    return judge_table(table, exact, parts(game).headlines)


TABLE = """id,value
roll.bunco,0.46 %
roll.triple,2.7%
roll.mini_bunco,"0.030"
game.at_least.4,45.35512 %
roll.bunco,1 in 216
roll.mean,151/216
"""


def test_values_are_judged_to_their_digits(odds: Odds) -> None:
    rows = judge_table(TABLE, odds)
    assert [(row.verdict, row.right) for row in rows] == [
        ("true", "0.46 %"),
        ("approximate", "2.8 %"),
        ("false", "0.023"),
        ("true", "45.35512 %"),
        ("true", "1 in 216"),
        ("true", "151/216"),
    ]


@pytest.mark.parametrize("meant", ["0.46 %", "1 in 216"])
def test_a_number_without_its_unit_is_told_the_unit(odds: Odds, meant: str) -> None:
    (row,) = judge_table(f"roll.bunco,{meant.strip(' %').split()[-1]}", odds)
    assert meant in row.fault


def test_tables_of_doubles_as_programs_print_them(odds: Odds) -> None:
    """Powers of ten, and a last digit that is that of the nearest double."""
    floats = {id: odds[id].decimal for id in ("roll.mini_bunco", "game.mean")}
    floats["game.any_bunco"] = odds["game.any_bunco"].decimal
    table = "".join(f"{id},{value!r}\n" for id, value in floats.items())
    table += "roll.bunco,4.63e-3\nroll.bunco,4.62E-03\n"
    *exact, right, wrong = judge_table(table, odds)
    assert {row.verdict for row in exact} == {"true"}
    assert (right.verdict, wrong.verdict) == ("true", "approximate")
    (row,) = judge_table("roll.mini_bunco,0.023148148148148143", odds)
    assert row.verdict == "false"


@pytest.mark.parametrize(
    ("game", "label", "id"),
    [
        ("bunco", "BUNCO", "roll.bunco"),
        ("bunco", "A roll is a Bunco", "roll.bunco"),
        ("baccarat", "House edge: Banker, 5% commission", "bet.banker.edge"),
        ("baccarat", "The coup is a tie", "coup.tie"),
        ("baccarat", "tie at 8 to 1, house edge", "bet.tie_8.edge"),
    ],
)
def test_labels_name_quantities_too(game: str, label: str, id: str) -> None:
    exact = trueodds.odds(game)
    table = f"{label}\t{float(exact[id])!r}\n"
    (row,) = judge_table(table, exact, parts(game).headlines)
    assert row.quantity
    assert (row.quantity.id, row.verdict) == (id, "true")


VIEWS = [
    View(),
    View(everything=True),
    View(everything=True, exact=True),
    View(digits=15),
]
OF_GAMES = {
    "bunco": ["game.total", "roll.bunco"],
    "baccarat": ["coup.cards", "bet.banker.edge"],
    "cribbage": ["show.hand", "show.hand.sd"],
    "farkle": ["turn.bank_at", "roll.3.farkle"],
}


@pytest.mark.parametrize(
    "format_", ["table", "csv", "tsv", "markdown", "latex", "json"]
)
@pytest.mark.parametrize("game", OF_GAMES)
def test_every_format_that_odds_prints_is_read_back(game: str, format_: str) -> None:
    exact = trueodds.odds(game)
    family, single = OF_GAMES[game]
    some = [{}, {"digits": 20}, {"exact": True, "plot": True}]
    views = [*VIEWS, *(View([family], **more) for more in some), View([single])]
    # Some formats print the same in several views.
    texts = {view_output(exact, view).text(format_): view for view in views}
    for text, view in texts.items():
        rows = judge_table(text, exact, parts(game).headlines)
        assert {(row.verdict, row.fault) for row in rows} == {("true", "")}, view


CHANGES = {
    "roll.bunco,Bunco,1/216,": "roll.bunco,Bunco,1/215,",
    ",0.004629629629629629,": ",0.00462962962962962,",
    ",,,1,216,216.0,": ",,,2,216,216.0,",
    ",1,216,216.0,": ",1,216,215.0,",
}


@pytest.mark.parametrize("printed", CHANGES)
def test_a_changed_value_is_found_in_any_column(odds: Odds, printed: str) -> None:
    text = view_output(odds, View(["roll.bunco"])).text("csv")
    rows = judge_table(text.replace(printed, CHANGES[printed]), odds)
    assert [row.verdict == "true" for row in rows].count(False) == 1
    family = view_output(odds, View(["game.total"])).text("table")
    rows = judge_table(family.replace("97.06 %", "97.05 %"), odds)
    assert [row.right for row in rows if row.verdict != "true"] == ["97.06 %"]


def test_a_name_that_is_not_known_stops_nothing(
    trueodds_command: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text("roll.bunko,1\nroll.bunco,1/216\nroll.triple,half\nroll.mean\n")
    code, out, _ = trueodds_command("verify", "odds", "bunco", str(path))
    assert code == 2
    first, *faults = filter(None, out.splitlines())
    assert first.startswith(
        "4 values, to the digits written: 1 right, 0 wrong, 3 not judged (bunco rules)"
    )
    assert faults == [
        "not judged, line 1: bunco has no number 'roll.bunko'; did you mean roll.bunco "
        "or roll.mini_bunco?",
        "not judged, line 3: 'half' is not a number such as 0.46 %, 1 in 216, 3/8",
        "not judged, line 4: '?' is not a number such as 0.46 %, 1 in 216, 3/8",
    ]


def test_after_many_unclear_names_the_next_rows_are_judged(odds: Odds) -> None:
    table = "".join(f"two sixes {n},1\n" for n in range(9))
    *unclear, named = judge_table(f"{table}Bunco in round 2,1/216", odds)
    assert {row.verdict for row in unclear} == {"unspecified"}
    assert named.verdict == "true"


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ("roll.bunko,0.46 %", "did you mean roll.bunco"),
        ("roll.bunco,half", "line 1: 'half' is not a number"),
        ("roll.bunco,1/0", "line 1: '1/0' divides by 0"),
        ('roll.bunco,",5"', "line 1: ',5' is not a number"),
        (f"roll.bunco,0.{'1' * 5000}", "is not a number"),
        ("roll.bunco,1e-9999999", "is not a number"),
        ("roll.bunco,1,2", "line 1: the row has 3 cells: roll.bunco | 1 | 2; "),
        ("pair,crib\nA-A,5.25", "bunco has no number 'A-A'"),
        ('{"schema": 1, "now": [5]}', "bunco has no number 'schema'"),
    ],
)
def test_what_cannot_be_judged_is_named(odds: Odds, table: str, fault: str) -> None:
    row, *_ = judge_table(table, odds)
    assert row.verdict == "unspecified"
    assert fault in row.fault


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ("id,value", "no rows"),
        ("", "no rows"),
        ('{"a": [1}', "not JSON"),
        ("[3]", "not JSON"),
    ],
)
def test_what_is_no_table(odds: Odds, table: str, fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        judge_table(table, odds)


RIGHT = [
    ("farkle", "roll.1.farkle,2 to 1 on"),
    ("farkle", "roll.1.farkle,1 to 2"),
    ("farkle", "roll.6.farkle,157:5"),
    ("farkle", "score with 1 die,1 in 3"),
    ("farkle", "Score with one die,1 out of 3"),
    ("farkle", "chance to score with four dice,84.26 per cent"),
    ("farkle", "bust with three dice,~27.8 %"),
    ("farkle", "roll.6.straight,.0154"),
    ("farkle", "turn.mean,470.19 points"),
    ("bunco", "roll.bunco,215 to 1"),
    ("bunco", "roll.bunco,1:215 on"),
    ("bunco", "Bunco in one roll,1 in 216"),
    ("bunco", "no Bunco in a turn,120/121"),
    ("bunco", "roll.mini_bunco,about 42:1"),
    ("bunco", "roll.bunco\t1 of 216"),
    ("bunco", 'roll.bunco,"[0.0046, 0.0047]"'),
    ("bunco", "|roll.bunco|[0.0046,0.0047]|"),
    ("bunco", 'roll.bunco,"[0.46%, 0.47%]"'),
    ("bunco", "roll.bunco,0.46 % to 0.47 %"),
    ("bunco", "game.total.5 or more,29.32 %"),
    ("baccarat", "coup.tie,9.51 to 1"),
    ("baccarat", "coup.banker,0.4586"),
    ("baccarat", "coup.banker,50.68 %"),
    ("baccarat", "bet.banker.edge,1.17 %"),
    ("baccarat", "bet.banker.edge,-1.06 %"),
    ("baccarat", "bet.banker.edge,-0.0106"),
    ("baccarat", "bet.banker.edge,98.94 %"),
    ("baccarat", "id,return (%)\nbet.player.edge,98.76"),
    ("baccarat", "id,expected value\nbet.player.edge,-0.0124"),
    ("baccarat", "bet.tie_8,8 to 1"),
    ("baccarat", "Dragon 7,40:1"),
    ("baccarat", "banker,19 to 20"),
    ("baccarat", "the coup is not a tie,90.48 %"),
    ("cribbage", 'deal.kept.29,"1 in 216,580"'),
    ("cribbage", "id,percent\nshow.hand.0,7.76"),
    ("cribbage", 'show.hand.0,"1,009,008 of 12,994,800"'),
]


@pytest.mark.parametrize(("game", "table"), RIGHT)
def test_notations_that_are_right(game: str, table: str) -> None:
    assert [(row.verdict, row.fault) for row in rows_of(game, table)] == [("true", "")]


def test_a_negative_number_of_points_is_no_moneyline() -> None:
    (row,) = rows_of("farkle", "claim.blog.one_ace.2.11.gain,-508.539", "box")
    assert (row.verdict, row.fault) == ("true", "")


def test_farkle_with_six_dice_by_rules_of_facebook() -> None:
    (row,) = rows_of("farkle", "roll.6.farkle,42.2 to 1", "facebook")
    assert (row.verdict, row.right) == ("true", "42.2 to 1")


WRONG = [
    ("farkle", "roll.1.farkle,1 to 1", "0.5 to 1", ""),
    ("farkle", "roll.6.farkle,31.6 to 1", "31.4 to 1", ""),
    ("baccarat", "bet.tie_8,9 to 1", "8 to 1", ""),
    ("baccarat", "bet.player_pair.edge,11.25 %", "10.36 %", "right for 6 decks"),
    ("baccarat", "coup.banker,45.36 %", "45.86 %", "one digit wrong"),
    ("baccarat", "bet.tie_8.edge,14.400 %", "14.360 %", "as a round number"),
    ("farkle", "turn.mean,500", "470", "as a round number"),
    ("baccarat", "bet.banker.edge,-1.08 %", "1.06 %", ""),
    ("bunco", "roll.bunco,10 %", "0.462962963 %", ""),
    ("bunco", "roll.bunco,1:200 on", "215 to 1", ""),
]


@pytest.mark.parametrize(("game", "table", "right", "note"), WRONG)
def test_wrong_values_are_explained_by_what_would_make_them_right(
    game: str, table: str, right: str, note: str
) -> None:
    (row,) = rows_of(game, table)
    assert (row.verdict, row.right) == ("false", right)
    assert note in row.note


NOT_JUDGED = [
    (
        "farkle",
        "turn.farkle,620",
        "'620' has no unit; write 1 in 620, if it is no number",
    ),
    ("farkle", "turn.farkle,620 points", "is a probability, and '620 points' is not"),
    ("farkle", "turn.mean,47 %", "is a number of points, and '47 %' is not"),
    ("farkle", "roll.4.score,84 %", "no number 'roll.4.score'"),
    ("farkle", "roll.1.farkle,2 to 1", "right only as 2 to 1 on"),
    ("farkle", "roll.6.of_a_kind.3 or more,0.3", "leaves out outcomes"),
    ("farkle", '"roll.1.farkle","66,67 %"', "write 66.67 %"),
    ("bunco", "roll.bunco,215-1", "write 215 to 1"),
    ("bunco", "roll.bunco,1:216", "right only as 1 in 216"),
    ("bunco", "roll.bunco,+21500", "moneyline"),
    ("bunco", "roll.bunco,0.46", "write this if it is meant"),
    ("bunco", "roll.bunco,0", "'0' has no unit; write 0 %"),
    ("bunco", "roll.bunco,0 to 0", "'0 to 0' divides by 0"),
    ("bunco", "roll.bunco,5:0", "'5:0' divides by 0"),
    ("cribbage", "id,percent\nshow.hand.mean,4.77", "'4.77' in a column of % is not"),
    ("bunco", "roll.bunco,0.0047 to 0.0046", "no interval; 0.0047 is above 0.0046"),
    ("baccarat", "tie,8 to 1", "coup.tie (9.509 to 1), bet.tie_8 (8 to 1), bet.tie_9"),
    ("baccarat", "coup.banker,45.86", "write 45.86 % or 1 in 45.86"),
    ("baccarat", "bet.banker.edge,1.06", "write 1.06 %"),
    ("baccarat", "bet.dragon_bonus_player,30 to 1", "has 6 pay-outs"),
    ("baccarat", "bet.banker.edge,1 in 94", "is a share of the stake"),
    ("cribbage", "deal.kept.29,1 in 216,580", "the row has 3 cells"),
    ("cribbage", "score,count\n29,4", "did you mean show.hand.29"),
    ("cribbage", "id,count\nshow.hand.29,5", "ours is 4 of 12,994,800"),
]


@pytest.mark.parametrize(("game", "table", "fault"), NOT_JUDGED)
def test_values_with_several_readings_are_not_judged(
    game: str, table: str, fault: str
) -> None:
    (row,) = rows_of(game, table)
    assert row.verdict == "unspecified"
    assert fault in row.fault


def test_score_count_and_percent_are_all_judged() -> None:
    table = "show.hand\nscore,count,percent\n29,4,0.000031 %\n0,1009008,7.76\n"
    rows = rows_of("cribbage", table)
    assert [row.verdict for row in rows] == ["true"] * 4
    assert rows == rows_of("cribbage", table.replace("show.hand\nscore", "show.hand"))


def test_the_edge_without_ties_has_one_verdict_here_and_in_the_claims() -> None:
    (claim,) = judge("elsewhere.baccarat.banker_edge_resolved")
    (row,) = rows_of("baccarat", f"bet.banker.edge,{claim.claimed}")
    assert (row.verdict, row.right) == (claim.verdict, "1.06 %")
    assert row.note == "right without ties (bet.banker.resolved)"


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("roll.bunco,1/216", 0),
        ("roll.bunco,216\nroll.bunco,1/216", 2),
        ("roll.bunco,216\nroll.bunco,1/215", 1),
        ("roll.bunko,1", 2),
    ],
)
def test_the_exit_code_is_that_of_the_worst_row(
    odds: Odds, table: str, code: int
) -> None:
    answer = odds_verdict(judge_table(table, odds), odds)
    assert answer.exit_code == code
    assert "to the digits written: " in answer.text("table")


@pytest.mark.parametrize("form", ["{} to 1", "{}:1", "1:{}", "{} to 1 on", "{} %"])
def test_cells_that_are_far_off_are_judged_as_any_others(form: str) -> None:
    """The shortcut for them knows each reading of a cell."""
    bunco, baccarat = trueodds.odds("bunco"), trueodds.odds("baccarat")
    chances = [*bunco.family("roll.points"), bunco["race.first_wins"]]
    chances += [baccarat[f"coup.{winner}"] for winner in ("player", "banker", "tie")]

    def judged(text: str, chance: Quantity, far: Far | None) -> str:
        try:
            return str(judge_cell(text, "", chance, far))
        except ValueError as error:
            return str(error)

    for chance in chances:
        far: Far = {}
        near = [chance.one_in] if chance.one_in else []
        for number in (0.1, 0.5, 1, 1.2, 1.24, 2, 7.3, 9.51, 10, 215, 216, 2000, *near):
            for shown in (f"{number:.3f}", f"{number:.0f}", f"{number - 1:.2f}"):
                text = form.format(shown)
                assert judged(text, chance, far) == judged(text, chance, None)


@pytest.mark.parametrize("name", ["roll.points.{}", "no such number {}", "odds"])
def test_many_wrong_rows_take_seconds(odds: Odds, name: str) -> None:
    """A tenth of 100,000 rows, of which at most 5 s are asked."""
    lines = [f"{name.format(n % 22)},0.{n:05}" for n in range(10_000)]
    if name == "odds":
        lines = [f"roll.bunco,{n / 100 + 300} to 1" for n in range(10_000)]
    before = time.process_time()
    rows = judge_table("\n".join(lines), odds)
    text = odds_verdict(rows, odds).text("table")
    assert time.process_time() - before < 5
    assert len(text.splitlines()) < 2_000
    assert len(json.loads(odds_verdict(rows, odds).text("json"))["rows"]) == 10_000


def test_the_command_names_rules_and_faults(
    trueodds_command: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    code, out, _ = trueodds_command("verify", "odds", "bunco", str(path))
    assert code == 1
    first = "6 values, to the digits written: 4 right, 1 wrong, 1 cut off (bunco rules)"
    assert out.startswith(f"{first}.\n")
    assert "0.030" in out
    assert "0.023" in out
    path.write_text("roll.bunco,0.46 %\n", encoding="utf-8-sig")
    code, out, _ = trueodds_command("verify", "odds", "bunco", str(path))
    assert (code, out.count("\n")) == (0, 1)


def test_options_of_a_game_change_the_right_values(
    trueodds_command: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text("roll.6.farkle,1 in 749\n")
    typed = "verify", "odds", "farkle", str(path), "--rules", "ece209"
    assert trueodds_command(*typed, "--dice", "odd*6")[0] == 0
    with_odd = trueodds.verify.odds("farkle", path, rules="ece209", dice="odd*6")
    assert [row.verdict for row in with_odd.rows] == ["right"]
    assert trueodds_command(*typed)[0] == 1


@pytest.mark.parametrize(
    ("game", "table", "wanted"),
    [
        ("bunco", "quantity,odds against\nroll.bunco,215", "true"),
        ("bunco", "quantity,odds against\nroll.bunco,216", "false"),
        ("bunco", "roll,probability\nroll.mini_bunco,2.31", "unspecified"),
        ("bunco", "roll,likely\nroll.bunco,1/216", "true"),
        ("baccarat", "bet,return\nbet.player.edge,-1.24 %", "true"),
        ("baccarat", "bet,expected value\nbet.banker.edge,-0.0106", "true"),
        ("baccarat", "bet,payout\ntie_8,8 to 1", "true"),
        ("baccarat", "bet,house edge\nPlayer,1.24%\nBanker,1.06 %", "true"),
        ("baccarat", "name,return\ntie_8,85.64 %\nbanker,98.94 %", "true"),
        ("baccarat", "Tie,9.52%", "true"),
        ("baccarat", "Tie,9.62%", "false"),
        ("bunco", "event,count,percent\nno bunco in a roll,215,99.54", "true"),
    ],
)
def test_headings_say_what_numbers_are_of(game: str, table: str, wanted: str) -> None:
    assert {row.verdict for row in rows_of(game, table)} == {wanted}


@pytest.mark.parametrize(
    ("table", "ids"),
    [
        ("Tie,14.36%", ["coup.tie (9.52 %)", "bet.tie_8.edge (14.36 %)"]),
        ("bet,house edge\nTie,14.36%", ["bet.tie_8.edge", "bet.tie_9.edge (4.84 %)"]),
        ("tie,8 to 1", ["coup.tie (9.509 to 1)", "bet.tie_8 (8 to 1)"]),
    ],
)
def test_a_label_of_several_quantities_is_not_judged(
    table: str, ids: list[str]
) -> None:
    (row,) = rows_of("baccarat", table)
    assert row.verdict == "unspecified"
    assert all(id in row.fault for id in ids)


def test_a_note_keeps_the_sign_of_an_expected_value() -> None:
    """Other decks would need the other sign too."""
    table = "bet,expected value\nbet.banker.edge,0.0106\nbet.tie_8.edge,0.14360"
    assert [(row.verdict, row.note) for row in rows_of("baccarat", table)] == [
        ("false", "")
    ] * 2
