"""The quantities of one game under one set of rules, by id."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from trueodds.core.errors import UnknownNameError, listed
from trueodds.core.quantity import Quantity
from trueodds.core.rulebook import Rules


class Odds(Mapping[str, Quantity]):
    """The quantities of one game under one set of rules, by id, in order.

    ``command`` is the command line that reproduces them. A missing id raises
    ``UnknownNameError``, which is a ``KeyError``, with the nearest ids; an analysis
    that yields an id twice raises ``ValueError``.
    """

    def __init__(
        self, game: str, rules: Rules, command: str, quantities: Iterable[Quantity]
    ) -> None:
        self.game = game
        self.rules = rules
        self.command = command
        self._by_id: dict[str, Quantity] = {}
        for quantity in quantities:
            if quantity.id in self._by_id:
                raise ValueError(f"{game} yields {quantity.id} twice")
            self._by_id[quantity.id] = quantity

    def __getitem__(self, id: str) -> Quantity:
        if id not in self._by_id:
            near = get_close_matches(id, self._by_id, n=3)
            hint = f"; near it: {listed(near)}" if near else ""
            raise UnknownNameError(f"{self.game} has no quantity {id!r}{hint}")
        return self._by_id[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    def family(self, prefix: str) -> list[Quantity]:
        """Return the quantities ``prefix.N`` for the numbers N, in order.

        >>> import trueodds
        >>> odds = trueodds.odds("bunco")
        >>> [quantity.count for quantity in odds.family("roll.points")][:3]
        [120, 75, 15]
        """
        start = f"{prefix}."
        return [
            quantity
            for id, quantity in self._by_id.items()
            if id.startswith(start) and id.removeprefix(start).isdigit()
        ]
