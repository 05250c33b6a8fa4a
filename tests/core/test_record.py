"""Record files: errors say where a file was truncated or edited, and nothing is half loaded."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ichiba
from contract.cases import random_step
from ichiba.core.record import LARGEST

TSUKIJI = ichiba.load("tsukiji")


def finished(seed: int = 5) -> ichiba.Match:
    match, rng = ichiba.Match.new(TSUKIJI, players=2, seed=seed), Random(seed)
    while match.state.actors:
        match.play(*random_step(match.state, rng))
    return match


CONTENT = finished().record.encode()


def edited(**changes: object) -> bytes:
    return json.dumps({**json.loads(CONTENT), **changes}).encode()


def without_checks(**changes: object) -> bytes:
    return edited(checks={}, **changes)


def error_of(content: bytes) -> str:
    with pytest.raises(ichiba.RecordError) as error:
        ichiba.Match.replay(ichiba.Record.decode(content))
    return str(error.value)


def test_a_saved_match_is_loaded_as_it_was(tmp_path: Path) -> None:
    match = finished()
    match.save(tmp_path / "game.json")
    again = ichiba.Match.load(tmp_path / "game.json")
    assert again.state.dump() == match.state.dump()
    assert again.events == match.events
    assert again.record == match.record
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"], (
        "no temporary file may be left"
    )


def test_a_record_is_for_people_too() -> None:
    plain = json.loads(CONTENT)
    assert list(plain)[:9] == [
        "format", "version", "game", "revision", "players", "options", "seed", "names", "moves",
    ]  # fmt: skip
    assert plain["seed"] == "5"
    assert plain["moves"][0].split(" ")[1] == "ticket"
    assert plain["names"] == ["Player 1", "Player 2"]


@pytest.mark.parametrize("end", range(0, len(CONTENT) - 2, 97))
def test_a_truncated_file(end: int) -> None:
    message = error_of(CONTENT[:end])
    assert "damaged at line" in message or "not an Ichiba record" in message


def test_a_truncated_file_says_where() -> None:
    lines = CONTENT.decode().splitlines(keepends=True)
    assert "The file is damaged at line 31," in error_of("".join(lines[:30]).encode())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "damaged at line 1, column 1"),
        (b"\xff\xfe\x00", "it is not UTF-8 text"),
        (b"hello", "damaged at line 1, column 1"),
        (b"[1, 2]", "This is not an Ichiba record"),
        (b'{"format": "chess"}', "This is not an Ichiba record"),
        (b'{"format": "ichiba-record"}', "damaged at $: Object missing required field `game`"),
        (b"[" * 100_000, "This is not an Ichiba record"),
        (b" " * (LARGEST + 1), "too large to be a record"),
        (b"1" * 5000, "This is not an Ichiba record"),
    ],
)
def test_a_foreign_file(content: bytes, message: str) -> None:
    assert message in error_of(content)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"version": 2},
            "format version 2, but this version of Ichiba can only read versions up to 1",
        ),
        ({"players": "two"}, "damaged at $.players: Expected `int`, got `str`"),
        ({"moves": ["0 ticket 1", 5]}, "damaged at $.moves[1]"),
        ({"moves": None}, "damaged at $.moves"),
        ({"extra": 1}, "unknown field `extra`"),
        ({"result": {"scores": [1]}}, "damaged at $.result"),
        ({"game": "go"}, "header of the record"),
        ({"seed": "6"}, "header of the record"),
        ({"names": ["Aki", "Ben"]}, "header of the record"),
        ({"options": {"special_points": True}}, "header of the record"),
        ({"checks": {"x": "1"}}, "“x” is not a number of moves"),
        ({"version": 10**19}, "damaged at $.version: the number is too large"),
        ({"version": 10**3999}, "damaged at $.version: the number is too large"),
        ({"revision": 10**3999}, "damaged at $.revision: the number is too large"),
        ({"players": -(10**30)}, "damaged at $.players: the number is too large"),
        ({"options": {"fish": [[10**30]]}}, "damaged at $.options: the number is too large"),
        ({"result": {"scores": [10**30]}}, "damaged at $.result: the number is too large"),
        ({"checks": {"9999": "abc"}}, "The record should have 9999 moves"),
    ],
)
def test_an_edited_field_is_named(changes: dict[str, object], message: str) -> None:
    assert message in error_of(edited(**changes))


def test_an_edited_move_is_found_although_it_is_legal() -> None:
    moves = json.loads(CONTENT)["moves"]
    legal = next(n for n in range(20, 40) if moves[n].endswith("refuse") or " buy " in moves[n])
    moves[legal] = f"{moves[legal][0]} refuse" if " buy " in moves[legal] else moves[legal] + " "
    first = legal // 10 * 10 + 1
    assert error_of(edited(moves=moves)) == (
        f"Moves {first} to {first + 9} were changed after the record was saved."
    )


def test_moves_cut_off_or_added_are_noticed() -> None:
    moves = json.loads(CONTENT)["moves"]
    assert error_of(edited(moves=moves[:-1])) == (
        f"The record should have {len(moves)} moves, but has {len(moves) - 1}."
    )
    assert f"should have {len(moves)} moves, but has {len(moves) + 1}" in error_of(
        edited(moves=[*moves, "0 refuse"])
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "go"}, "The game in this record cannot be set up: There is no game called “go”"),
        ({"players": 5, "names": list("abcde")}, "cannot be set up: Tsukiji is for 2 to 4"),
        ({"options": {"size": 3}}, "cannot be set up: Tsukiji has no option “size”"),
        ({"options": {"special_points": 1}}, "must be yes or no"),
        ({"seed": "-1"}, "A seed must be a whole number"),
        ({"seed": "9" * 60}, "A seed must be a whole number"),
        ({"seed": "٣"}, "A seed must be a whole number"),
        ({"names": ["a"]}, "2 players need 2 names, not 1"),
        ({"names": ["a", "\u0007"]}, "cannot be used as a name"),
        ({"revision": 2}, "revision 2 of the rules of Tsukiji. The rules have changed since"),
        ({"revision": 0}, "revision 0 of the rules"),
        ({"moves": ["0 ticket 1"]}, "its moves do not reach the end"),
        ({"moves": ["0 ticket 9"]}, "Move 1 (“0 ticket 9”) cannot be replayed: “ticket 9” is not"),
        ({"moves": ["0 ticket 1", "0 ticket 1"]}, "Move 2 (“0 ticket 1”) cannot be replayed: Your"),
        ({"moves": ["0 undo"]}, "Move 1 (“0 undo”) cannot be replayed: There is nothing"),
        ({"moves": ["7 ticket 1"]}, "There is no player 8"),
        ({"moves": ["ticket 1"]}, "it should be a player's number, counted from 0, and a move"),
        ({"moves": [""]}, "it should be a player's number"),
        ({"result": {"scores": [1, 2], "winners": [1]}}, "does not match its moves"),
    ],
)
def test_a_record_that_cannot_be_replayed_says_where(
    changes: dict[str, object], message: str
) -> None:
    assert message in error_of(without_checks(**changes))


@settings(deadline=None)  # the machine may be busy
@given(data=st.data())
def test_any_damage_is_a_record_error_or_harmless(data: st.DataObject) -> None:
    """Whichever bytes change, the result is a clear error or a complete match."""
    content = bytearray(CONTENT)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    try:
        match = ichiba.Match.replay(ichiba.Record.decode(bytes(content)))
    except ichiba.RecordError as error:
        assert str(error)  # noqa: PT017 - either result is fine, but not a traceback
    else:
        assert match.record.moves == json.loads(content)["moves"]


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(ichiba.RecordError, match=r"Cannot read .*: no such file"):
        ichiba.Match.load(tmp_path / "none.json")
    with pytest.raises(ichiba.RecordError, match=r"Cannot read .*: is a directory"):
        ichiba.Match.load(tmp_path)
    with pytest.raises(ichiba.RecordError, match=r"Cannot write .*: no such file"):
        finished().save(tmp_path / "no" / "folder.json")


def test_a_failed_save_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "game.json"
    finished().save(target)
    before = target.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ichiba.RecordError, match="no space left on device"):
        finished(6).save(target)
    assert target.read_bytes() == before


def test_a_position_that_is_none() -> None:
    dump = ichiba.load("tsukiji").new(2, seed=1).dump()
    with pytest.raises(ichiba.PositionError, match="it belongs to “go”"):
        TSUKIJI.restore({**dump, "game": "go"})
    with pytest.raises(ichiba.PositionError, match="revision 9 of the rules"):
        TSUKIJI.restore({**dump, "revision": 9})
    wrong: list[dict[str, object]] = [
        {"money": [1]},
        {"money": [1, "2"]},
        {"deck": [0]},
        {"rng": "abc"},
        {"players": 3},
        {"players": 9},
        {"lots": [[0, 1, 2]]},
        {"tickets": [[0], [77]]},
        {"phase": 12},
        {"actors": [5]},
        {"spaces": [0, 1, 2, 3, 99]},
        {"extra": 1},
    ]
    for change in wrong:
        with pytest.raises(ichiba.PositionError, match="This is not a position of Tsukiji"):
            TSUKIJI.restore({**dump, **change})
