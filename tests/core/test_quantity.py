"""Quantities and the odds that hold them."""

from fractions import Fraction
from itertools import count

import pytest

import trueodds
from trueodds.core import odds as odds_module
from trueodds.core.errors import RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity, point_masses


def test_enclosure_has_no_exact_value() -> None:
    third = Enclosure(Fraction(1, 4), Fraction(1, 2))
    quantity = Quantity("a.b", "", third, "points", "m")
    assert quantity.exact is None
    assert quantity.decimal == 0.5  # no digit is proved: the upper bound
    assert quantity.one_in is None


def test_one_in_is_of_positive_probabilities_alone() -> None:
    assert Quantity.probability("a.b", "", 0, 6).one_in is None
    beyond_floats = Quantity.probability("a.b", "", 1, 10**400)
    assert beyond_floats.one_in is None
    assert beyond_floats.decimal == 0.0


def test_count_that_contradicts_the_value() -> None:
    with pytest.raises(ValueError, match="1 of 2"):
        Quantity("a.b", "", Fraction(1, 3), "probability", "m", 1, 2)


def test_probability_above_one() -> None:
    with pytest.raises(ValueError, match="not a probability"):
        Quantity("a.b", "", Fraction(3, 2), "probability", "m")


def test_point_masses_list_what_cannot_happen() -> None:
    masses = list(point_masses("roll", "{}", Distribution({0: 1, 2: 1}), range(3)))
    assert [(mass.id, mass.count) for mass in masses] == [
        ("roll.0", 1),
        ("roll.1", 0),
        ("roll.2", 1),
    ]


def test_names_of_the_package() -> None:
    assert trueodds.Quantity is Quantity
    assert all(hasattr(trueodds, name) for name in trueodds.__all__)
    assert not hasattr(trueodds, "nothing")


def test_a_family_of_too_many_quantities_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(odds_module, "MOST_ROWS", 2)
    family = odds_module.Family(
        "roll.*", lambda: (Quantity.probability(f"roll.{n}", "", 1, 6) for n in count())
    )
    with pytest.raises(RulesError, match="more than 2 numbers under these rules"):
        len(family.by_id)
