"""``trueodds rules``: the presets, and what every field means."""

import click


@click.command()
@click.argument("game", required=False)
@click.option(
    "--show",
    metavar="NAME",
    help="Print a preset (or a file, with what it extends filled in) as TOML, each "
    "field explained: a start for house rules.",
)
def rules(game: str | None, show: str | None) -> None:
    """List the rule sets of GAME, or of every game, and explain the fields."""
    from trueodds.core import games
    from trueodds.reports.text import rules as rule_texts

    if show is not None and game is None:
        raise click.UsageError("--show needs a game, such as: rules farkle --show box")
    if game is None:
        texts = [rule_texts.presets(games.find(name)) for name in games.names()]
        click.echo("\n".join(texts), nl=False)
    elif show is None:
        column = games.find(game)
        click.echo(rule_texts.presets(column))
        click.echo(rule_texts.fields(column), nl=False)
    else:
        click.echo(rule_texts.house_rules(games.find(game), show), nl=False)
