"""Positions in an order: their texts, and their answers beside the reference's."""

from trueodds.proofs.verify.positions.order import Order, SpaceOrder


def texts(listed: Order, start: int = 0, stop: int | None = None) -> list[str]:
    """Return the texts of positions, of all of them by default."""
    end = listed.count if stop is None else stop
    return listed.text(start, end).decode().splitlines()


def right_values(listed: Order, start: int = 0, stop: int | None = None) -> list[int]:
    """Return the answers to positions, which must be those of the reference scorer."""
    lines = texts(listed, start, stop)
    values: list[int] = listed.values(start, start + len(lines)).tolist()
    assert values == [listed.score(text).value for text in lines]
    if isinstance(listed, SpaceOrder):
        rows = listed.rows(start, start + len(lines))
        assert listed.space.possible(rows).all()
        assert [listed.space.word(row) for row in rows.tolist()] == lines
    return values
