"""Hot dice that must be rolled although the threshold is reached.

Past T a turn ends with the first keep that leaves dice, so only hot dice go on, with
six. The mean from a stake s on is then a * s + b, with a = 1 - the chance to farkle:
always where the roll decides what is kept, and from some stake on where the player
chooses, since a high stake is not risked for any gain. Below that stake the best keep
follows by backward induction.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from trueodds.analysis.farkle.roll_classes import HOT, Keep, RollClass, Rolls
from trueodds.analysis.farkle.threshold.forward import Hot
from trueodds.core.distribution import Distribution
from trueodds.core.errors import RulesError
from trueodds.core.rules.farkle import DICE


def fixed_hot_dice(law: Distribution[Keep | None]) -> Callable[[int], Hot]:
    """What hot dice lead to where ``law`` is that of the keep of six dice.

    Raises ``RulesError`` where six dice are always hot again.

    >>> law = Distribution({None: 1, Keep(100, 3): 1, Keep(300, 0): 2})
    >>> fixed_hot_dice(law)(1000)
    Hot(mean=700, farkle=1/2)
    """
    farkle, gain = _line(law)
    return lambda stake: Hot((1 - farkle) * stake + gain, farkle)


def _line(law: Distribution[Keep | None]) -> tuple[fmpq, fmpq]:
    """The chance to farkle, and the mean points beside the stake that are not lost."""
    again = fmpq(law.weight_where(_is_hot), law.total)
    if again == 1:
        raise RulesError(
            "under these rules a turn need never end: six dice are always hot dice, "
            "which must be rolled"
        )
    farkle = fmpq(law.weight(None), law.total) / (1 - again)
    points = fmpq(0)
    for keep, weight in law.items():
        if keep:
            points += weight * keep.points * (1 - farkle if _is_hot(keep) else fmpq(1))
    return farkle, points / law.total / (1 - again)


def _is_hot(keep: Keep | None) -> bool:
    return keep is not None and keep.left == HOT


class BestHotDice:
    """The keep of six hot dice with the highest mean, by stake.

    Raises ``RulesError`` where six dice are always hot again.
    """

    def __init__(self, rolls: Rolls, grid: int) -> None:
        self._law = rolls[DICE]
        self._high = {keeps: _calmest(keeps) for keeps in self._law}
        farkle, gain = _line(self._law.map(self._high.__getitem__))
        while not farkle and (better := self._bolder(gain)) != self._high:
            self._high = better
            farkle, gain = _line(self._law.map(self._high.__getitem__))
        self._farkle, self._gain = farkle, gain
        self._ceiling = self._least_high_stake() if farkle else 0
        self._below: dict[int, Hot] = {}
        for stake in range(-(-self._ceiling // grid) * grid, -1, -grid):
            self._below[stake] = self._rolled(stake)

    def __call__(self, stake: int) -> Hot:
        """What hot dice with this stake lead to."""
        if stake >= self._ceiling:
            return Hot((1 - self._farkle) * stake + self._gain, self._farkle)
        return self._below[stake]

    def choose(self, stake: int, keeps: RollClass) -> Keep | None:
        """What to keep of six dice: on a tie what does not go on."""
        calm = self._high[keeps]
        if stake >= self._ceiling:
            return calm
        return max(
            (keep for keep in (calm, *filter(_is_hot, keeps)) if keep),
            key=lambda keep: self._after(stake, keep).mean,
            default=None,
        )

    def _after(self, stake: int, keep: Keep) -> Hot:
        stake += keep.points
        return self(stake) if _is_hot(keep) else Hot(fmpq(stake), fmpq(0))

    def _rolled(self, stake: int) -> Hot:
        mean = farkle = fmpq(0)
        for keeps, weight in self._law.items():
            keep = self.choose(stake, keeps)
            after = self._after(stake, keep) if keep else Hot(fmpq(0), fmpq(1))
            mean += weight * after.mean
            farkle += weight * after.farkle
        return Hot(mean / self._law.total, farkle / self._law.total)

    def _bolder(self, gain: fmpq) -> dict[RollClass, Keep | None]:
        """Where six dice cannot farkle: the best keeps when hot dice gain so much."""
        return {
            keeps: max(
                (keep for keep in (calm, *filter(_is_hot, keeps)) if keep),
                key=lambda keep: keep.points + (gain if _is_hot(keep) else 0),
                default=None,
            )
            for keeps, calm in self._high.items()
        }

    def _least_high_stake(self) -> int:
        """A stake from which on no roll is worth more for going on than for ending."""
        least = 0
        for keeps, calm in self._high.items():
            for keep in filter(_is_hot, keeps):
                if calm and not _is_hot(calm):
                    more = (1 - self._farkle) * keep.points + self._gain - calm.points
                    least = max(least, int((more / self._farkle).ceil()))
        return least


def _calmest(keeps: RollClass) -> Keep | None:
    """The most points that leave dice, else hot dice."""
    return next(
        (keep for keep in keeps if keep.left != HOT), keeps[0] if keeps else None
    )
