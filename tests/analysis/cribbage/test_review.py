"""Reviews of recorded games, against the commands for single decisions."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import Run
from recorded_games import DEAL, SECOND_DEAL, in_words

import trueodds
from trueodds.analysis.cribbage.game import review
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import RecordedDeal
from trueodds.cribbage import Review
from trueodds.proofs.verify.transcript.cribbage.deals import recorded_deals

TARGET = 31
SHORT = 16
"""Games to 16 have two deals on average, so 200 of them take minutes."""
ROLES = {"Ann": "pone", "Bob": "dealer"}


ALONE = """\
Bob deals at 0 to 0
Ann is dealt 3H KC 7D QD AC AD
Bob is dealt QS 8D JD 9D AS AH
Ann throws AC AD
Bob throws AS AH
Starter: 2C
Ann plays KC: 10
Bob plays 9D: 19
Ann plays 7D: 26
Bob says go: 26
Ann plays 3H: 29
Ann scores 1: 1
Bob plays JD: 10
Ann plays QD: 20
Bob plays 8D: 28
Bob scores 1: 1
Bob plays QS: 10
Bob scores 1: 2
Ann shows 3H KC 7D QD
Ann scores 4: 5
Bob shows QS 8D JD 9D
Bob scores 0: 2
Bob shows the crib AC AD AS AH
Bob scores 12: 14
""".splitlines()


def reviewed(lines: list[str], folder: Path, **options: object) -> Review:
    file = folder / "game.txt"
    file.write_text("\n".join(lines))
    return trueodds.cribbage.review(file, **options)


def near(cost: Enclosure, other: object) -> None:
    assert float(cost.midpoint) == pytest.approx(float(other), abs=1e-8)  # type: ignore[arg-type]


def test_costs_are_those_of_other_commands(tmp_path: Path) -> None:
    game = reviewed(DEAL, tmp_path)
    assert [d.line for d in game.decisions] == [4, 5, 8, 9, 10, 15, 16]
    six = {"Ann": DEAL[1].split(" dealt ")[1], "Bob": DEAL[2].split(" dealt ")[1]}
    scores = {"Ann": "24-10", "Bob": "10-24"}
    for throw in game.decisions[:2]:
        role = ROLES[throw.player]
        ranked = trueodds.discard(six[throw.player], role, with_play=True)
        done = ranked.of(throw.done)
        near(throw.costs, ranked.best.total_with_play - done.total_with_play)
        assert {*throw.best.split()} == {*map(str, ranked.best.discard)}
        to_win = trueodds.discard(six[throw.player], role, score=scores[throw.player])
        best, done = to_win.best, to_win.of(throw.done)
        assert best.win
        assert done.win
        near(throw.win_costs, (best.win - done.win).midpoint)
        assert {*str(throw.best_to_win).split()} == {*map(str, best.discard)}
    advised = (
        trueodds.cribbage.lead(
            "5H 6D 7S 8C", threw="KD KH", starter="JD", score="24-12"
        ),
        *(
            trueodds.cribbage.play.advise(
                held, played=played, threw=threw, starter="JD", score=score
            )
            for held, played, threw, score in (
                ("4S 4D 9H JC", "7S", "2C 3C", "12-24"),
                ("5H 6D 8C", "7S 9H", "KD KH", "24-12"),
                ("5H 6D", "7S 9H 8C 4S go go", "KD KH", "27-13"),
                ("4D JC", "7S 9H 8C 4S 6D", "2C 3C", "13-27"),
            )
        ),
    )
    for card, answer in zip(game.decisions[2:], advised, strict=True):
        assert card.best_to_win in (answer.cards[0].card, card.done)
        costs = {each.card: each for each in answer.cards}
        near(card.costs, costs[card.done].costs.midpoint)
        near(card.win_costs, costs[card.done].win_costs.midpoint)


def choices_of_cards(recorded: RecordedDeal) -> int:
    """Return the number of cards played where another rank fits, by the reference.

    It is 0 if his heels win the game.
    """
    state, _ = recorded.before.begin(recorded.deal)
    choices = 0
    for card in recorded.played:
        while state.play and not state.play.legal_cards():
            state, _ = state.go()
        assert state.play
        choices += len({each.rank for each in state.play.legal_cards()}) > 1
        state, _ = state.play_card(card)
    return choices


def check_accounts(seed: int, target: int) -> None:
    """Compare the accounts of a short game with the probabilities to win."""
    rules = CribbageRules.load(target=target)
    deals, ended = recorded_deals(in_words(seed, rules), rules)
    assert not ended
    limits = review.Limits(*map(review.Fraction, (0, 1, 0, 1)))
    decisions, accounts = review.review(deals, rules, limits, lambda *_: None)
    assert len(accounts) == len(deals)
    after = [*[deal.before for deal in deals[1:]], None]
    for recorded, account, later in zip(deals, accounts, after, strict=True):
        scores, dealer = recorded.before.scores, recorded.before.dealer
        wins = []
        for state in (recorded.before, later):
            if state:
                role = "theirs" if state.dealer else "mine"
                set_ = {"target": target}
                answer = trueodds.cribbage.win(*state.scores, role=role, set=set_)
                wins.append(float(answer.win.midpoint))
            else:
                winner = in_words(seed, rules)[-1].rpartition(" wins:")[0]
                wins.append(float(winner == recorded.names[0]))
        near(account.win_before, wins[0])
        made = [d for d in decisions if d.deal == account.deal]
        kinds = ["throw"] * 2 + ["card"] * choices_of_cards(recorded)
        assert [d.decision for d in made] == kinds
        change = account.luck.midpoint
        for each in made:
            own = each.player == recorded.names[0]
            change += each.win_costs.midpoint * (-1 if own else 1)
            # The limits are 0 and 1 of both costs.
            assert bool(each.mistake) == (each.done != each.best_to_win)
            assert (each.mistake == "large") <= (each.costs.upper >= 1)
        assert float(change) == pytest.approx(wins[1] - wins[0], abs=1e-9)
        assert (account.score, account.opponent_score) == scores
        assert account.dealer == recorded.names[dealer]


def test_costs_and_luck_add_up() -> None:
    check_accounts(1, TARGET)


def from_zero(deal: list[str]) -> Iterator[str]:
    """Yield the lines of ``DEAL`` with all scores as from 0 to 0."""
    before = {"Ann": 24, "Bob": 10}
    yield "Bob deals at 0 to 0"
    for line in deal[1:]:
        event, scores, after = line.partition(" scores ")
        points, _, score = after.partition(": ")
        yield (
            f"{event} scores {points}: {int(score) - before[event]}" if scores else line
        )


def test_first_line_is_the_sum_of_all_rows(tmp_path: Path) -> None:
    lines = ["Game to 31: Ann and Bob", *from_zero(DEAL), *SECOND_DEAL]
    game = reviewed(lines, tmp_path, set={"target": 31})
    by_player = {}
    for name in ("Bob", "Ann"):
        made = [each for each in game.decisions if each.player == name]
        cost = 100 * sum(each.win_costs.midpoint for each in made)
        by_player[name] = f"{float(cost):.2f}", sum(bool(d.mistake) for d in made)
    assert by_player == {"Bob": ("31.42", 2), "Ann": ("19.12", 5)}
    luck = 100 * sum(float(deal.luck.midpoint) for deal in game.deals)
    assert f"{luck:.2f}" == "61.98"
    assert str(game).splitlines()[0] == (
        "Bob's choices cost 31.42 games of 100 (2 mistakes) and Ann's choices cost "
        "19.12 games of 100 (5 mistakes); luck was worth 61.98 games of 100 to Bob "
        "(six-card rules with target = 31)."
    )
    first, last = game.deals
    assert (first.win_after, last.win_after.midpoint) == (last.win_before, 1)
    for total in game.totals:
        of_kind = [
            (each.costs.midpoint, each.win_costs.midpoint)
            for each in game.decisions
            if (each.player, each.decision) == (total.player, total.decision)
        ]
        costs, win_costs = map(sum, zip(*of_kind, strict=True))
        assert total.decisions == len(of_kind)
        assert (total.costs.midpoint, total.win_costs.midpoint) == (costs, win_costs)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_costs_and_luck_add_up_in_each_game(seed: int) -> None:
    check_accounts(seed, SHORT)


def test_a_player_who_is_alone_has_a_best_order(tmp_path: Path) -> None:
    """After a queen, the other queen first is a pair."""
    last = reviewed(ALONE, tmp_path).decisions[-1]
    assert (last.line, last.done, last.best) == (15, "8", "Q")
    near(last.costs, 2)


def test_limits_mark_mistakes(tmp_path: Path) -> None:
    """The costs are 0.44 games of 100, 11.02, 1.46 and 2.37, or 0.80 to 5.77 points."""
    by_wins = {"small": "9", "large": "9", "small_win": "0.4%", "large_win": "2%"}
    game = reviewed(DEAL, tmp_path, **by_wins)
    assert [d.mistake for d in game.decisions] == [
        *("small", "large", "", "small", "", "large", "")
    ]
    totals = {(t.player, t.decision): (t.small, t.large) for t in game.totals}
    assert totals["Ann", "throw"] == (1, 0)
    assert totals["Bob", "card"] == (1, 0)
    by_points = {"small": "0.5", "large": "0.7", "small_win": "90%", "large_win": "90%"}
    game = reviewed(DEAL, tmp_path, **by_points)
    assert [d.mistake for d in game.decisions] == [
        *("", "large", "", "large", "", "large", "")
    ]


def test_the_choice_that_wins_most_is_no_mistake() -> None:
    limits = review.Limits(*map(review.Fraction, (0, 1, 0, 1)))
    two = Enclosure.around(review.Fraction(2))
    assert limits.mark(two, review.NOTHING) == ""
    assert limits.mark(two, two) == "large"


def test_an_unfinished_game_is_reviewed_up_to_its_last_whole_deal(
    tmp_path: Path, trueodds_command: Run
) -> None:
    lines = [*DEAL, *DEAL[:10]]
    game = reviewed(lines, tmp_path)
    assert [account.deal for account in game.deals] == [1]
    text = game.text("table")
    assert re.search("ends in the middle of a game", text)
    assert "Deal 2 is not whole, so it is not reviewed." in text
    assert "not whole" not in reviewed(DEAL, tmp_path).text("table")
    file = tmp_path / "short.txt"
    file.write_text("\n".join(DEAL[:10]))
    code, _, fault = trueodds_command("cribbage", "review", str(file))
    assert code == 2
    assert "10 lines are right, but the recording ends in the middle" in fault
    assert "before 'Ann scores 3: 27'\n" in fault
    assert "hint: a review needs a whole deal: record it from this line on" in fault


@pytest.mark.parametrize(
    ("line", "wrong", "options", "fault"),
    [
        (10, "Ann plays 8C: 25", "", "line 10 is wrong: 'Ann plays 8C: 25'\n"),
        (10, "Ann plays 8C: 25", "", "hint: right is 'Ann plays 8C: 24' (8C makes"),
        (1, "Game to 31: Ann and Bob", "", "add --set target=31 for this game"),
        (8, "Ann plays 11S: 7", "", "line 8: '11S' is not a card"),
        (1, "Bob sings", "", "no line begins a game of cribbage"),
        (1, DEAL[0], "--set crib_flush=4", "only the target may differ"),
        (1, DEAL[0], "--small 2", "a small mistake may not cost more than a large one"),
        (1, DEAL[0], "--small much", "'much' is not a number of 0 or more"),
        (1, DEAL[0], "--small-win 5", "'5' is not a probability, such as 2% or 0.02"),
    ],
)
def test_wrong_files_and_options(
    line: int,
    wrong: str,
    options: str,
    fault: str,
    tmp_path: Path,
    trueodds_command: Run,
) -> None:
    file = tmp_path / "game.txt"
    file.write_text("\n".join([*DEAL[: line - 1], wrong, *DEAL[line:]]))
    code, _, err = trueodds_command("cribbage", "review", str(file), *options.split())
    assert code == 2
    assert fault in err
    assert "Traceback" not in err
