"""Cached results, and completion in a shell."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Annotated, Literal

from click.shell_completion import get_completion_class

from trueodds.reports.cli import cli
from trueodds.reports.signatures import Words, checked

if TYPE_CHECKING:
    from trueodds.reports.answers.cached import Cached
    from trueodds.reports.answers.written import Written


@checked
def cache(*, clear: bool = False) -> Cached:
    """List the cached results, or delete them.

    Results that take long are cached; everything that is deleted is computed again
    when it is needed.

    Args:
        clear: Delete cached results and compiled code.

    Returns:
        The files with their sizes, which are those before a deletion.

    Example:
        >>> cache().deleted
        False
    """
    from trueodds.core.storage import store
    from trueodds.reports.answers.cached import Cached

    files = store.cached()
    sizes = {file.name: file.stat().st_size for file in files}
    if clear:
        for file in files:
            # Another process may have deleted it.
            file.unlink(missing_ok=True)
        for compiled in store.folder().glob(f"{store.COMPILED}*"):
            shutil.rmtree(compiled, ignore_errors=True)
    return Cached(folder=store.folder(), bytes=sizes, deleted=clear)


@checked
def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Words("{bash|zsh|fish}")], /
) -> Written:
    """Print a script with which SHELL completes commands, games, rules and ids.

    \b
    bash   add to ~/.bashrc:  eval "$(trueodds completion bash)"
    zsh    add to ~/.zshrc:   eval "$(trueodds completion zsh)"
    fish   trueodds completion fish > ~/.config/fish/completions/trueodds.fish

    Args:
        shell: The shell.

    Returns:
        The script.

    Example:
        >>> "_TRUEODDS_COMPLETE=fish_complete" in completion("fish").lines[1]
        True
    """  # noqa: D301 - click looks for the control character itself
    from trueodds.reports.answers.written import Written

    made = get_completion_class(shell)
    assert made is not None
    script = made(cli, {}, "trueodds", "_TRUEODDS_COMPLETE")
    return Written.of_text(f"{script.source()}\n")
