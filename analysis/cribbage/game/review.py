"""Review of recorded deals: what each throw and each card cost, and who had the luck.

A cost is the value of the best choice minus the value of the choice made, given what
the player knew. Each decision has two kinds of values: points, and the probability to
win. The points of a throw are those of hand, crib and play, and the points of a card
are the net points of the play from this card on.

From deal to deal the probability to win changes by what all decisions cost, and by
luck. So luck is what remains: the cards that are dealt and turned up, and those that
the opponent turns out to hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from trueodds.analysis.cribbage.discard.at_score import wins_at_score
from trueodds.analysis.cribbage.discard.opponent_tables import opponent_tables
from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM, by_points
from trueodds.analysis.cribbage.game.play_at_score import Known, worth_at_score
from trueodds.analysis.cribbage.game.whole_deals import SHIPPED_PLAY
from trueodds.analysis.cribbage.game.win_chain import shipped_wins
from trueodds.analysis.cribbage.play.results import card_values
from trueodds.analysis.cribbage.play.results.shipped import NET_ERROR, play_results
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import OPPONENT, ROLES
from trueodds.core.cards import RANKS, format_cards
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import GameState, RecordedDeal
from trueodds.core.rules.cribbage_play import (
    DEALER,
    PLAYERS,
    PONE,
    Player,
    PlayState,
    opponent_of,
)
from trueodds.core.storage.progress import Progress, silent

NOTHING = Enclosure.around(Fraction(0))
GO = len(RANKS)


class Limits(NamedTuple):
    """The least costs of small and large mistakes, in points and win probability."""

    small: Fraction
    large: Fraction
    small_win: Fraction
    large_win: Fraction

    def mark(self, costs: Enclosure, win_costs: Enclosure) -> str:
        """Return "large", "small" or "" for the costs of a decision.

        ``costs`` are in points, and ``win_costs`` in win probability. It is enough that
        one of the two costs reaches its limit. But a choice that may be the one that
        wins most is no mistake: its ``win_costs`` have the lower bound 0.
        """
        points = costs.midpoint
        wins = win_costs.midpoint
        if not win_costs.lower:
            return ""
        if points >= self.large or wins >= self.large_win:
            return "large"
        return "small" if points >= self.small or wins >= self.small_win else ""


class ReviewedChoice(NamedTuple):
    """A discard or a card of a recorded deal: what was done, and what it cost.

    ``deal`` is the number of the deal, and ``line`` the line of the decision in the
    recording. ``player`` is the name of the player who decides. ``decision`` is "throw"
    or "card". ``done`` is the choice made and ``best`` the choice with the most mean
    points, both as cards. ``costs`` are the points that the choice made loses against
    ``best``. ``best_to_win`` is the choice that wins most from the score, and
    ``win_costs`` are what the choice made costs in win probability. ``mistake`` is
    "small", "large", or empty.
    """

    deal: int
    line: int
    player: str
    decision: str
    done: str
    best: str
    costs: Enclosure
    best_to_win: str
    win_costs: Enclosure
    mistake: str


class Account(NamedTuple):
    """The change of a player's win probability in a deal, and what it consists of.

    ``deal`` is the number of the deal. ``player``, ``opponent`` and ``dealer`` are
    names: of the player in seat 0, of the player in seat 1, and of the one who deals.
    ``win_after`` is ``win_before`` less what the player's throw and cards cost, plus
    what the opponent's throw and cards cost, plus ``luck``. All are win probabilities.
    ``score`` is the player's score before the deal, and ``opponent_score`` is the
    opponent's.
    """

    deal: int
    player: str
    opponent: str
    dealer: str
    score: int
    opponent_score: int
    win_before: Enclosure
    own_throw: Enclosure
    own_cards: Enclosure
    opponent_throw: Enclosure
    opponent_cards: Enclosure
    win_after: Enclosure
    luck: Enclosure


class Reviewer:
    """A reviewer of recorded deals, who says what decisions cost under some rules.

    ``limits`` has the least costs of small and of large mistakes. Raises ``RulesError``
    for rules whose strategies do not ship.
    """

    def __init__(
        self, rules: CribbageRules, limits: Limits, progress: Progress
    ) -> None:
        self.rules = rules
        self.limits = limits
        self.later = shipped_wins(rules, progress)
        self.play = play_results(rules)
        self.tables = {
            role: opponent_tables(
                EQUILIBRIUM, OPPONENT[role], rules, use_cache=True, progress=progress
            )
            for role in ROLES
        }

    def review(
        self, number: int, recorded: RecordedDeal
    ) -> tuple[list[ReviewedChoice], Account] | None:
        """Return a deal's decisions and its account; None if it is unfinished.

        The account is the change of a player's win probability in the deal, and its
        parts. ``number`` is the number of the deal in the recording, from 1.
        ``recorded`` is the deal and the state before it.
        """
        before = recorded.before
        after, cards = self._play(number, recorded)
        if after.play and after.winner is None:
            return None
        throws = [self._throw(number, recorded, player) for player in (PONE, DEALER)]
        own_throw, own_cards, other_throw, other_cards = (
            sum((d.win_costs for d in kind if d.player == name), NOTHING)
            for name in recorded.names
            for kind in (throws, cards)
        )
        was = self._win(before)
        now = self._win(after)
        account = Account(
            number,
            *recorded.names,
            recorded.names[before.dealer],
            *before.scores,
            was,
            own_throw,
            own_cards,
            other_throw,
            other_cards,
            now,
            luck=now - was + own_throw + own_cards - other_throw - other_cards,
        )
        return [*throws, *cards], account

    def _win(self, state: GameState) -> Enclosure:
        """Return the win probability of seat 0 between deals, or after the game."""
        if state.winner is not None:
            return Enclosure.around(Fraction(state.winner == 0))
        return self.later.win(*state.scores, deals=state.dealer == 0)

    def _throw(
        self, number: int, recorded: RecordedDeal, player: Player
    ) -> ReviewedChoice:
        role = PLAYERS[player]
        deal = recorded.deal
        before = recorded.before
        six = sorted(deal.dealt[player])
        throws = by_points(six, role, self.tables[role], self.rules)
        points = []
        assert self.play
        for throw in throws:
            ranks = tuple(card.rank for card in throw.keep)
            total = throw.total + self.play.of(role, ranks).net
            points.append(Enclosure(total - NET_ERROR, total + NET_ERROR))
        seat = before.seat(player)
        scores = before.scores[seat], before.scores[1 - seat]
        wins, _ = wins_at_score(
            [card.number for card in six],
            role,
            EQUILIBRIUM,
            scores,
            SHIPPED_PLAY,
            self.rules,
            silent,
        )
        texts = [format_cards(throw.discard) for throw in throws]
        done = texts.index(format_cards(sorted(deal.thrown[player])))
        at = number, recorded.lines[player], recorded.names[seat], "throw"
        return self._decision(at, texts, done, points, wins)

    def _decision(
        self,
        at: tuple[int, int, str, str],
        texts: Sequence[str],
        done: int,
        points: Sequence[Enclosure],
        wins: Sequence[Enclosure],
    ) -> ReviewedChoice:
        """Return a decision, from the values of all choices."""
        best, costs = _cost(points, done, texts)
        to_win, win_costs = _cost(wins, done, texts)
        mistake = self.limits.mark(costs, win_costs)
        return ReviewedChoice(*at, texts[done], best, costs, to_win, win_costs, mistake)

    def _play(
        self, number: int, recorded: RecordedDeal
    ) -> tuple[GameState, list[ReviewedChoice]]:
        """Return the state after the last card, and the cards that were chosen."""
        state, _ = recorded.before.begin(recorded.deal)
        decisions: list[ReviewedChoice] = []
        actions: list[int] = []
        cards = zip(recorded.played, recorded.lines[2:], strict=True)
        while (play := state.play) and state.winner is None:
            legal = {card.rank for card in play.legal_cards()}
            if not legal:
                state, _ = state.go()
                actions.append(GO)
                continue
            card, line = next(cards, (None, 0))
            if card is None:
                break
            # A card without an alternative is no decision.
            if len(legal) > 1:
                values = self._values(play, state, actions)
                at = number, line, recorded.names[state.to_play or 0], "card"
                texts = [RANKS[value.card] for value in values]
                done = texts.index(RANKS[card.rank])
                points = [value.net for value in values]
                wins = [value.rank for value in values]
                decisions.append(self._decision(at, texts, done, points, wins))
            state, _ = state.play_card(card)
            actions.append(card.rank)
        return state, decisions

    def _values(
        self, play: PlayState, state: GameState, actions: Sequence[int]
    ) -> Sequence[card_values.CardValue]:
        """Return the values of the ranks that fit, at the score now."""
        player = play.to_play
        deal = state.deal
        assert player is not None
        assert deal
        assert deal.starter
        other = opponent_of(player)
        # The player has seen what the opponent has played, with suits.
        seen = {*deal.hand(other)} - {*play.hands[other]}
        kept, threw, known = (
            [card.number for card in cards]
            for cards in (deal.hand(player), deal.thrown[player], seen)
        )
        target = self.rules.target
        scores = state.scores
        game, parts = card_values.shipped_opponent(self.rules)
        at = card_values.position(game, [c.rank for c in play.hands[player]], actions)
        keeps, worth, _ = worth_at_score(
            Known(kept, threw, deal.starter.number, known),
            (target - scores[state.seat(PONE)], target - scores[state.dealer]),
            strategy(EQUILIBRIUM, PLAYERS[other], self.rules),
            self.later.bounds,
            self.rules,
            deals=player == DEALER,
            hands=at.opponent_hands,
        )
        return card_values.card_values(at, keeps, parts, worth).cards


def _cost(
    values: Sequence[Enclosure], done: int, texts: Sequence[str]
) -> tuple[str, Enclosure]:
    """Return the text of the best choice, and what the choice made costs.

    The choice is the best itself if the bounds do not tell them apart.
    """
    best = max(range(len(values)), key=lambda place: values[place].midpoint)
    lost = values[best] - values[done]
    cost = Enclosure(max(lost.lower, Fraction(0)), lost.upper)
    return texts[best if cost.lower else done], cost


def review(
    deals: Sequence[RecordedDeal],
    rules: CribbageRules,
    limits: Limits,
    progress: Progress,
) -> tuple[list[ReviewedChoice], list[Account]]:
    """Return all decisions of recorded deals, and an account of each deal.

    An account is the change of a player's win probability in a deal, and its parts. A
    deal that the recording does not finish is left out. ``limits`` has the least costs
    of small and of large mistakes.

    Raises:
        RulesError: The strategies that ship are for other rules.
    """
    reviewer = Reviewer(rules, limits, progress)
    decisions: list[ReviewedChoice] = []
    accounts: list[Account] = []
    for number, recorded in enumerate(deals, 1):
        if reviewed := reviewer.review(number, recorded):
            decisions += reviewed[0]
            accounts.append(reviewed[1])
        progress("deals", number, len(deals))
    return decisions, accounts
