"""Bunco's page."""

from trueodds.core.odds import Odds
from trueodds.reports.page import Page, Section, law_section


def page(odds: Odds) -> Page:
    """The odds of a roll, of each round and of a game, for people."""
    rounds = [odds[id] for id in odds if id.startswith("round.")]
    return Page(
        title="Bunco",
        lead="Three dice and six rounds, each with its own target: all dice on the "
        "target is a Bunco, all equal on another face a mini Bunco.",
        headlines=tuple(
            odds[id]
            for id in (
                "roll.bunco",
                "roll.mini_bunco",
                "roll.mean",
                "game.any_bunco",
                "game.mean",
                "game.at_least.4",
            )
            if id in odds
        ),
        sections=(
            Section(
                "One roll",
                "The mean over the targets of all rounds; with fair dice every round "
                "is alike.",
                tuple(
                    odds[f"roll.{name}"]
                    for name in ("bunco", "mini_bunco", "triple", "mean")
                ),
            ),
            law_section(
                "Points of a roll", "", odds.family("roll.points"), outcome="points"
            ),
            Section("Round by round", "One roll with that round's target.", (*rounds,)),
            law_section(
                "Points of a game",
                "One roll a round, added up.",
                odds.family("game.total"),
                outcome="points of a game",
            ),
            Section(
                "At least so many points in a game",
                "The chance to reach a total or pass it.",
                (
                    *odds.family("game.at_least"),
                    odds["game.mean"],
                    odds["game.any_bunco"],
                ),
            ),
        ),
    )
