"""Pages of Bunco: the page of the game, and a night."""

from collections.abc import Iterator

from trueodds.core import rulebook
from trueodds.core.odds import Odds
from trueodds.core.rules.bunco import BuncoRules
from trueodds.reports.answers.bunco import (
    HEADLINES,
    ended_text,
    room_rows,
    your_rows,
)
from trueodds.reports.html.book import BookOptions, BookPage, Surprise
from trueodds.reports.html.page import Page, Section, Sections, masses_plot
from trueodds.reports.output import Table

OVERVIEW = (
    "Points of a roll",
    "Points of a game of one roll a round",
    "Points of a turn",
    "Turns of a race",
    "Points of a player in a night",
    "Buncos of a player in a night",
)
"""Titles of the sections whose plots are on the first page of the game."""

SURPRISES = (
    Surprise(
        "S1.e",
        "A magazine says that a game of Bunco scores more than 3 points half of the "
        "time. It does in {} of games.",
        "probability",
    ),
)
"""Published claims that surprised us."""


NIGHT = "bunco-night"
YOU, ROOM = ("you", "value", "1 in"), ("room", "value", "nights")
"""The headers of the tables."""


# More than 80 lines: it is a list of sections, each with its texts, and nothing else.
def page(odds: Odds) -> Page:
    """Return the page on a roll, a game, a turn, a race and a night."""
    of_game = Sections(odds)
    return Page(
        title="Bunco",
        lead="Three dice and six rounds, each with its own target: all dice on the "
        "target is a Bunco, all equal on another face a mini Bunco.",
        headlines=of_game.named(" ".join(HEADLINES)),
        words=HEADLINES,
        overview=OVERVIEW,
        sections=(
            *of_game.numbers(
                "One roll",
                "Averaged over the targets of all rounds. With fair dice every round "
                "is alike.",
                "roll.bunco roll.mini_bunco roll.triple roll.mean",
            ),
            *of_game.outcomes("Points of a roll", "", "roll.points", outcome="points"),
            *of_game.numbers(
                "Round by round",
                "One roll with that round's target.",
                "round.*",
            ),
            *of_game.outcomes(
                "Points of a game of one roll a round",
                "The points of all rounds, added up.",
                "game.total",
                outcome="points of a game of one roll a round",
            ),
            *of_game.numbers(
                "At least N points in a game of one roll a round",
                "The probability of N points or more.",
                "game.at_least.* game.mean game.any_bunco",
            ),
            *of_game.numbers(
                "A turn",
                "Roll while scoring; the first roll without points ends the turn.",
                "turn.mean turn.rolls.mean turn.any_bunco",
            ),
            *of_game.outcomes(
                "Points of a turn",
                "A turn has no largest number of points.",
                "turn.points",
                outcome="points",
                mean="turn.mean",
            ),
            *of_game.numbers(
                "The race at the head table",
                "Two sides take turns. The side that first has the points that end the "
                "round wins.",
                "race.first_wins race.turns.mean race.rolls.mean",
            ),
            *of_game.outcomes(
                "Turns of a race",
                "The turns of both sides are counted.",
                "race.turns",
                outcome="turns",
                mean="race.turns.mean",
            ),
            *_scores(of_game, "winner"),
            *_scores(of_game, "loser"),
            *_round(of_game, "head", "the head table"),
            *_round(of_game, "elsewhere", "another table"),
            *_night(of_game, "points", "points"),
            *_night(of_game, "buncos", "Buncos"),
            *of_game.outcomes(
                "Rounds that a player wins in a night",
                "Each round is won with probability 1/2, independently.",
                "night.wins",
                outcome="rounds won",
            ),
            *of_game.numbers(
                "Rolling again",
                "The gain from rolling again. For every kind of roll: its probability, "
                "and the dice to roll again.",
                "reroll.*",
            ),
            *of_game.numbers(
                "Unfair dice",
                "The rolls that a test needs to notice them 9 times in 10, with 1 % "
                "false alarms, and how much they shift the odds of fair dice.",
                "bias.chi* bias.like* bias.face* bias.roll.* bias.game.mean "
                "bias.turn.mean bias.race.first_wins",
            ),
        ),
    )


def _scores(of_game: Sections, side: str) -> Iterator[Section]:
    """Yield the section on the points that a side has when a race ends."""
    yield from of_game.outcomes(
        f"Points of the {side}s",
        "When the race ends.",
        f"race.points.{side}",
        outcome="points",
    )


def _round(of_game: Sections, where: str, name: str) -> Iterator[Section]:
    """Yield the section on a round of a night at a table."""
    prefix = f"night.{where}"
    yield from of_game.numbers(
        f"A round at {name}",
        "The points and Buncos of one player's own turns. Sides are drawn anew for "
        "each round.",
        f"{prefix}.win {prefix}.points.mean {prefix}.buncos.mean "
        f"{prefix}.points.[0-9]* {prefix}.buncos.[0-9]*",
        plot=masses_plot("points", of_game.odds.family(f"{prefix}.points")),
    )


def _night(of_game: Sections, tally: str, name: str) -> Iterator[Section]:
    """Yield the sections on points or Buncos of a night."""
    yield from of_game.outcomes(
        f"{name.capitalize()} of a player in a night",
        "Winners move up a table; the losers of the head table go to the last.",
        f"night.{tally}",
        outcome=name,
        mean=f"night.{tally}.mean",
    )
    yield from of_game.numbers(
        f"The most {name} of a night",
        "The other players are taken as independent of each other.",
        f"night.most_{tally}.[0-9]* night.most_{tally}.alone.*",
    )


def pages(odds: Odds, _: BookOptions) -> Iterator[BookPage]:
    """Yield the page on a night, for one player and for the room.

    It has the presets with nights whose dice have as many sides as these.
    """
    rules = odds.rules_as(BuncoRules)
    presets = {
        name: rulebook.to_table(preset) | {"weights": list(preset.face_weights)}
        for name, preset in BuncoRules.presets().items()
        if preset.sides == rules.sides and not preset.rerolls
    }
    yield BookPage(
        name=NIGHT,
        title="A night of Bunco",
        answers="What should you and the room expect of a night?",
        values={
            "presets": presets,
            "yours": Table(YOU, your_rows(odds), "For you", of_numbers=False),
            "room": Table(ROOM, room_rows(odds), "For the room", of_numbers=False),
            "night_rules": rules,
            "ended": ended_text(rules),
        },
        menu="A night",
        odds=odds,
        scripts=(
            "engines/bunco.js",
            "engines/bunco_night.js",
            f"widgets/{NIGHT}.js",
        ),
    )
