"""Families of quantities: each alone gives what the whole gives, and nothing else."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from trueodds.analysis.run import families_of, odds
from trueodds.core import games, rulebook
from trueodds.core.errors import UnknownNameError
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Family, Odds
from trueodds.core.storage.progress import silent

slow = pytest.mark.slow
RULES = [
    ("bunco", "bunco", {"rounds": 1, "weights": [1, 1, 1, 1, 1, 2]}),
    ("bunco", "d20", {"rounds": 2}),
    ("baccarat", "punto-banco-single-deck", {}),
    ("farkle", "ece209-literal", {}),
    ("farkle", "five-thousand", {}),
    ("farkle", "kingdom-come", {"dice": "heavenly*6"}),
    pytest.param("farkle", "blog", {}, marks=slow),
    pytest.param("farkle", "zilch", {}, marks=slow),
    pytest.param("cribbage", "six-card", {}, marks=slow),
    pytest.param("cribbage", "published-script", {}, marks=slow),
]


@pytest.mark.parametrize(("game", "preset", "changes"), RULES)
def test_an_id_alone_computes_its_family_only(
    game: str, preset: str, changes: dict[str, Any]
) -> None:
    column = games.find(game)
    rules = rulebook.load(column, preset, changes)
    computed: list[str] = []

    def counted(family: Family) -> Family:
        def compute() -> Iterable[Quantity]:
            computed.append(family.globs)
            return family.compute()

        return Family(family.globs, compute)

    whole = odds(game, rules)
    ids = list(whole)
    families = [*families_of(column)(rules, silent)]
    assert ids == [id for family in families for id in family.by_id]
    for id in ids:
        assert sum(family.may_have(id) for family in families) == 1
    for family in families:
        if family.by_id:
            fresh = families_of(column)(rules, silent)
            alone = Odds(game, rules, "", families=map(counted, fresh))
            computed.clear()
            for id in family.by_id:
                assert alone[id] == whole[id]
            assert computed == [family.globs]


@pytest.fixture
def sums() -> Callable[..., Odds]:
    """Return odds of two families; the second cannot be computed."""

    def quantity(id: str) -> Quantity:
        return Quantity(id, id.title(), Fraction(1), "points", "counting")

    def fail() -> Iterable[Quantity]:
        raise ZeroDivisionError
        yield

    cheap = Family("sum.* total", lambda: map(quantity, ("sum.2", "sum.3", "total")))
    return lambda: Odds("dice", None, "", families=[cheap, Family("night.*", fail)])


def test_parts_of_the_odds_compute_no_other_family(sums: Callable[..., Odds]) -> None:
    assert sums()["total"].exact == 1
    assert list(sums().select("sum.*")) == ["sum.2", "sum.3"]
    assert [quantity.id for quantity in sums().family("sum")] == ["sum.2", "sum.3"]
    assert "sum.2" in sums()
    assert "sum.9" not in sums()
    assert "sum.*" not in sums()
    for whole in (len, list, lambda odds: odds["sum.9"], lambda odds: odds["night.1"]):
        with pytest.raises(ZeroDivisionError):
            whole(sums())


def test_a_family_has_the_ids_that_it_names_once_each() -> None:
    total = Quantity("total", "Total", Fraction(1), "points", "counting")
    with pytest.raises(ValueError, match=r"total fits none of: sum\.\*"):
        _ = Family("sum.*", lambda: [total]).by_id
    with pytest.raises(ValueError, match="total is yielded twice"):
        len(Odds("dice", None, "", [total, total]))
    again = Family("total", lambda: [replace(total)])
    for whole in (len, list, lambda odds: odds["total"]):
        with pytest.raises(ValueError, match="total is yielded by two families"):
            whole(Odds("dice", None, "", [total], [again]))
    with pytest.raises(UnknownNameError, match="'totals'; did you mean total"):
        _ = Odds("dice", None, "", [total])["totals"]
