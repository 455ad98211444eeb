"""Settings of the documentation site: ``tox -e docs`` builds it without the network."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

import click
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "trueodds"
author = "The trueodds authors"
version = release = version_of("trueodds")

extensions = [
    "myst_nb",  # Markdown, and notebooks that the build runs
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
    "book_glossary",
    "quantity_ids",
    "rule_fields",
    "schema_keys",
    "command_functions",
]
smartquotes = False  # it would turn the -- of options into a dash
exclude_patterns = ["examples", "extensions"]
templates_path: list[str] = []
html_theme = "furo"
html_title = f"trueodds {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline", "deflist"]

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False

# No inventory is downloaded, so names of other packages have no target; and the types
# in signatures name records that are not part of the public interface.
nitpick_ignore_regex = [
    (r"py:.*", r"(?!trueodds\.).*"),
    (r"py:.*", r"trueodds\.(core|analysis|proofs|reports)\..*"),
]


def escape_help(app: object, ctx: object, lines: list[str]) -> None:
    """Escape the stars in help texts, which reStructuredText would read as markup."""
    lines[:] = [
        line if line.startswith("..") else line.replace("*", r"\*") for line in lines
    ]


def show_defaults(app: object, ctx: click.Context, lines: list[str]) -> None:
    """Show the defaults of options, as the program's own help does."""
    for option in ctx.command.params:
        if isinstance(option, click.Option) and not option.is_flag:
            option.show_default = isinstance(option.default, str | int | float)


def setup(app: Sphinx) -> None:
    """Connect to the events of sphinx-click."""
    app.connect("sphinx-click-process-description", show_defaults)
    for part in ("description", "options", "arguments"):
        app.connect(f"sphinx-click-process-{part}", escape_help)
