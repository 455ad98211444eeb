"""``trueodds rules``, ``cache`` and ``completion``: set up and look around."""

from __future__ import annotations

import shutil

import click

from trueodds.reports.cli import echo
from trueodds.reports.cli._shared import TABLES, one_of, prints
from trueodds.reports.output import Output, Part, Table


@click.command()
@click.argument("game", required=False)
@click.argument("name", required=False)
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
@prints(*TABLES)
def rules(
    game: str | None, name: str | None, show: str | None, default: str | None
) -> Output:
    """List the rules of GAME, or of every game, and explain the fields.

    With NAME, print the fields of a preset or a file, as --show does.
    """
    from trueodds.core import games
    from trueodds.reports import settings
    from trueodds.reports.text import rules as rule_texts

    if game is None:
        for option, name in (("--show", show), ("--default", default)):
            if name is not None:
                raise click.UsageError(
                    f"{option} needs a game; such as: rules farkle {option} box"
                )
        return rule_texts.every_game()
    column = games.find(game)
    if default is not None:
        settings.set_default_rules(column, default)
        return rule_texts.default_rules(column, default)
    if shown := show or name:
        return rule_texts.house_rules(column, shown)
    return rule_texts.one_game(column)


@click.command()
@click.option("--clear", is_flag=True, help="Delete cached results and compiled code.")
@prints(*TABLES)
def cache(clear: bool) -> Output:
    """List the cached results, or delete them.

    Results that take long are cached; everything that is deleted is computed again
    when it is needed.
    """
    from trueodds.core.storage import store

    sizes = {file: file.stat().st_size for file in store.cached()}
    total = f"{len(sizes):,} results, {sum(sizes.values()) / 1e6:,.1f} MB"
    rows = [[file.name, f"{size / 1e6:,.3f} MB"] for file, size in sizes.items()]
    listed: list[Part] = [Table(["result", "size"], rows)] if rows else []
    summary = f"Cached in {store.folder()}: {total}."
    if clear:
        for file in sizes:
            file.unlink(missing_ok=True)
        for compiled in store.folder().glob(f"{store.COMPILED}*"):
            shutil.rmtree(compiled, ignore_errors=True)
        summary = f"Deleted {total}, from {store.folder()}"
    return Output(
        "trueodds.cache/1",
        record=lambda: {
            "folder": str(store.folder()),
            "bytes": {file.name: size for file, size in sizes.items()},
            "deleted": clear,
        },
        table=lambda: [summary, *([] if clear else listed)],
        markdown=lambda: [summary, *listed],
    )


@click.command()
@click.argument("shell", type=one_of(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script with which SHELL completes commands, games, rules and ids.

    \b
    bash   add to ~/.bashrc:  eval "$(trueodds completion bash)"
    zsh    add to ~/.zshrc:   eval "$(trueodds completion zsh)"
    fish   trueodds completion fish > ~/.config/fish/completions/trueodds.fish
    """  # noqa: D301 - click looks for the control character itself
    from click.shell_completion import get_completion_class

    from trueodds.reports.cli import cli

    made = get_completion_class(shell)
    assert made is not None, shell
    script = made(cli, {}, "trueodds", "_TRUEODDS_COMPLETE")
    echo(script.source())
