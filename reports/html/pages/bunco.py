"""Pages of Bunco: the page of the game, and a night."""

from collections.abc import Iterator
from typing import Any

from trueodds.core import games, rulebook
from trueodds.core.odds import Odds
from trueodds.core.rules.bunco import BuncoRules
from trueodds.reports.answers.bunco import (
    HEADLINES,
    ended_text,
    room_rows,
    your_rows,
)
from trueodds.reports.html.book import BookOptions, BookPage, Surprise
from trueodds.reports.html.page import Page, Section, law_section, masses_plot, under
from trueodds.reports.output import Table

OVERVIEW = (
    "Points of a roll",
    "Points of a game",
    "Points of a turn",
    "Turns of a race",
    "Points of a player in a night",
    "Buncos of a player in a night",
)
"""The sections whose plots lead."""

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


def page(odds: Odds) -> Page:
    """Return the page on a roll, a game, a turn, a race and a night."""
    return Page(
        title="Bunco",
        lead="Three dice and six rounds, each with its own target: all dice on the "
        "target is a Bunco, all equal on another face a mini Bunco.",
        headlines=tuple(odds[id] for id in HEADLINES if id in odds),
        words=HEADLINES,
        overview=OVERVIEW,
        sections=(
            Section(
                "One roll",
                "Averaged over the targets of all rounds. With fair dice every round "
                "is alike.",
                tuple(
                    odds[f"roll.{name}"]
                    for name in ("bunco", "mini_bunco", "triple", "mean")
                ),
            ),
            law_section(
                "Points of a roll", "", odds.family("roll.points"), outcome="points"
            ),
            Section(
                "Round by round",
                "One roll with that round's target.",
                under(odds, "round"),
            ),
            law_section(
                "Points of a game",
                "One roll a round, added up.",
                odds.family("game.total"),
                outcome="points of a game",
            ),
            Section(
                "At least N points in a game",
                "The probability of N points or more.",
                (
                    *odds.family("game.at_least"),
                    odds["game.mean"],
                    odds["game.any_bunco"],
                ),
            ),
            *(_turn(odds) if "turn.mean" in odds else ()),
            *(_race(odds) if "race.first_wins" in odds else ()),
            *(_night(odds) if "night.points.mean" in odds else ()),
            *(_reroll(odds) if "reroll.game.gain" in odds else ()),
            *(_bias(odds) if "bias.roll.mean" in odds else ()),
        ),
    )


def pages(odds: Odds, _: BookOptions) -> Iterator[BookPage]:
    """Yield the page on a night."""
    yield _night_page(odds)


def _turn(odds: Odds) -> Iterator[Section]:
    yield Section(
        "A turn",
        "Roll while scoring; the first roll without points ends the turn.",
        (odds["turn.mean"], odds["turn.rolls.mean"], odds["turn.any_bunco"]),
    )
    yield _masses(
        odds,
        "turn.points",
        "Points of a turn",
        "points",
        "A turn has no largest number of points.",
    )


def _race(odds: Odds) -> Iterator[Section]:
    yield Section(
        "The race at the head table",
        "Two sides take turns. The side that first has the points that end the round "
        "wins.",
        (odds["race.first_wins"], odds["race.turns.mean"], odds["race.rolls.mean"]),
    )
    yield _masses(
        odds,
        "race.turns",
        "Turns of a race",
        "turns",
        "The turns of both sides are counted.",
    )
    for who, name in (("winner", "winners"), ("loser", "losers")):
        yield law_section(
            f"Points of the {name}",
            "When the race ends.",
            odds.family(f"race.points.{who}"),
            outcome="points",
        )


def _night(odds: Odds) -> Iterator[Section]:
    for where, name in (("head", "the head table"), ("elsewhere", "another table")):
        prefix = f"night.{where}"
        if f"{prefix}.points.mean" in odds:
            yield Section(
                f"A round at {name}",
                "The points and Buncos of one player's own turns. Sides are drawn anew"
                " for each round.",
                (
                    odds[f"{prefix}.win"],
                    odds[f"{prefix}.points.mean"],
                    odds[f"{prefix}.buncos.mean"],
                    *odds.family(f"{prefix}.points"),
                    *odds.family(f"{prefix}.buncos"),
                ),
                plot=masses_plot("points", odds.family(f"{prefix}.points")),
            )
    for tally, name in (("points", "points"), ("buncos", "Buncos")):
        yield _masses(
            odds,
            f"night.{tally}",
            f"{name.capitalize()} of a player in a night",
            name,
            "Winners move up a table; the losers of the head table go to the last.",
        )
        yield Section(
            f"The most {name} of a night",
            "The other players are taken as independent of each other.",
            (
                *odds.family(f"night.most_{tally}"),
                *odds.family(f"night.most_{tally}.alone"),
            ),
        )
    yield law_section(
        "Rounds that a player wins in a night",
        "Each round is won with probability 1/2, independently.",
        odds.family("night.wins"),
        outcome="rounds won",
    )


def _reroll(odds: Odds) -> Iterator[Section]:
    yield Section(
        "Rolling again",
        "The gain from rolling again. For every kind of roll: its probability, and the "
        "dice to roll again.",
        under(odds, "reroll"),
    )


def _bias(odds: Odds) -> Iterator[Section]:
    yield Section(
        "Unfair dice",
        "The rolls that a test needs to notice them 9 times in 10, with 1 % false "
        "alarms, and how much they shift the odds of fair dice.",
        tuple(
            odds[id]
            for id in odds
            if id.startswith(("bias.chi", "bias.like", "bias.face", "bias.roll."))
            or id in ("bias.game.mean", "bias.turn.mean", "bias.race.first_wins")
        ),
    )


def _masses(odds: Odds, prefix: str, title: str, outcome: str, text: str) -> Section:
    """Return the likely outcomes of a distribution without a largest outcome."""
    masses = odds.family(prefix)
    prefix_of_mean = "turn" if prefix == "turn.points" else prefix
    return Section(
        title,
        f"{text} Outcomes that are not listed have a combined probability below one in "
        "a million.",
        tuple(masses),
        plot=masses_plot(outcome, masses, mean=odds[f"{prefix_of_mean}.mean"]),
    )


def _night_page(odds: Odds) -> BookPage:
    """Return the page on a night, for one player and for the room."""
    rules = odds.rules_as(BuncoRules)
    return BookPage(
        name=NIGHT,
        title="A night of Bunco",
        answers="What should you and the room expect of a night?",
        values={
            "presets": _presets(rules.sides),
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


def _presets(sides: int) -> dict[str, dict[str, Any]]:
    """Return the rules, with a weight for each face, of the presets that have nights.

    Only dice with this number of sides are listed.
    """
    named = {
        name: BuncoRules.load(name)
        for name in rulebook.preset_names(games.find(BuncoRules.game))
    }
    return {
        name: rulebook.to_table(rules) | {"weights": list(rules.face_weights)}
        for name, rules in named.items()
        if rules.sides == sides and not rules.rerolls
    }
