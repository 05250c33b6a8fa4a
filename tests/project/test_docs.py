"""What docs/architecture.md says of the contract and of decisions is true, and every command that a
page shows exists with its options."""

import re
import runpy
import subprocess
import sys
from operator import attrgetter
from pathlib import Path

import pytest
import typer.main

import ichiba
from envs.setups import need
from ichiba.cli import app
from ichiba.core.rules_text import in_a_terminal

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_contract_is_what_states_games_and_matches_have() -> None:
    block = re.search(r"## The contract\n\n```python\n(.*?)```", TEXT, re.S)
    assert block
    code = re.sub(r"#.*", "", block[1])
    game = ichiba.load("tsukiji")
    state = game.new(players=3, seed=7)
    match = ichiba.Match.new(game, players=3, seed=7, names=["Aki", "Ben", "Chie"])
    known = {"ichiba": ichiba, "game": game, "state": state, "match": match}
    named = re.findall(r"\b(ichiba|game|state|match)\.([\w.]+)", code)
    assert {name for name, _ in named} == {*known}
    for name, path in named:
        attrgetter(path)(known[name])


def test_one_decision_takes_at_most_six_files_of_a_title() -> None:
    block = re.search(r"## One decision, step by step\n(.*?)\n###? ", TEXT, re.S)
    assert block
    walks = re.findall(r"\*\*([\w ]+): .*?\*\*\n(.*?)(?=\n\*\*|\Z)", block[1], re.S)
    titles = {ichiba.load(name).title: ichiba.load(name).package for name in ichiba.games()}
    assert [title for title, _ in walks] == [*titles]
    for title, walk in walks:
        files = {*re.findall(r"`((?!core/)[\w/]+\.(?:py|toml))`", walk)}
        folder = Path(ichiba.__file__).parents[1] / str(titles[title]).replace(".", "/")
        assert {file for file in files if not (folder / file).is_file()} == set()
        assert 3 <= len(files) <= 6


def commands_in(text: str) -> list[list[str]]:
    """The words of every `ichiba` command in a block of shell commands or in the text."""
    blocks = re.findall(r"```sh\n(.*?)```", text, re.S)
    lines = [line for block in blocks for line in block.split("\n")]
    lines += re.findall(r"`(ichiba [^`]*)`", re.sub(r"```.*?```", "", text, flags=re.S))
    told = (re.sub(r"\s#.*", "", line).split() for line in lines)
    return [words for words in told if words[:1] == ["ichiba"]]


def test_commands_on_the_pages_exist_with_their_options() -> None:
    main = typer.main.get_command(app)
    known = {
        name: {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
        for name, command in main.commands.items()  # type: ignore[attr-defined]
    }
    of_all = {option for one in main.params for option in one.opts} | {"--help"}
    seen = 0
    for page in PAGES:
        for words in commands_in(page.read_text(encoding="utf-8")):
            options = {word.partition("=")[0] for word in words if word.startswith("--")}
            if not words[1:] or words[1] in of_all or words[1] == "COMMAND":
                continue
            assert words[1] in known, f"{page.name}: {' '.join(words)}"
            assert options <= known[words[1]] | of_all, f"{page.name}: {' '.join(words)}"
            seen += 1
    assert seen > 40


def test_the_rules_in_the_documents_are_up_to_date() -> None:
    written = runpy.run_path(str(ROOT / "scripts" / "write_rules.py"))
    for name in ichiba.games():
        text = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
        assert text == written["rules_of"](name), "run scripts/write_rules.py"
        assert not re.search("[\ue000-\uf8ff{}]", text)
    assert "| Meguro | 2 | Naka Meguro 🌸, Jiyugaoka |" in written["rules_of"]("shinjuku")


def test_a_mark_behind_a_name_is_a_star_in_the_terminal() -> None:
    chapters = {one.name: one for one in ichiba.load("shinjuku").rules()}
    assert "| Naka Meguro*, Jiyugaoka |" in in_a_terminal(chapters["map"].markdown)


def test_the_page_of_records_and_events_is_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "records.py"))
    written = (ROOT / script["PAGE"]).read_text(encoding="utf-8")
    assert written == script["page"](), "run python scripts/records.py"


def test_the_fields_of_a_record_are_explained() -> None:
    told = runpy.run_path(str(ROOT / "scripts" / "records.py"))["FIELDS"]
    named = [name for names in told for name in re.findall(r"`(\w+)`", names)]
    assert named == list(ichiba.Record.__struct_fields__)


@pytest.mark.long
def test_the_documents_become_a_site() -> None:
    """It fails if a link leads nowhere, or if a docstring can't be read."""
    need("sphinx", "docs")
    done = subprocess.run(
        [sys.executable, "scripts/docs_site.py"], cwd=ROOT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    site = ROOT / "build" / "docs" / "html"
    reference = (site / "reference" / "ichiba.html").read_text(encoding="utf-8")
    for name in ichiba.__all__:
        assert f'id="ichiba.{name}"' in reference or name == "__version__", name
    assert "ichiba-record" in (site / "docs" / "records.html").read_text(encoding="utf-8")
