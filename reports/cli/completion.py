"""``trueodds completion``: the completion script of a shell."""

import click

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
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
    click.echo(script.source())
