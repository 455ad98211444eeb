"""A night of Bunco in whole numbers: the command, and the script of its page."""

from fractions import Fraction

import pytest
from javascript import evaluated

import trueodds
from trueodds.core import rulebook
from trueodds.core.errors import RulesError
from trueodds.core.rules.bunco import BuncoRules
from trueodds.reports.html.book import BookOptions
from trueodds.reports.html.pages.bunco import pages

RARE = {
    "dice": 1,
    "sides": 2,
    "weights": (1, 99),
    "mini_bunco_points": 0,
    "bunco_points": 1,
    "round_points": 10,
    "rounds": 1,
    "tables": 2,
}
"""Rules by which a round takes about a thousand turns."""

NIGHT = """([rules, players]) => {
  const {bunco} = trueodds;
  try {
    const {points} = bunco.night(rules);
    return [0.5, 0.9].map((share) => bunco.mostOf(points.distribution, players, share));
  } catch (error) {
    return error.message;
  }
}"""
"""Function of rules and players: the top scores, or the text of an error."""


def of_page(rules: BuncoRules) -> object:
    table = rulebook.to_table(rules) | {"weights": list(rules.face_weights)}
    engines = ["common", "bunco", "bunco_night"]
    return evaluated(engines, NIGHT, [table, rules.players])


def test_no_player_exceeds_the_top_score_in_the_share_of_nights() -> None:
    """With two players and a round: the higher of two independent scores."""
    changes = {"tables": 1, "players_per_table": 2, "rounds": 1}
    family = trueodds.odds("bunco", **changes).family("night.head.points")
    exact = [quantity.exact for quantity in family]
    for prize in trueodds.bunco.night(set=changes).room[:2]:
        assert prize.prize == "points"
        at_most = [sum(exact[: n + 1]) ** 2 for n in range(len(exact))]
        assert at_most[prize.most] >= prize.nights > at_most[prize.most - 1]


def test_points_of_a_player_without_a_partner_are_around_their_mean() -> None:
    """All points of a side are one player's: far more than a quarter of the longest."""
    night = trueodds.bunco.night(players=2, set={"players_per_table": 2})
    odds = trueodds.odds("bunco", tables=1, players_per_table=2)
    assert odds["night.points.0"].bounds.width < Fraction(1, 10**10)
    least, most = night.points
    assert least < odds["night.points.mean"].exact < most
    within = odds[f"night.points.at_least.{least}"].bounds.lower
    assert within - odds[f"night.points.at_least.{most + 1}"].bounds.upper > 0.8


def test_buncos_that_score_nothing_are_not_counted_and_the_answer_says_so() -> None:
    """Without points of a Bunco, its number is 0 on average."""
    night = trueodds.bunco.night(set={"bunco_points": 0, "rounds": 1, "tables": 1})
    assert "0 Buncos" in str(night)
    assert "scores nothing, as by these rules, is not counted." in str(night)
    assert "is not counted" not in str(trueodds.bunco.night(rounds=1))


def test_few_points_at_a_single_table_have_close_bounds() -> None:
    """A turn to ten points is often as long as its cap."""
    coin = {"dice": 1, "sides": 2, "mini_bunco_points": 0, "turn_capped": True}
    odds = trueodds.odds("bunco", **coin, round_points=10, tables=1)
    assert odds["night.points.0"].bounds.width < Fraction(1, 10**20)


def test_a_night_with_wide_bounds_is_refused() -> None:
    """A round of a thousand turns is not followed to its end."""
    odds = trueodds.odds("bunco", **RARE)
    assert odds["night.points.0"].bounds.width > Fraction(1, 10)
    with pytest.raises(RulesError, match="too long for close bounds"):
        trueodds.bunco.night(set=RARE)
    assert not [*pages(odds, BookOptions())]


@pytest.mark.parametrize("changes", [{}, {"tables": 1, "players_per_table": 2}])
def test_top_scores_of_the_page_are_those_of_the_command(
    changes: dict[str, int],
) -> None:
    room = trueodds.bunco.night(set=changes).room
    top = [prize.most for prize in room if prize.prize == "points"]
    assert of_page(BuncoRules.load(**changes)) == top


def test_the_page_refuses_what_it_does_not_follow() -> None:
    assert "too long for this page" in str(of_page(BuncoRules.load(**RARE)))
