"""The hooks of pre-commit run what ``tox -e lint`` runs."""

from configparser import ConfigParser

import yaml
from lint.ratchet import ROOT


def test_the_hooks_are_the_commands_of_tox() -> None:
    tox = ConfigParser()
    tox.read(ROOT / "tox.ini")
    commands = tox["testenv:lint"]["commands"].strip().splitlines()
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    (local,) = hooks["repos"]
    assert local["repo"] == "local"
    assert [hook["entry"] for hook in local["hooks"]] == commands
