"""Published claims: every one is judged, by numbers, to the digits claimed."""

import json
from collections.abc import Callable
from fractions import Fraction
from importlib.resources import files
from itertools import product
from math import floor

import jsonschema
import pytest

from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.analysis.cribbage.published.tables import PublishedTable
from trueodds.core.errors import UnknownNameError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.proofs.claims import JudgedClaim, judge
from trueodds.proofs.claims.cell import read
from trueodds.proofs.claims.judges.bunco import scores
from trueodds.proofs.claims.judges.cribbage import judge_means
from trueodds.proofs.claims.judges.farkle import first_player
from trueodds.proofs.claims.lookup import KnownNumbers, evaluate
from trueodds.proofs.claims.register import entries, selected
from trueodds.reports.answers.claims import Claims

SCHEMA = json.loads((files("trueodds.reports") / "schemas/claims-1.json").read_text())

VERDICTS = {
    "S1.a": ("approximate", "1/36"),  # 2.78 %, cut off and not rounded
    "S1.b": ("approximate", "1/216"),
    "S1.b.1": ("approximate", "1/216"),
    "S1.b.2": ("true", "1/216"),
    "S1.b.3": ("true", "1/216"),
    "S1.c": ("true", "1/1296"),
    "S1.d": ("false", "1/7776"),  # 0.0129 %
    "S1.e": ("false", "10284191/22674816"),
    "S1.f": ("true", None),
    "S1.g": ("false", "21"),  # a Bunco, which the program gives 25
    "S1.g.1": ("true", "4"),
    "S1.g.2": ("true", "1"),
    "S1.g.3": ("true", "0"),
    "S1.g.4": ("false", "21"),
    "S2.a": ("true", "0"),
    "S2.b": ("false", None),
    "S2.b.1": ("false", "16"),  # four ranks, and the totals 0 to 3 of each
    "S2.c": ("false", "9"),
    "S2.c.1": ("true", "3"),
    "S2.c.2": ("true", "4"),
    "S2.c.3": ("false", "9"),
    "S2.d": ("true", None),
    "S2.d.2": ("true", "1"),
    "S2.d.3": ("true", "3"),
    "S2.d.5": ("true", "2"),
    "S3.a": ("false", "1"),
    "S3.b": ("false", None),
    "S3.b.3": ("false", "10"),
    "S3.b.4": ("false", "12"),
    "S3.b.8": ("false", "10"),
    "S3.b.12": ("false", "8"),
    "S3.b.13": ("false", "10"),
    "S3.b.14": ("true", "10"),
    "S3.c": ("false", None),
    "S3.c.1": ("false", "45834/363545"),
    "S4.a": ("false", None),
    "S4.a.1": ("false", "1500"),
    "S4.a.2": ("false", "2100"),
    "S4.b": ("true", "500"),
    "S4.c": ("false", None),
    "S4.d": ("unspecified", None),
    "S5.a": ("false", None),
    "S5.a.1": ("true", "0"),
    "S5.a.2": ("false", "18545/55986"),
    "S5.a.3": ("false", "3196/27993"),
    "S5.b": ("false", None),
    "S5.b.1": ("false", "73170/771497"),
    "S5.c": ("false", None),
    "S5.c.1": ("true", "1000"),
    "S5.d": ("false", None),
    "S5.d.1": ("true", "1/3"),
    "S5.d.2": ("false", "1750"),
    "S5.e": ("true", None),
    "S5.e.1": ("true", "700"),
    "elsewhere.bunco.one_in_1296": ("false", "1/216"),
    "elsewhere.bunco.scores": ("false", "4/9"),
    "elsewhere.bunco.scores_without_mini": ("true", "91/216"),
    "elsewhere.baccarat.combinations": ("false", "2292252566437888"),
    "elsewhere.baccarat.banker_edge_resolved": ("true", None),
    "elsewhere.cribbage.mean_4.7249": ("false", "60759/12740"),
    "elsewhere.cribbage.29_of_six": ("true", "1/216580"),
    "elsewhere.cribbage.29_of_four": ("false", "1/3248700"),
    "elsewhere.cribbage.mean_cribs.hessel.dealer": ("false", "62"),
    "elsewhere.cribbage.mean_cribs.colvert.dealer": ("false", "53"),
    "elsewhere.cribbage.mean_cribs.cribbage_pro.pone": ("false", "91"),
    "elsewhere.cribbage.never_lead_a_five": ("true", None),
    "elsewhere.cribbage.lead_from_a_pair": ("true", None),
    "elsewhere.cribbage.lead_beside_nine": ("false", None),
    "elsewhere.cribbage.lead_7_of_7_j_q_k": ("true", None),
    "elsewhere.cribbage.lead_j_of_10_10_j_q": ("false", None),
    "elsewhere.cribbage.lead_5_of_5_5_5_a": ("false", "0"),
    "elsewhere.farkle.six_dice": ("false", "211/216"),
    "elsewhere.farkle.zilch_620.855": ("true", None),
    "elsewhere.farkle.kingdom_come_564": ("true", None),
    "elsewhere.farkle.kingdom_come_farkle": ("true", "5/162"),
    "elsewhere.farkle.kingdom_come_best_six": ("false", None),
}


