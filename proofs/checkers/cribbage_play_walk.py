"""Walk over all histories of cribbage's play, to check certificates of trueodds.

The walk handles histories together if they have the same numbers of cards left and the
same player to move. At each information set a strategy gives every rank a probability
in 4096ths, which is its number of parts. Large sums are in limbs (see ``limbs.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .arrays import Array, chunks, groups
from .cribbage_play_rules import (
    DEALER,
    POINT,
    POINT_BITS,
    PONE,
    UNPLAYED,
    DeckAndRules,
    Moments,
    endings,
    play,
    rows_of,
    say_go,
)
from .limbs import carried, larger, sum_of_products, summed
from .reading import refuse

PARTS = 4096
MOST_POINTS = 2**7  # of a player in a play
PAIRS_AT_ONCE = 2**21


class Histories(NamedTuple):
    """Histories: what both players have seen, one row for each history.

    ``now`` has the moments at which the histories end. ``played`` and ``least`` have a
    column for pone and one for the dealer. ``played`` are the numbers of the multisets
    of the cards played. ``least`` is the lowest rank that each player can still hold,
    given the goes. ``seen`` has three bits for each rank: how many of its cards were
    played. ``reach`` has, for pone and for the dealer, the probability that the
    player's strategy plays this way: (histories, multisets of cards still held). It is
    in units of 1 / 4096**3.
    """

    now: Moments
    played: Array
    least: Array
    seen: Array
    reach: list[Array]


class StrategyParts:
    """The probabilities of both players' strategies, read one after another.

    They are in 4096ths (parts), and come in the order in which ``walk`` visits
    histories. ``content`` has two bytes for each, the lowest byte first. ``points`` are
    pone's and the dealer's points, summed over all pairs of hands. Each pair counts
    with its weight times the probability that both strategies play this way.
    """

    def __init__(self, content: bytes) -> None:
        self.parts = np.frombuffer(content, "<u2")
        self.place = 0
        self.points = [0, 0]

    def next(self, rows: int, columns: int) -> Array:
        """Return the next probabilities in 4096ths as an array: (rows, columns).

        Raises ``MalformedError`` if the strategy has no more of them.
        """
        begin = self.place
        end = begin + rows * columns
        self.place = end
        if end > len(self.parts):
            refuse("the strategy is too short")
        parts = self.parts[begin:end].reshape(rows, columns)
        # Small numbers are packed; their products with the reach are large.
        return parts.astype(np.int64)


def leaf_values(
    game: DeckAndRules, strategy: StrategyParts, left: list[int], at: Histories
) -> list[Array]:
    """Return pone's and the dealer's values at the ends of histories.

    A value is the player's points minus the opponent's, summed over the opponent's
    cards. Each choice of these cards counts with its weight times the probability that
    the opponent's strategy plays this way (its reach). The shape is (2, histories,
    multisets of cards held): an integer has two limbs, high * 2**58 + low.

    ``game`` has the deck, the rules and the weights. ``at`` are the histories, and
    ``left`` has the numbers of cards left, of pone and then of the dealer.

    The function also adds pone's and the dealer's points at these ends to
    ``strategy.points``. There each pair of hands counts with its weight times the
    probability that both strategies play this way.
    """
    table, row = endings(game, left, at.now)
    # The hands that consist of the cards played and of each choice of cards held.
    dealer = hands_of(game, left, at, DEALER)
    pone = hands_of(game, left, at, PONE)
    of_pone_hands: list[Array] = []
    of_dealer_hands: list[Array] = []
    pairs_of_history = table[0].size
    step = 1 + PAIRS_AT_ONCE // pairs_of_history
    for some in chunks(len(row), step):
        # The axes of a table are the histories, the dealer's cards, and pone's.
        so_far = at.now.points[some, None, None]
        rows = row[some]
        of_pone, of_dealer = points_of_each(so_far + table[rows])
        margin = of_dealer - of_pone
        dealer_hands = dealer[some, :, None]
        pone_hands = pone[some, None]
        weights = game.weights[dealer_hands, pone_hands]
        pone_reach = at.reach[PONE][some]
        dealer_reach = at.reach[DEALER][some]
        by_pone = pone_reach[:, None]
        by_dealer = dealer_reach[:, :, None]
        # Each player adds up over the opponent's cards, which the opponent's strategy
        # must reach. A best response reaches all its own cards.
        values_of_pone = summed(-margin * by_dealer, weights, axis=1)
        values_of_dealer = summed(margin * by_pone, weights, axis=2)
        of_pone_hands.append(values_of_pone)
        of_dealer_hands.append(values_of_dealer)
        # The mean points need the histories alone that both strategies reach.
        dealer_reaches = dealer_reach.any(axis=1)
        pone_reaches = pone_reach.any(axis=1)
        met = np.flatnonzero(dealer_reaches & pone_reaches)
        if len(met):
            sums = summed((of_dealer * by_pone)[met], weights[met], axis=2)
            earned = sum_of_products(sums, dealer_reach[met])
            # Outside of ``met`` these products are 0.
            ahead = sum_of_products(values_of_pone, pone_reach)
            strategy.points[DEALER] += earned
            # Pone's points are the dealer's, and what pone is ahead.
            strategy.points[PONE] += earned + ahead
    pone_values = np.concatenate(of_pone_hands, axis=1)
    dealer_values = np.concatenate(of_dealer_hands, axis=1)
    return [pone_values, dealer_values]


def hands_of(game: DeckAndRules, left: list[int], at: Histories, player: int) -> Array:
    """Return the number of the hand that a player was dealt, by the cards still held.

    The shape is (histories, multisets of cards held). A hand consists of the cards that
    the player has played in the history, and the cards still held. ``game`` has the
    deck and the tables of hands. ``player`` is 0 for pone and 1 for the dealer. ``at``
    are the histories, and ``left`` has the numbers of cards left, of pone and then of
    the dealer.
    """
    cards_left = left[player]
    hands = game.sets.whole[cards_left]
    played = at.played[:, player]
    return hands[played]


def points_of_each(points: Array) -> tuple[Array, Array]:
    """Return pone's and the dealer's points, from integers that hold both.

    An integer of ``points`` is the dealer's points times 2**16, minus pone's points.
    """
    # The number is the dealer's points times 2**16, minus pone's points (``POINT``).
    low_bits = POINT[DEALER] - 1
    of_pone = -points & low_bits
    of_dealer = points + of_pone >> POINT_BITS
    most = max(of_pone.max(), of_dealer.max())
    if most >= MOST_POINTS:
        refuse(f"some play scores {MOST_POINTS} or more")
    return of_pone, of_dealer


def walk(
    game: DeckAndRules,
    strategy: StrategyParts,
    left: list[int],
    player: int,
    at: Histories,
) -> list[Array]:
    """Return pone's and the dealer's values of best responses, by history and hand.

    All histories ``at`` have the numbers of cards ``left``, of pone and then of the
    dealer, and ``player`` (0 for pone, 1 for the dealer) to move. A best response is to
    the opponent's part of ``strategy``. A value is the player's points minus the
    opponent's, summed over the opponent's cards. Each choice of these cards counts with
    its weight times the probability that the opponent's strategy plays this way (its
    reach). The shape is (2, histories, multisets of cards held): an integer has two
    limbs, high * 2**58 + low. ``game`` has the deck, the rules and the weights. Raises
    ``MalformedError`` if ``strategy`` has no valid probabilities.
    """
    other = 1 - player
    held = left[player]
    plus = game.sets.plus[held - 1]
    histories = len(at.seen)
    total = []
    for cards in left:
        shape = 2, histories, game.sets.sizes[cards]
        total.append(np.zeros(shape, np.int64))
    total[player][0] = UNPLAYED

    # The opponent's values add up over the cards that the player can play. The player
    # takes the best value. After the lead, the histories after each card are visited
    # separately. Later, those with the same player to move are visited together.
    parent, action, rest, after = after_cards(game, strategy, left, player, at)
    is_lead = held == game.hand == left[other]
    key = action if is_lead else after.now.mover
    for some, values in _below(game, strategy, rest, after, key):
        for rows in groups(action[some]):
            # These plays are of one rank, so no two of them have the same parent.
            plays = some[rows]
            above = parent[plays]
            total[other][:, above] += values[other][:, rows]
            # Find the hands that hold this rank, by the multiset of their other cards.
            rank = action[plays[0]]
            hands = plus[rank]
            place = slice(None), above[:, None], hands
            value = values[player][:, rows]
            best = total[player][place]
            total[player][place] = larger(value, best)

    # The player must say go with the hands that hold no rank that fits.
    parent, stuck, after = after_go(game, left, player, at)
    for some, values in _below(game, strategy, left, after, after.now.mover):
        above = parent[some]
        total[other][:, above] += values[other]
        value = values[player]
        best = total[player][:, above]
        says_go = stuck[some]
        total[player][:, above] = np.where(says_go, value, best)
    # No hand of positive weight holds cards that allow neither a card nor a go.
    never = total[player][0] == UNPLAYED
    total[player][:, never] = 0
    return [carried(values) for values in total]


def after_cards(
    game: DeckAndRules,
    strategy: StrategyParts,
    left: list[int],
    player: int,
    at: Histories,
) -> tuple[Array, Array, list[int], Histories]:
    """Return the histories after every card that the player can play.

    Return four things. Two arrays have, for each card played, the row of the history
    before it (``parent``), and the place of its rank in the deck (``action``). Then
    come the numbers of cards left, and the histories after the card. Their field
    ``reach``, the probability that a player's strategy plays this way, includes the
    card. ``game`` has the deck and the rules. ``player`` is 0 for pone and 1 for the
    dealer. ``at`` are the histories before, and ``left`` has the numbers of cards left
    there, of pone and then of the dealer.
    """
    # A card can be played if it fits, no go rules it out, and fewer than four of its
    # rank were played.
    ranks = np.arange(len(game.ranks))
    fit = game.fitting(at.now.counts)
    fits = ranks < fit[:, None]
    can_be_held = ranks >= at.least[:, [player]]
    is_left = cards_seen(at, ranks) < 4
    may = fits & can_be_held & is_left
    parent, action = may.nonzero()
    after = rows_of(at, parent)
    rest, now = play(game.rules, left, player, after.now, game.ranks[action])
    # Three bits of ``seen`` count the cards of a rank.
    one_more = 1 << 3 * action
    after = after._replace(
        now=now,
        seen=after.seen + one_more,
    )
    held = left[player]
    played = after.played[:, player]
    plus_played = game.sets.plus[game.hand - held]
    after.played[:, player] = plus_played[action, played]
    # The strategy's parts for that card, by the multiset of the other cards held. The
    # hand is that multiset and the card.
    plus = game.sets.plus[held - 1]
    hands = plus[action]
    reach_before = at.reach[player]
    reach = reach_before[parent[:, None], hands]
    # The last card is no choice.
    if held > 1:
        rows, columns = hands.shape
        parts = strategy.next(rows, columns)
        different = game.sets.different[held]
        fitting_ranks = different[fit]
        _check_parts(parts, parent, action, plus, fitting_ranks)
        # The division has no remainder: reach begins as a power of ``PARTS``, with a
        # factor for each choice that a player can have.
        reach = reach // PARTS * parts
    after.reach[player] = reach
    return parent, action, rest, after


def after_go(
    game: DeckAndRules, left: list[int], player: int, at: Histories
) -> tuple[Array, Array, Histories]:
    """Return the histories after a go.

    ``game`` has the deck and the rules. ``player`` (0 for pone, 1 for the dealer) moves
    at the histories ``at``. Only histories after which a go is possible are returned.
    ``left`` has the numbers of cards left, of pone and then of the dealer. Return three
    things: the row in ``at`` of the history before each go (``parent``); whether the
    player must say go with the cards held, as an array (histories after a go, multisets
    of cards held); and the histories after the go.
    """
    # A go says that no card held fits, so the player holds no rank below the first that
    # does not fit. A go is possible if enough cards from that rank on are unplayed.
    fit = game.fitting(at.now.counts)
    least = np.maximum(at.least[:, player], fit)
    ranks = np.arange(len(game.ranks))
    can_be_held = ranks >= least[:, None]
    unseen = 4 - cards_seen(at, ranks)
    left_to_hold = unseen * can_be_held
    unplayed = left_to_hold.sum(axis=1)
    held = left[player]
    possible = unplayed >= held
    (parent,) = possible.nonzero()
    after = rows_of(at, parent)
    now = say_go(game.rules, left, player, after.now)
    after = after._replace(now=now)
    after.least[:, player] = least[parent]
    # A hand says go if it holds no rank that fits. Then it always does.
    different = game.sets.different[held]
    fit_before = fit[parent]
    fitting_ranks = different[fit_before]
    stuck = fitting_ranks == 0
    after.reach[player] *= stuck
    return parent, stuck, after


def cards_seen(at: Histories, ranks: Array) -> Array:
    """Return how many cards of each rank were played: (histories, ranks).

    ``at`` are the histories, and ``ranks`` are places of ranks in the deck, from 0.
    """
    shifted = at.seen[:, None] >> 3 * ranks
    seen: Array = shifted & 7
    return seen


def _below(
    game: DeckAndRules,
    strategy: StrategyParts,
    left: list[int],
    at: Histories,
    key: Array,
) -> Iterator[tuple[Array, list[Array]]]:
    """Yield, for each value of a key, its rows and both players' values there."""
    # With no card on one side, or a card on each side, no strategy has a choice left.
    one_is_out = not all(left)
    is_end = one_is_out or sum(left) == 2
    for rows in groups(key):
        part = rows_of(at, rows)
        if is_end:
            yield rows, leaf_values(game, strategy, left, part)
        else:
            mover = int(part.now.mover[0])
            yield rows, walk(game, strategy, left, mover, part)


def _check_parts(
    parts: Array, parent: Array, action: Array, plus: Array, fit: Array
) -> None:
    """Raise ``MalformedError`` unless each information set's parts add up to 4096.

    ``fit`` is the number of different ranks that fit, by history and hand. An
    information set is impossible, and has no parts, if its hand holds a rank that fits
    although no card of this rank can be left.
    """
    total = np.zeros(fit.shape, np.int64)
    choices = np.zeros(fit.shape, np.int64)
    for rows in groups(action):
        rank = action[rows[0]]
        place = np.ix_(parent[rows], plus[rank])
        total[place] += parts[rows]
        choices[place] += 1
    # A hand can occur if each of its ranks that fit can be played.
    has_choice = fit > 0
    possible = has_choice & (choices == fit)
    expected = PARTS * possible
    wrong = total != expected
    if wrong.any():
        refuse(f"the parts of some choice do not add up to {PARTS}")
