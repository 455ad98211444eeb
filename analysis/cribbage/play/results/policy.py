"""Simple policies of the play, as data: the ranks that a player prefers.

A policy looks only at which cards fit (``tree.public_tree``), and ignores what they
score. Such policies are a simple baseline for the equilibrium of the play.
"""

from __future__ import annotations

from functools import cache

import msgspec

from trueodds.core.cards import RANKS, parse_rank
from trueodds.core.errors import RulesError
from trueodds.core.exact.exact_toml import toml_file


class PlayPolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A policy of the play, which prefers some ranks to others.

    ``description`` is the policy in words. ``prefers`` has groups of ranks, each as a
    text such as "10 J". The policy plays a card of the first group that has a card that
    fits; all such cards are equally likely. Raises ``RulesError`` unless each rank is
    in exactly one group.
    """

    description: str
    prefers: tuple[str, ...]

    def __post_init__(self) -> None:
        ranks = sorted(parse_rank(word) for g in self.prefers for word in g.split())
        if ranks != list(range(len(RANKS))):
            raise RulesError(
                f"prefers = {list(self.prefers)} is no policy; each of the "
                f"{len(RANKS)} ranks is in one group"
            )

    @property
    def group_of_rank(self) -> tuple[int, ...]:
        """The index in ``prefers`` of each rank's group, for the ranks ace to king.

        The group with the lowest index is preferred.

        >>> policies()["highest"].group_of_rank[:3]
        (12, 11, 10)
        """
        places = {
            parse_rank(word): place
            for place, group in enumerate(self.prefers)
            for word in group.split()
        }
        return tuple(places[rank] for rank in range(len(RANKS)))


@cache
def policies() -> dict[str, PlayPolicy]:
    """Return the shipped policies of the play, by name.

    >>> sorted(policies())
    ['highest', 'lowest', 'random']
    """
    return msgspec.convert(
        toml_file(__package__, "policies.toml"), dict[str, PlayPolicy]
    )
