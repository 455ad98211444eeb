"""Templates of a report, and the HTML of its pages."""

from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from trueodds.core import rulebook
from trueodds.core.rulebook import rules_name
from trueodds.reports.html.assets import script_files
from trueodds.reports.html.book import BookPage
from trueodds.reports.text import numbers
from trueodds.reports.text.cite import Citation
from trueodds.reports.text.records import version
from trueodds.reports.text.rules import as_toml


@dataclass(frozen=True, slots=True)
class Renderer:
    """The templates, the command that writes the report, and all of its pages."""

    command: str
    pages: Sequence[BookPage]

    def html(self, page: BookPage) -> str:
        """Return the HTML of a page, with its menu, rules, citation and command."""
        template = _environment().get_template(page.template or page.file)
        return template.render(
            page.values,
            page=page,
            menu=[p for p in self.pages if not p.game or p.name == p.game],
            game_menu=[p for p in self.pages if page.game and p.game == page.game],
            scripts=script_files(page),
            citation=self._citation(page),
            command=self.command,
            **_rules(page),
        )

    def _citation(self, page: BookPage) -> str:
        facts = [f"Page: {page.title} ({page.file})."]
        if page.odds is not None:
            name = rules_name(page.odds.game, page.odds.rules)
            facts.append(f"Rules: {name}, {_rules(page)['digest']}.")
        facts.append(f"Command: {self.command}")
        return Citation(page.name, tuple(facts)).text("text")


def _rules(page: BookPage) -> dict[str, str]:
    if page.odds is None:
        return {}
    digest = rulebook.digest(page.odds.game, page.odds.rules)
    return {"digest": digest, "rules": as_toml(page.odds.rules)}


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("trueodds.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals |= {"version": version()}
    environment.filters |= {
        "exact": numbers.exact_text,
        "decimal": numbers.decimal,
        "headline": numbers.headline,
        "value": numbers.value_text,
        "one_in": numbers.one_in,
        "one_in_text": numbers.one_in_text,
        "share": numbers.share,
    }
    return environment
