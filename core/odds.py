"""The quantities of one game under one set of rules, by id."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from re import findall, search, split
from typing import Any, TypeVar

from trueodds.core import games
from trueodds.core.arguments import require_argument
from trueodds.core.errors import (
    ModelError,
    PackageError,
    RulesError,
    UnansweredError,
    UnknownNameError,
    did_you_mean,
    listed,
)
from trueodds.core.exact.digits import counted
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.quantity import Quantity, is_listed
from trueodds.core.rows import Records, html
from trueodds.core.rulebook import Rules, rules_name
from trueodds.core.words import index, missing, plain, simple

R = TypeVar("R", bound=Rules)


MOST_ROWS = 100_000
"""The most quantities of a family."""

NUMBERED = r"[*?\]0-9]( |$)"
"""The end of a glob that ids ``prefix.N`` may fit."""

MOST_NAMED = 5
"""The most quantities that an error names."""


class FamilyError(ValueError):
    """A fault of a family of quantities, which a game declares.

    The family yields an object that is no ``Quantity``, an id that fits none of its
    patterns, or the same id twice.
    """


@dataclass(frozen=True)
class Family:
    """Quantities that are computed together, when one of them is first needed.

    ``globs`` are patterns separated by spaces, such as ``turn.mean turn.points.*``.
    Every id of the family fits a pattern, so an id that fits none is not in it.
    ``compute`` is called at most once, and yields the quantities in their order. It
    adds each id that has no value to ``unanswered``, with the reason. ``about`` has all
    words of the labels of a family that takes long, so that a search for other words
    does not compute it. A ``slow`` family is computed only if a user asks for one of
    its quantities, and not to count the quantities of a game.
    """

    globs: str
    compute: Callable[[], Iterable[Quantity]]
    about: str = ""
    slow: bool = False
    unanswered: dict[str, str] = field(default_factory=dict)

    @cached_property
    def by_id(self) -> dict[str, Quantity]:
        """The quantities by id, computed at the first use.

        Raises ``FamilyError`` if ``compute`` yields something that is not a quantity of
        the family, and ``RulesError`` if it yields too many quantities.
        """
        by_id: dict[str, Quantity] = {}
        computed = self.compute()
        for quantity in computed if isinstance(computed, Iterable) else [computed]:
            if not isinstance(quantity, Quantity):
                raise FamilyError(
                    f"{self.globs} has {quantity!r:.60}, which is no Quantity"
                )
            if len(by_id) == MOST_ROWS:
                raise RulesError(
                    f"{self.globs} are more than {MOST_ROWS:,} numbers under these "
                    "rules; ask for others, or choose rules with fewer outcomes"
                )
            if quantity.id in by_id:
                raise FamilyError(f"{quantity.id} is yielded twice")
            if not self.may_have(quantity.id):
                raise FamilyError(f"{quantity.id} fits none of: {self.globs}")
            by_id[quantity.id] = quantity
        return by_id

    @property
    def waits(self) -> bool:
        """True for a family that takes long (``slow``) and is not computed yet."""
        return self.slow and "by_id" not in vars(self)

    def may_have(self, wanted: str) -> bool:
        """Return True if an id of this family may fit ``wanted``, an id or a glob.

        Two globs may fit the same id if one begins with the literal text before the
        first wildcard of the other.

        >>> family = Family("turn.mean turn.points.*", list)
        >>> family.may_have("turn.mean"), family.may_have("*.mean")
        (True, True)
        >>> family.may_have("turn.farkle"), family.may_have("turn.points")
        (False, False)
        """
        if (head := _literal(wanted)) == wanted:
            return is_listed(wanted, self.globs.split())
        return any(
            head.startswith(other) or other.startswith(head)
            for other in map(_literal, self.globs.split())
        )


def _first(texts: Sequence[str]) -> str:
    """Return the first of several texts, and "…" if there are more."""
    return listed(texts[:MOST_NAMED]) + " …" * (len(texts) > MOST_NAMED)


def _literal(glob: str) -> str:
    """Return the text of a glob before its first wildcard."""
    return split(r"[*?[]", glob)[0]


class Odds(Mapping[str, Quantity], Records):
    """The quantities of one game under one set of rules, by id, in order.

    A quantity is computed at its first use, together with its family. An operation on
    all quantities, such as ``len``, computes all of them.

    ``quantities`` are known from the start. ``families`` are groups of quantities, and
    each is computed as a whole. ``command`` is the command line that reproduces the
    quantities. ``unanswered`` has the ids of computed families that have no value, with
    the reason. A missing id raises ``UnknownNameError``, which is a ``KeyError``, with
    the nearest ids. A family that yields something wrong raises ``FamilyError``, or
    ``PackageError`` if the game is in another package.
    """

    def __init__(
        self,
        game: str,
        rules: Rules,
        command: str,
        quantities: Iterable[Quantity] = (),
        families: Iterable[Family] = (),
    ) -> None:
        self.game = game
        self.rules = rules
        self.command = command
        computed = [*quantities]
        # What is known already is the first family, and it may have any id.
        self._families = (Family("*", lambda: computed), *families)
        self._known: dict[str, Quantity] = {}
        self.unanswered: dict[str, str] = {}

    def rules_as(self, record: type[R]) -> R:
        """Return the rules of these odds as the class ``record``, such as FarkleRules.

        Only the caller's type checker needs this: the rules must be of this class.
        """
        assert isinstance(self.rules, record)
        return self.rules

    def __getitem__(self, id: object) -> Quantity:
        if not isinstance(id, str) or id not in self:
            hint = self.near(id) if isinstance(id, str) else "list(odds) has the ids"
            raise UnknownNameError(f"{self.game} has no quantity {id!r}; {hint}")
        return self._known[id]

    def get(self, id: str, default: Any = None, /) -> Any:
        """Return the quantity with this id, or the default if there is none.

        This does not search for the nearest ids.
        """
        return self._known[id] if id in self else default

    def __contains__(self, id: object) -> bool:
        if isinstance(id, str) and id not in self._known:
            # Computing the families that may have the id adds it to the known ones.
            for _ in self.fitting(id):
                pass
        return isinstance(id, str) and id in self._known

    def __repr__(self) -> str:
        numbers = counted(len(self), "numbers")
        return f"Odds({self.game!r}, {rules_name(self.game, self.rules)}, {numbers})"

    def _repr_html_(self) -> str:
        quantities = self.values()
        rows = [{"id": q.id, "quantity": q.label, "value": repr(q)} for q in quantities]
        return html(repr(self), rows)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __iter__(self) -> Iterator[str]:
        for family in self._families:
            yield from self._computed(family)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def pending(self) -> bool:
        """True if a slow family of quantities is not computed yet.

        A slow family is computed only if a user asks for one of its quantities.
        """
        return any(each.waits for each in self._families)

    def ready(self) -> Iterator[str]:
        """Yield the ids, without those of slow families that are not computed yet.

        A slow family is computed only if a user asks for one of its quantities.
        """
        for family in self._families:
            if not family.waits:
                yield from self._computed(family)

    def _computed(self, family: Family) -> Mapping[str, Quantity]:
        """Return the quantities of a family; refuse an id of another family."""
        try:
            for id, quantity in family.by_id.items():
                if self._known.setdefault(id, quantity) is not quantity:
                    raise FamilyError(f"{id} is yielded by two families")
        except FamilyError as error:
            if package := games.credited(self.game):
                raise PackageError(f"the package {package} failed: {error}") from error
            raise
        self.unanswered |= family.unanswered
        return family.by_id

    def fitting(self, *globs: str) -> Iterator[Quantity]:
        """Yield the quantities whose id fits a glob such as ``turn.*``, in order.

        Only families in which an id may fit are computed.
        """
        for family in self._families:
            if any(map(family.may_have, globs)):
                for id, quantity in self._computed(family).items():
                    if is_listed(id, globs):
                        yield quantity

    def family(self, prefix: str) -> list[Quantity]:
        """Return the quantities ``prefix.N`` for the numbers N, in order.

        >>> import trueodds
        >>> odds = trueodds.odds("bunco")
        >>> [quantity.count for quantity in odds.family("roll.points")][:3]
        [120, 75, 15]
        """
        require_argument("prefix", prefix, str, "text, such as 'roll.points'")
        return [
            quantity
            for quantity in self.fitting(f"{prefix}.*")
            if quantity.id.removeprefix(f"{prefix}.").lstrip("-").isdigit()
        ]

    def complete(
        self, *without: str, unlisted: Fraction | int = 0
    ) -> dict[str, list[Quantity]]:
        """Return the distributions among the quantities, by the prefix of their ids.

        A distribution is two or more exact probabilities ``prefix.N``, in ascending
        order of N, which add up to 1. At most ``unlisted`` may be missing to 1.
        Families whose globs are in ``without`` are left out, and so are slow families
        that are not computed yet.

        >>> import trueodds
        >>> [*trueodds.odds("bunco").complete()][:2]
        ['roll.points', 'game.total']
        """
        families: dict[str, dict[int, Quantity]] = {}
        for family in self._families:
            left_out = family.waits or family.globs in without
            # Do not compute a family for this whose ids cannot end in a number.
            if left_out or not search(NUMBERED, family.globs):
                continue
            for id, quantity in self._computed(family).items():
                prefix, _, number = id.rpartition(".")
                exact = quantity.unit == "probability" and quantity.exact is not None
                if exact and number.lstrip("-").isdigit():
                    families.setdefault(prefix, {})[int(number)] = quantity
        return {
            prefix: [mass for _, mass in sorted(masses.items())]
            for prefix, masses in families.items()
            if len(masses) > 1
            and 0 <= 1 - sum(mass.bounds.upper for mass in masses.values()) <= unlisted
        }

    def select(self, pattern: str) -> "Odds":
        """Return the quantities whose id matches a pattern such as ``turn.*``."""
        require_argument("pattern", pattern, str, "text, such as 'turn.*'")
        return self.only(self.fitting(pattern))

    def find(self, text: str) -> "Odds":
        """Return the quantities whose label or id has all words of a text, best first.

        A word also finds its synonyms (``core/synonyms.toml``) and the words that begin
        with it. The best quantities have the fewest other words, above all in the id.
        A word with a full stop inside, such as ``roll.points``, is whole parts of an
        id: it finds ``roll.points.2``, and no id without these parts.

        >>> import trueodds
        >>> list(trueodds.odds("bunco").find("at least one bunco game"))
        ['game.any_bunco']
        """
        ranks = self._ranks(text, 1)
        ids = [] if self._absent(text) else ranks
        parts = findall(r"(?<!\S)[^\W\d]\S*\.\S+", text)
        return self.only(
            self[id] for id in ids if all(f".{part}." in f".{id}." for part in parts)
        )

    def _absent(self, id: str) -> str:
        """Return the globs of the id's families if all are empty under these rules."""
        families = [each for each in self._families[1:] if each.may_have(id)]
        empty = not any(map(self._computed, families))
        return listed(each.globs for each in families) if empty else ""

    def named(self, text: str) -> Quantity:
        """Return the single quantity that a text names.

        The text is an id, a whole label, or words that find no other quantity. Raises
        ``UnknownNameError`` with the ids and labels if the words find several
        quantities, and with the nearest names if they find none.

        >>> import trueodds
        >>> trueodds.odds("farkle").named("bust three dice").id
        'roll.3.farkle'
        """
        if text in self:
            return self[text]
        hits = [*self.find(text).values()]
        labelled = [hit for hit in hits if simple(hit.label) == simple(text)]
        match labelled or hits:
            case [quantity]:
                return quantity
            case []:
                fault = f"no number {text!r}"
                hint = self.near(text, words=True)
            case _:
                fault = f"{len(hits):,} numbers {text!r}"
                ids = _first([f"{hit.id} ({hit.label})" for hit in hits])
                hint = f"name one by its id: {ids}"
        raise UnknownNameError(f"{self.game} has {fault}; {hint}")

    def _ranks(self, text: str, most: int) -> dict[str, tuple[int, ...]]:
        """Return the ids that miss fewer than ``most`` words, best first, and ranks.

        A rank has the number of missing words, and those of other words in the id and
        in the label. A quantity has at least one word of the text.
        """
        require_argument("text", text, str, "an id or words")
        asked = plain(text).split()
        ranks: dict[str, tuple[int, ...]] = {}
        for family in self._families:
            # Skip a long computation whose labels cannot have the words. ``about`` has
            # no numbers, so numbers do not rule a family out.
            about = [word for word in asked if family.about and not word.isdigit()]
            if missing(about, index(f"{family.globs} {family.about}")) >= most:
                continue
            for id, quantity in self._computed(family).items():
                words = index(id), index(quantity.label)
                others = (len({*each.split()}.difference(asked)) for each in words)
                rank = missing(asked, "".join(words)), *others
                if rank[0] < min(most, len(asked)):
                    ranks[id] = rank
        return dict(sorted(ranks.items(), key=lambda pair: pair[1]))

    def near(self, text: str, *, words: bool = False) -> str:
        """Return a hint for a text that names no quantity.

        The hint is the nearest names, or a command that helps. With ``words``, the
        names of families and the words of labels are compared too. Raises
        ``UnansweredError`` for the id of a question without an answer.

        >>> import trueodds
        >>> trueodds.odds("bunco").near("roll.bunko")
        'did you mean roll.bunco or roll.mini_bunco?'
        >>> trueodds.odds("farkle").near("three dise")
        'did you mean roll.3.farkle or roll.3.hot or roll.3.best.mean?'
        """
        # The first hint that holds is the surest: a question without an answer, a rule
        # in place of a number, an empty family, a whole family, a misspelt name.
        if text in self.unanswered:
            raise UnansweredError(self.unanswered[text])
        if change := search(r"\S+=\S+", text):
            return f"did you mean --set {change[0]}?"
        if globs := self._absent(text):
            return f"under these rules there is none of {globs}"
        if rows := [id for id in self if id.startswith(f"{text}.")]:
            return f"its family has {len(rows):,}: {_first(rows)}"
        names = [*self]
        if words:
            labels = simple(" ".join(each.label for each in self.values())).split()
            names += [id.rpartition(".")[0] for id in self]
            names += filter(str.isalpha, labels)
        most = " or ".join([*self._ranks(text, len(text))][:3])
        by_words = f"did you mean {most}?" * bool(most)
        return (
            (" " in text and by_words)
            or did_you_mean(text, names)
            or by_words
            or f"trueodds odds {self.game} --all lists them"
        )

    def only(self, quantities: Iterable[Quantity]) -> "Odds":
        """Return the odds of the same game and rules with these quantities."""
        return Odds(self.game, self.rules, self.command, quantities)

    def distribution(self, prefix: str) -> Distribution[int]:
        """Return the family ``prefix.N`` as a distribution of the numbers N.

        Raises ``UnknownNameError`` if there is no such family. Raises ``ModelError`` if
        a probability is known only between bounds, or if they do not add up to 1.

        >>> import trueodds
        >>> trueodds.odds("bunco").distribution("roll.points").mean()
        Fraction(151, 216)
        """
        family = self.family(prefix)
        if not family:
            parts = (id.rpartition(".") for id in self)
            known = {head for head, _, number in parts if number.lstrip("-").isdigit()}
            near = did_you_mean(prefix, known) or f"there are: {listed(sorted(known))}"
            raise UnknownNameError(f"{self.game} has no family {prefix!r}; {near}")
        numbers = [*self.fitting(f"{prefix}.at_least.*")] or family
        such = numbers[len(numbers) // 2].id
        hint = f'odds.select("{prefix}.*") has the numbers, such as {such}'
        values: dict[int, Any] = {}
        for quantity in family:
            if quantity.exact is None:
                raise ModelError(
                    f"{quantity.id} lies between two bounds, and is not an exact "
                    f"number; {hint}"
                )
            values[int(quantity.id.rpartition(".")[2])] = quantity.exact
        if rest := 1 - sum(values.values()):
            raise ModelError(
                f"the family {prefix} leaves out outcomes, of probability "
                f"{float(rest):.3g}; {hint}"
            )
        from trueodds.core.models.process import distribution_at

        return distribution_at(prefix, values)

    def _rows(self) -> list[dict[str, Any]]:
        return [quantity.record() for quantity in self.values()]

    def to_pandas(self) -> Any:
        """Return a pandas ``DataFrame`` with a row for each quantity, by id.

        Exact values and bounds are text, so that no digit is lost. Counts and totals
        are whole numbers, unless one of them has more than 64 bits.
        """
        # An answer without quantities has the same columns, those of any quantity.
        columns = [*Quantity.probability("", "", 0, 1).record()]
        frame = super().to_pandas().reindex(columns=columns).set_index("id")
        return frame.astype({"count": "Int64", "total": "Int64"}, errors="ignore")
