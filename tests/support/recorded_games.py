"""Recorded games of cribbage in words, of random throws and cards."""

import random
from collections.abc import Iterator

from trueodds.core.cards import DECK, format_cards
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import Deal, GameState, Score
from trueodds.core.rules.cribbage_play import DEALER, PONE, card_value

RULES = CribbageRules.load()
NAMES = ("Ann", "Bob Cray")
DEAL = """\
Bob deals at 10 to 24
Ann is dealt 5H 6D 7S 8C KD KH
Bob is dealt 4S 4D 9H JC 2C 3C
Ann throws KD KH
Bob throws 2C 3C
Starter: JD
Bob scores 2: 12
Ann plays 7S: 7
Bob plays 9H: 16
Ann plays 8C: 24
Ann scores 3: 27
Bob plays 4S: 28
Ann says go: 28
Bob scores 1: 13
Ann plays 6D: 6
Bob plays JC: 16
Ann plays 5H: 21
Bob plays 4D: 25
Bob scores 1: 14
Ann shows 5H 6D 7S 8C
Ann scores 8: 35
Bob shows 4S 4D 9H JC
Bob scores 4: 18
Bob shows the crib KD KH 2C 3C
Bob scores 8: 26
""".splitlines()

SECOND_DEAL = """\
Ann deals at 11 to 16
Bob is dealt 2H 3H 10S JS QD 5C
Ann is dealt AC AD 6H 9S KC 7H
Bob throws 2H 3H
Ann throws AC KC
Starter: 5D
Bob plays 10S: 10
Ann plays 9S: 19
Bob plays JS: 29
Bob scores 3: 19
Ann plays AD: 30
Bob says go: 30
Ann scores 1: 12
Bob plays QD: 10
Ann plays 6H: 16
Bob plays 5C: 21
Ann plays 7H: 28
Ann scores 4: 16
Bob shows 10S JS QD 5C
Bob scores 17: 31
Bob wins: 31 to 16
""".splitlines()
"""A second deal of a game to 31, in which Bob wins as pone."""


def dealt(chance: random.Random) -> Deal:
    cards = chance.sample(DECK, 13)
    return Deal((cards[:6], cards[6:12]), (cards[4:6], cards[10:12]), cards[12])


def counted_lines(counted: tuple[Score, ...], deal: Deal, dealer: int) -> Iterator[str]:
    for item in counted:
        name = NAMES[item.seat]
        if item.event == "crib":
            yield f"{name} shows the crib {format_cards(deal.crib)}"
        elif item.event == "hand":
            role = DEALER if item.seat == dealer else PONE
            yield f"{name} shows {format_cards(deal.hand(role))}"
        yield f"{name} scores {item.points}: {item.score}"


def in_words(seed: int, rules: CribbageRules = RULES) -> list[str]:
    """Return a whole game of random play in words."""
    chance = random.Random(seed)
    game = GameState.start(rules, 1)
    lines = [f"Game to {rules.target}: {NAMES[0]} and {NAMES[1]}"]
    while game.winner is None:
        dealer, pone = game.dealer, 1 - game.dealer
        deal = dealt(chance)
        scores = f"{game.scores[dealer]} to {game.scores[pone]}"
        lines.append(f"{NAMES[dealer]} deals at {scores}")
        for word, cards in (("is dealt", deal.dealt), ("throws", deal.thrown)):
            lines.append(f"{NAMES[pone]} {word} {format_cards(cards[PONE])}")
            lines.append(f"{NAMES[dealer]} {word} {format_cards(cards[DEALER])}")
        lines.append(f"Starter: {deal.starter}")
        game, counted = game.begin(deal)
        lines += counted_lines(counted, deal, dealer)
        while game.play is not None and game.winner is None:
            play, seat = game.play, game.to_play
            assert seat is not None
            if legal := play.legal_cards():
                card = chance.choice(legal)
                count = play.count + card_value(card.rank)
                lines.append(f"{NAMES[seat]} plays {card}: {count}")
                game, counted = game.play_card(card)
            else:
                if not any(play.passed) and all(play.hands):
                    lines.append(f"{NAMES[seat]} says go: {play.count}")
                game, counted = game.go()
            lines += counted_lines(counted, deal, dealer)
    winner = game.winner
    scores = f"{game.scores[winner]} to {game.scores[1 - winner]}"
    return [*lines, f"{NAMES[winner]} wins: {scores}"]
