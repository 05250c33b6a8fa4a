"""Tokyo Tsukiji Market asks markets by interface or role: their names are in `markets/` alone."""

import ast
from pathlib import Path

import ichiba
from ichiba.games.tokyo_tsukiji_market.data import MARKETS

SOURCE = Path(ichiba.__file__).parent
TITLE = SOURCE / "games/tokyo_tsukiji_market"
# Modules of `markets/` that belong to no market.
SHARED = {"base", "fish_market", "lots", "printed_values", "registry", "shows", "tracks", "yards"}
NUMBERS = {name.upper() for name in MARKETS}
# Texts that are also parts of a view, of the scoring or of the log.
WORDS = {"auction", "bank", "overfishing"}
# Modules that name markets, and which. A new market of a known kind needs no line here.
PICTURES = ("board/pictures.py", "board/scenes.py")
EXCEPTIONS = {
    # The set-up names the two staples, Ships and the pair of Aquariums.
    "options.py": {"SHIPS", "ships", "mackerel", "jack_mackerel", "aquarium", "new_aquarium"},
    "setup.py": {"SHIPS", "MACKEREL", "JACK_MACKEREL", "AQUARIUM", "NEW_AQUARIUM", "rentals"},
    "board/setting_up.py": {"mackerel", "jack_mackerel"},
    # The guide of a first game explains these markets.
    "board/guide.py": {"eel", "government", "red_snapper", "ships", "squid", "trading"},
    "board/web.py": {"mackerel", "squid"},  # symbols of the celebration
    "game.py": {"mackerel", "ships"},  # in play whatever is chosen
    # Chapters of the rules.
    "activity.py": {"foreign_market"},
    "free_steps.py": {"himono", "influence"},
    "picking.py": {"MACKEREL", "himono", "mackerel"},
    "starting.py": {"fugu", "rentals"},
    "visiting.py": {"ships"},
    # Parts of a view, a dump or an event, which have the names of the pieces.
    "board/harbors.py": {"himono"},
    "contradictions.py": {"HIMONO", "MACKEREL", "himono"},
    "data.py": {"himono", "aquarium", "new_aquarium", "ships", "used_ships"},
    "event_types.py": {"himono"},
    "fields.py": {"rentals"},
    "view.py": {"himono", "nori"},
    # Play at a real table: what the staples and Ships lay out, and numbers of the score pad.
    "board/at_table.py": {"jack_mackerel", "mackerel", "ships"},
    "board/score_pad.py": {"nori", "red_snapper"},
    # A habit of this bot: it looks into these markets even without tokens.
    "bots/rollout.py": {"CLAMS_OYSTERS", "FUGU", "OCTOPUS", "SARDINES"},
}


def names_of_markets(source: str) -> set[str]:
    """The markets that a module names: by number, by module, or in a text that is only the name."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            room, _, module = node.module.rpartition(".")
            if module == "data":
                found |= {name.name for name in node.names if name.name in NUMBERS}
            if room.endswith(".markets") and module not in SHARED:
                found.add(module)
        elif isinstance(node, ast.Constant) and node.value in MARKETS:
            found.add(str(node.value))
    return found


def test_markets_are_named_only_where_it_is_honest() -> None:
    named = {}
    for path in TITLE.rglob("*.py"):
        module = path.relative_to(TITLE).as_posix()
        found = names_of_markets(path.read_text(encoding="utf-8")) - WORDS
        if found and path.parent.name != "markets" and module not in PICTURES:
            named[module] = found
    for module, found in named.items():
        assert found <= EXCEPTIONS.get(module, set()), module
    assert named.keys() == EXCEPTIONS.keys(), "take those that are no longer needed off the list"


def test_the_check_finds_names_of_markets() -> None:
    at = "ichiba.games.tokyo_tsukiji_market"
    assert names_of_markets(f"from {at}.data import FUGU, LOWER") == {"FUGU"}
    assert names_of_markets(f"from {at}.markets.fugu import Fugu") == {"fugu"}
    assert names_of_markets("if name == 'fugu': pass") == {"fugu"}
    assert not names_of_markets(f"from {at}.markets.base import FishMarket")