@pytest.fixture(scope="module")
def judged() -> dict[str, JudgedClaim]:
    return {claim.id: claim for claim in judge()}


def test_ids_are_there_once_and_parts_follow_their_letter() -> None:
    ids = [entry.id for entry in entries()]
    assert len(set(ids)) == len(ids)
    for entry in entries():
        assert ids.index(entry.letter) <= ids.index(entry.id)


@pytest.mark.parametrize("id", VERDICTS)
def test_verdict(judged: dict[str, JudgedClaim], id: str) -> None:
    verdict, exact = VERDICTS[id]
    assert judged[id].verdict == verdict
    if exact is not None:
        assert judged[id].exact == Fraction(exact)


def test_the_script_odds_of_more_than_three_points_by_every_game() -> None:
    """S1.e from 6**3 rolls a round, with nothing of ours."""
    game = {0: 1}
    for target in range(1, 7):
        after: dict[int, int] = {}
        for dice in product(range(1, 7), repeat=3):
            points = dice.count(target)
            if len(set(dice)) == 1:
                points = 21 if points else 5
            for total, ways in game.items():
                after[total + points] = after.get(total + points, 0) + ways
        game = after
    more = sum(ways for total, ways in game.items() if total > 3)
    (claim,) = judge("S1.e")
    assert claim.exact == Fraction(more, 216**6)


def test_what_is_judged_by_scores_one_by_one() -> None:
    bunco = {"1 | 111": 21}
    judged = [
        scores({"scores": rolls, "total": total}, KnownNumbers())
        for rolls, total in ((bunco, 21), (bunco, 22), ({"1 | 112": 3}, 2))
    ]
    assert [finding.verdict for finding in judged] == ["true", "false", "false"]
    assert judged[2].why == "0 of 1 are right; the total is 2. 1 | 112 scores 2"


def test_a_table_of_mean_cribs_is_judged_to_its_digits() -> None:
    """A table of the exact means themselves, rounded, and one of them cut off."""
    shipped = at_equilibrium(CribbageRules.load())
    assert shipped is not None
    exact = {
        p: m for p, m in shipped.roles["dealer"].cribs.thrown.items() if p[2] is None
    }
    rounded = {pair: round(mean, 1) for pair, mean in exact.items()}
    cut = {pair: Fraction(floor(10 * mean), 10) for pair, mean in exact.items()}
    for means, verdict, wrong in (
        (rounded, "true", 0),
        (cut, "approximate", sum(cut[pair] != rounded[pair] for pair in cut)),
    ):
        table = PublishedTable("mine", "", "", {"dealer": means})
        finding = judge_means(table, "dealer", 1)
        assert (finding.verdict, finding.exact) == (verdict, wrong)


def test_a_letter_is_as_its_worst_part(judged: dict[str, JudgedClaim]) -> None:
    order = ["true", "approximate", "unspecified", "false"]
    for id, claim in judged.items():
        parts = [
            order.index(part.verdict)
            for other, part in judged.items()
            if other.startswith(f"{id}.")
        ]
        if parts:
            assert order.index(claim.verdict) == max(parts)


