"""The page on the presets of Farkle has the table of their differences."""

from pathlib import Path
from typing import Any

from trueodds.core import rulebook
from trueodds.core.rules.farkle import FarkleRules

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "which-farkle.md"


def test_the_table_has_every_difference_between_presets() -> None:
    """If it does not, replace the table of the page by this one."""
    assert table() in PAGE.read_text(encoding="utf-8"), table()


def test_every_preset_has_its_source() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"\n- `{name}`: " in text for name in FarkleRules.presets())


def table() -> str:
    """Return the fields in which presets differ, a row for each table in a table."""
    presets = {
        name: dict(cells(rulebook.to_table(rules)))
        for name, rules in FarkleRules.presets().items()
    }
    rows = [["rule", *presets], ["---"] * (len(presets) + 1)]
    for field in dict.fromkeys(field for each in presets.values() for field in each):
        values = [each.get(field, "-") for each in presets.values()]
        if field not in ("description", "dice") and len({*values}) > 1:
            rows.append([f"`{field}`", *values])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def cells(fields: dict[str, Any]) -> list[tuple[str, str]]:
    """Return each field as text; tables inside a table are fields."""
    texts = []
    for name, value in fields.items():
        inner = value if isinstance(value, dict) else {}
        if any(isinstance(each, dict) for each in inner.values()):
            texts += [(f"{name}.{key}", shown(each)) for key, each in inner.items()]
        else:
            texts.append((name, shown(value)))
    return texts


def shown(value: object) -> str:
    """Return a value as people read it; a dash for an empty table."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        if [*value] == [*"123456"]:
            points = [shown(each) for each in value.values()]
            return " / ".join(points if len({*points}) > 1 else points[:1])
        return ", ".join(f"{key}: {shown(each)}" for key, each in value.items()) or "-"
    return f"{value:,}" if isinstance(value, int) else str(value)
