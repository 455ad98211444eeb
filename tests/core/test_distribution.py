"""Distribution: exact distributions of dice, their sums and mixtures."""

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.core.errors import ModelError
from trueodds.core.exact.distribution import Distribution

distributions = st.dictionaries(
    st.integers(-20, 20), st.integers(1, 50), min_size=1
).map(Distribution)
DIE = Distribution(dict.fromkeys(range(1, 7), 1))


def test_die_mean_and_variance() -> None:
    assert DIE.mean() == Fraction(7, 2)
    assert DIE.variance() == Fraction(35, 12)


@given(distributions, distributions)
def test_sum_is_the_naive_convolution(
    first: Distribution[int], second: Distribution[int]
) -> None:
    naive = Distribution.tally(
        (a + b, v * w) for a, v in first.items() for b, w in second.items()
    )
    assert first + second == naive


@given(distributions, st.integers(1, 4))
def test_repeat_is_repeated_addition(
    distribution: Distribution[int], times: int
) -> None:
    naive = distribution
    for _ in range(times - 1):
        naive += distribution
    assert distribution.repeat(times) == naive


def test_mixture_weighs_its_parts_equally() -> None:
    mixed = Distribution.mixture(
        [Distribution({0: 3, 1: 1}), Distribution({0: 1, 1: 3})]
    )
    assert mixed == Distribution({0: 2, 1: 2})
    assert Distribution.mixture([DIE] * 6) == DIE


def test_mixture_needs_one_total() -> None:
    with pytest.raises(ModelError, match="common total"):
        Distribution.mixture([DIE, DIE + DIE])


@pytest.mark.parametrize(
    ("weights", "fault"),
    [
        ({}, "positive weight"),
        ({1: 0}, "positive weight"),
        ({1: 1, 2: -1}, "outcome 2 has the negative weight -1"),
    ],
)
def test_weights_that_are_no_distribution(weights: dict[int, int], fault: str) -> None:
    with pytest.raises(ModelError, match=fault):
        Distribution(weights)


def test_a_plot_has_a_bar_for_each_outcome_at_its_place(tmp_path: Path) -> None:
    distribution = Distribution({0: 1, 100: 4, 150: 2})
    chart = distribution.plot(title="Points < 200")
    assert chart.labels == ["0", "50", "100", "150"]
    chart.save(tmp_path / "points.svg")
    svg = ElementTree.parse(tmp_path / "points.svg").getroot()
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    heights = [float(bar.attrib["height"]) for bar in svg.iter(f"{svg.tag[:-3]}rect")]
    assert [height / max(heights) for height in heights] == [0.25, 1, 0.5]
    assert Distribution({"tie": 1, "win": 1}).plot().labels == ["tie", "win"]


def test_a_plot_on_given_axes() -> None:
    figure = pytest.importorskip("matplotlib.figure").Figure()
    axes = DIE.plot(figure.add_subplot(), title="A die")
    assert [bar.get_height() for bar in axes.patches] == [pytest.approx(1 / 6)] * 6
    assert axes.get_title() == "A die"
