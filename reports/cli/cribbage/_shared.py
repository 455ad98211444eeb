"""Options that several commands on cribbage share."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from fractions import Fraction


def _gap(context: click.Context, parameter: click.Parameter, text: str) -> Fraction:
    from fractions import Fraction

    if not re.fullmatch(r"[0-9]*\.?[0-9]+(e-?[0-9]{1,3})?|[0-9]+/0*[1-9][0-9]*", text):
        raise click.BadParameter(f"{text!r} is not a number of points, such as 1e-9")
    return Fraction(text)


gap_option = partial(
    click.option,
    "--gap",
    metavar="POINTS",
    callback=_gap,
    help="Exploitability, in points a deal, at which to stop.",
)
role_option = partial(click.option, "--role", type=click.Choice(["dealer", "pone"]))
force_option = click.option("--force", is_flag=True, help="Replace a file that exists.")
table_option = click.option(
    "--out",
    metavar="FILE",
    help="A .parquet, .csv or .md file to write. [default: print the table]",
)
solution_option = partial(
    click.option,
    "--out",
    metavar="DIR",
    help="Output folder. An unfinished solve in it is resumed.",
)
hands_option = click.option(
    "--hands",
    metavar="HANDS",
    default="kept",
    help="Distribution of the hands: kept (as the shipped equilibrium of the discard "
    "keeps them), dealt (at random), or a strategy file.",
)
