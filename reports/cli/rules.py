"""``trueodds rules``: the presets, and what every field means."""

import click


@click.command()
@click.argument("game", required=False)
@click.option(
    "--show",
    metavar="NAME",
    help="Print all fields of a preset or a file as TOML, each one explained: a start "
    "for house rules.",
)
@click.option(
    "--default",
    metavar="NAME",
    help="Play GAME by these rules from now on, in tables on your terminal only.",
)
def rules(game: str | None, show: str | None, default: str | None) -> None:
    """List the rules of GAME, or of every game, and explain the fields."""
    from trueodds.core import games
    from trueodds.reports import settings
    from trueodds.reports.text import rules as rule_texts

    if game is None and show is not None:
        raise click.UsageError("--show needs a game; such as: rules farkle --show box")
    if game is None and default is not None:
        raise click.UsageError(
            "--default needs a game; such as: rules farkle --default box"
        )
    if game is None:
        text = rule_texts.every_game()
    elif default is not None:
        column = games.find(game)
        settings.set_default_rules(column, default)
        text = (
            f"Tables on your terminal show {column.name} by the {default} rules now. "
            "Everything else keeps to the usual rules.\n"
        )
    elif show is None:
        text = rule_texts.one_game(games.find(game))
    else:
        text = rule_texts.house_rules(games.find(game), show)
    click.echo(text, nl=False)