@pytest.mark.parametrize("text", ["", "half", "5 %%", "1e5000", "--1"])
def test_text_that_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        read(text)


@pytest.mark.parametrize("formula", ["a.b", "open(1)", "[1]", "x", "1.5", "'a'"])
def test_formulas_hold_nothing_else(formula: str) -> None:
    with pytest.raises(ValueError, match="cannot be part of a formula"):
        evaluate(formula, {"a": Fraction(1)})


@pytest.mark.parametrize(
    ("number", "verdict"), [("67.989 %", "true"), ("67.988 %", "approximate")]
)
def test_the_first_player_of_a_match(number: str, verdict: str) -> None:
    arguments = {"rules": "ece209", "changes": {"target": 500}, "number": number}
    finding = first_player(arguments, KnownNumbers())
    assert (finding.verdict, finding.exact) == (verdict, None)
    assert "lie between 0.67988825311" in finding.why


def test_selection() -> None:
    assert {entry.id[:2] for entry in selected("s2")} == {"S2"}
    assert {entry.game for entry in selected("Bunco")} == {"bunco"}
    assert [entry.id for entry in selected("S3.b.14")] == ["S3.b.14"]
    assert len(selected("elsewhere")) > 20
    slow = [entry.id for entry in entries() if entry.slow]
    assert slow == ["elsewhere.farkle.facebook_match"]
    assert not {*slow} & {
        entry.id for entry in (*selected(None), *selected("elsewhere"))
    }
    assert [entry.id for entry in selected(slow[0])] == slow
    with pytest.raises(UnknownNameError, match=r"no source, game or claim 'S1\.z'"):
        selected("S1.z")
    with pytest.raises(UnknownNameError, match=r"did you mean elsewhere\.farkle\."):
        selected("elsewhere.farkle.facebook")


def test_json_follows_the_shipped_schema(judged: dict[str, JudgedClaim]) -> None:
    record = json.loads(Claims(claims=tuple(judged.values())).text("json"))
    jsonschema.Draft202012Validator(SCHEMA).validate(record)
    assert [claim["id"] for claim in record["claims"]] == [e.id for e in selected(None)]


def test_a_table_of_all_leaves_what_is_claimed_as_it_is(
    judged: dict[str, JudgedClaim],
) -> None:
    lines = Claims(claims=tuple(judged.values())).text("table").splitlines()
    assert {*judged} <= {line.partition(" ")[0] for line in lines}
    assert any(" 1,000 " in line for line in lines)


@pytest.mark.parametrize("format_", ["table", "markdown"])
def test_text_has_every_claim(
    trueodds_command: Callable[..., tuple[int, str, str]], format_: str
) -> None:
    code, out, _ = trueodds_command("claims", "s3.b", "--format", format_)
    assert code == 0
    assert all(entry.id in out for entry in selected("S3.b"))
    assert "9 of 14 statements are true" in out


def test_a_summary_of_the_verdicts_comes_first(
    trueodds_command: Callable[..., tuple[int, str, str]],
) -> None:
    _, out, _ = trueodds_command("claims", "S1.b")
    assert out.startswith("3 claims checked: 2 true, 1 approximate.\n")
    _, out, _ = trueodds_command("claims", "S1.d")
    assert out.startswith("1 claim checked: 1 false.\n")


def test_claims_are_selected_by_their_verdict(
    trueodds_command: Callable[..., tuple[int, str, str]],
) -> None:
    arguments = ("claims", "S1", "--verdict", "false", "--format", "json")
    code, out, _ = trueodds_command(*arguments)
    assert code == 0
    ids = [claim["id"] for claim in json.loads(out)["claims"]]
    assert ids == ["S1.d", "S1.e", "S1.g", "S1.g.4"]
    code, out, _ = trueodds_command("claims", "S1.b", "--verdict", "false")
    assert (code, out) == (0, "No claim has this verdict.\n")


def test_unknown_source_is_an_error_and_a_hint(
    trueodds_command: Callable[..., tuple[int, str, str]],
) -> None:
    code, out, err = trueodds_command("claims", "S9")
    assert (code, out, err.count("\n")) == (2, "", 2)
    assert "the sources are: S1, S2, S3, S4, S5, elsewhere" in err
