"""Compiles the engine with mypyc: `python scripts/compile.py`, or `--clean` to undo it.

The compiled engine does the same as the plain one, only faster. Modules that define structs, read
files or check arguments from outside stay as they are. So do those of Tokyo Tsukiji Market that
hardly run during a game: it is large, and compiling takes long.
"""

import argparse
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# All modules that are compiled, with paths from `src/ichiba`.
MODULES = (
    "core/actions.py",
    "core/decision.py",
    "core/phased.py",
    "core/rng.py",
    "core/state.py",
    "games/shinjuku/actions.py",
    "games/shinjuku/cards.py",
    "games/shinjuku/choosing.py",
    "games/shinjuku/city.py",
    "games/shinjuku/customers.py",
    "games/shinjuku/data.py",
    "games/shinjuku/dealing.py",
    "games/shinjuku/expanding.py",
    "games/shinjuku/income.py",
    "games/shinjuku/moving.py",
    "games/shinjuku/observation.py",
    "games/shinjuku/opening.py",
    "games/shinjuku/paying.py",
    "games/shinjuku/pieces.py",
    "games/shinjuku/queue.py",
    "games/shinjuku/scoring.py",
    "games/shinjuku/setups.py",
    "games/shinjuku/state.py",
    "games/shinjuku/table.py",
    "games/shinjuku/turn.py",
    "games/shinjuku/upgrading.py",
    "games/shinjuku/view.py",
    "games/tokyo_tsukiji_market/actions.py",
    "games/tokyo_tsukiji_market/activity.py",
    "games/tokyo_tsukiji_market/auctions.py",
    "games/tokyo_tsukiji_market/data.py",
    "games/tokyo_tsukiji_market/discarding.py",
    "games/tokyo_tsukiji_market/ending.py",
    "games/tokyo_tsukiji_market/fishing.py",
    "games/tokyo_tsukiji_market/free_steps.py",
    "games/tokyo_tsukiji_market/goods.py",
    "games/tokyo_tsukiji_market/holding.py",
    "games/tokyo_tsukiji_market/markets/aquarium.py",
    "games/tokyo_tsukiji_market/markets/auction.py",
    "games/tokyo_tsukiji_market/markets/bank.py",
    "games/tokyo_tsukiji_market/markets/barter.py",
    "games/tokyo_tsukiji_market/markets/base.py",
    "games/tokyo_tsukiji_market/markets/clams_oysters.py",
    "games/tokyo_tsukiji_market/markets/eel.py",
    "games/tokyo_tsukiji_market/markets/fish_market.py",
    "games/tokyo_tsukiji_market/markets/foreign_market.py",
    "games/tokyo_tsukiji_market/markets/fugu.py",
    "games/tokyo_tsukiji_market/markets/government.py",
    "games/tokyo_tsukiji_market/markets/himono.py",
    "games/tokyo_tsukiji_market/markets/influence.py",
    "games/tokyo_tsukiji_market/markets/jack_mackerel.py",
    "games/tokyo_tsukiji_market/markets/lots.py",
    "games/tokyo_tsukiji_market/markets/mackerel.py",
    "games/tokyo_tsukiji_market/markets/new_aquarium.py",
    "games/tokyo_tsukiji_market/markets/nori.py",
    "games/tokyo_tsukiji_market/markets/octopus.py",
    "games/tokyo_tsukiji_market/markets/overfishing.py",
    "games/tokyo_tsukiji_market/markets/printed_values.py",
    "games/tokyo_tsukiji_market/markets/red_snapper.py",
    "games/tokyo_tsukiji_market/markets/rentals.py",
    "games/tokyo_tsukiji_market/markets/salmon.py",
    "games/tokyo_tsukiji_market/markets/sardines.py",
    "games/tokyo_tsukiji_market/markets/ship_rental.py",
    "games/tokyo_tsukiji_market/markets/ships.py",
    "games/tokyo_tsukiji_market/markets/shows.py",
    "games/tokyo_tsukiji_market/markets/spider_crab.py",
    "games/tokyo_tsukiji_market/markets/squid.py",
    "games/tokyo_tsukiji_market/markets/sushi_shop.py",
    "games/tokyo_tsukiji_market/markets/swordfish.py",
    "games/tokyo_tsukiji_market/markets/tracks.py",
    "games/tokyo_tsukiji_market/markets/trading.py",
    "games/tokyo_tsukiji_market/markets/tuna.py",
    "games/tokyo_tsukiji_market/markets/used_ships.py",
    "games/tokyo_tsukiji_market/markets/yards.py",
    "games/tokyo_tsukiji_market/menu.py",
    "games/tokyo_tsukiji_market/observation.py",
    "games/tokyo_tsukiji_market/pieces.py",
    "games/tokyo_tsukiji_market/pricing.py",
    "games/tokyo_tsukiji_market/purchasing.py",
    "games/tokyo_tsukiji_market/setup.py",
    "games/tokyo_tsukiji_market/starting.py",
    "games/tokyo_tsukiji_market/state.py",
    "games/tokyo_tsukiji_market/table.py",
    "games/tokyo_tsukiji_market/transferring.py",
    "games/tokyo_tsukiji_market/turn.py",
    "games/tokyo_tsukiji_market/visiting.py",
    "games/tsukiji/actions.py",
    "games/tsukiji/data.py",
    "games/tsukiji/observation.py",
    "games/tsukiji/offer.py",
    "games/tsukiji/pricing.py",
    "games/tsukiji/purchase.py",
    "games/tsukiji/round.py",
    "games/tsukiji/scoring.py",
    "games/tsukiji/setup.py",
    "games/tsukiji/state.py",
    "games/tsukiji/table.py",
    "games/tsukiji/valuation.py",
    "games/tsukiji/view.py",
)


def clean(source: Path) -> None:
    """Delete everything that was compiled."""
    for pattern in ("ichiba__mypyc*", "ichiba/core/*", "ichiba/games/**/*"):
        for file in source.glob(pattern):
            if file.suffix in (".so", ".pyd"):
                file.unlink()


def compile_all(source: Path, build: Path, optimize: str) -> None:
    """Build the extension modules next to their sources."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    paths = [str(source / "ichiba" / module) for module in MODULES]
    extensions = mypycify(paths, group_name="ichiba", opt_level=optimize, target_dir=str(build))
    if os.name == "posix":  # without optimization, looking for warnings takes most of the time
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, "-Wno-all", "-g0"]
    project = Distribution({"ext_modules": extensions, "package_dir": {"": str(source)}})
    command = project.get_command_obj("build_ext")
    command.inplace = True
    command.build_temp = command.build_lib = str(build)
    command.ensure_finalized()
    command.run()


def main() -> None:
    """Compile or clean up, as the command line says."""
    parser = argparse.ArgumentParser(description="Compile the engine in place.")
    parser.add_argument("--clean", action="store_true", help="delete what was compiled")
    parser.add_argument(
        "--source", type=Path, default=ROOT / "src", help="the folder with the package [src]"
    )
    parser.add_argument(
        "--optimize", choices="0123", default="3", help="0 compiles fastest, 3 runs fastest [3]"
    )
    given = parser.parse_args()
    source = given.source.resolve()
    clean(source)
    if not given.clean:
        compile_all(source, source.parent / "build" / "compiled", given.optimize)


if __name__ == "__main__":
    main()
