"""Presets keep the digests that their strategy files, caches and receipts name."""

import pytest

from trueodds.core import games, rulebook

DIGESTS = {
    ("bunco", "bunco"): (
        "0f4100d4c605fb421dddc5cb81a4ae767597695f92ec065510876abd745a1116"
    ),
    ("bunco", "d20"): (
        "cffd87ef4c4f3b32e3077749a25c3396c4068676537d513c5cbe2692f3d53481"
    ),
    ("bunco", "published-script"): (
        "42f9821d89c9750c0e210d5f03724144a4831dfffa3b8ecc27f48015fe1cae13"
    ),
    ("bunco", "published-script-dice"): (
        "c8bd1623fbf27ca1dd8888ec7eea1739f28479c204ab4f3a9ba4719c820841d2"
    ),
    ("baccarat", "punto-banco"): (
        "0c731c5c78c7b7f73c9c3d6afec74bb934283c5d097a93103cae2bf2827ef2b7"
    ),
    ("baccarat", "published-script"): (
        "43318a32038514d1ba3c4d57b4b32198c72ca883d09c74ede0026f11adbf5502"
    ),
    ("baccarat", "published-script-eight-decks"): (
        "6830daa8a34c4406ea98c39cf8f7c6d72dd68a3d2cab7e854cfdba5ec46f1f9d"
    ),
    ("baccarat", "punto-banco-single-deck"): (
        "5640c1e578618cb3aace3eed69acd66fade1a3c2ab910f009ef7789d01cc07a2"
    ),
    ("cribbage", "six-card"): (
        "6f1ff25cdd797b534613dbd5680f29462dffaa657c0379bf90ee5062f646b1ca"
    ),
    ("cribbage", "published-script"): (
        "3b795af9c88e5496934b4790e31b87d879af212b84adf71044ed94c2037bc8ff"
    ),
    ("farkle", "ece209"): (
        "174121ccb9192947029c8833ab20ca58f160e11c520faefb87c116f35d03b064"
    ),
    ("farkle", "blog"): (
        "03612006f22317d0d50b604d94a8c55ec74535352fa795b6e2fe89a661710a55"
    ),
    ("farkle", "box"): (
        "749274dd7eaaf20e1e3b84428b056351cd4d7e7a873175b5d26efa59e745689d"
    ),
    ("farkle", "ece209-literal"): (
        "ef5606e73ea5c4e92767deee173f7b7fc9f1d99df2314d3a0bb32f46b6b9bf27"
    ),
    ("farkle", "facebook"): (
        "3b858d5680480f8c54e0163824e86e8104eaf483327993c2597dad45107aada4"
    ),
    ("farkle", "five-thousand"): (
        "8b213575f0ead2c7f557dd16d26292ad6e634fb0183a43e90a2cfe248db8c3dd"
    ),
    ("farkle", "kingdom-come"): (
        "9b4126940834b7bd24bcb680025ab946c985febbf4b4ed93efdb3e94e8a3c59b"
    ),
    ("farkle", "ten-thousand"): (
        "b8a622d9955d771378c8771c3694deb99d3dfcf0f96a4fbe9135c83040e5edb7"
    ),
    ("farkle", "zilch"): (
        "624f0874db606357566725b0e854638d547b1175edc0d5076fe307f26d0550ef"
    ),
}
"""Digests of all presets, as they were before cribbage's play and target existed."""


def test_every_preset_of_ours_has_a_digest_here() -> None:
    presets = {
        (name, preset)
        for name in games.ours()
        for preset in rulebook.preset_names(games.find(name))
    }
    assert presets == DIGESTS.keys()


@pytest.mark.parametrize(("game", "preset"), DIGESTS)
def test_a_preset_keeps_its_digest(game: str, preset: str) -> None:
    rules = rulebook.load(games.find(game), preset)
    assert rulebook.digest(game, rules) == f"sha256:{DIGESTS[game, preset]}"
