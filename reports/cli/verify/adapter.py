"""``trueodds verify adapter``: a template of a scorer in some language."""

from importlib.resources import files

import click

LANGUAGES = ("python", "c", "java", "go", "rust", "js")


@click.command()
@click.argument("language", type=click.Choice(LANGUAGES), metavar="LANGUAGE")
def adapter(language: str) -> None:
    """Print a scorer template in LANGUAGE: python, c, java, go, rust or js.

    The template reads positions and answers 0. Call your own scorer in its function
    "score", then run: trueodds verify scorer GAME -- YOUR_PROGRAM
    """
    template = files(__package__) / "adapters" / f"{language}.txt"
    click.echo(template.read_text("utf-8"), nl=False)
