"""Match: wrong input is refused with a reason and changes nothing."""

import pytest

import ichiba

TSUKIJI = ichiba.load("tsukiji")


def new_match() -> ichiba.Match:
    return ichiba.Match.new(TSUKIJI, players=2, seed=1, names=["Aki", "Ben"])


@pytest.mark.parametrize(
    ("seat", "action", "message"),
    [
        (0, 9, "First lay a ticket on every lot."),
        (0, 27, "There is no action 27: this game has actions 0 to 26."),
        (0, -1, "There is no action -1"),
        (0, "ticket 4", "There is no action ticket 4"),
        (0, True, "There is no action True"),
        (2, 0, "There is no player 3: this game has 2 players."),
        (-1, 0, "There is no player 0"),
        (None, 0, "There is no player None"),
    ],
)
def test_an_illegal_action_changes_nothing(seat: object, action: object, message: str) -> None:
    match = new_match()
    before = match.state.dump(), [*match.record.moves], match.events
    with pytest.raises(ichiba.IllegalAction) as refusal:
        match.play(seat, action)  # type: ignore[arg-type]
    words = ichiba.core.words.Words(match.record.names)
    assert refusal.value.reason.say(words).startswith(message)
    assert (match.state.dump(), match.record.moves, match.events) == before


def test_events_carry_the_number_of_their_move() -> None:
    match = new_match()
    assert {event.move for event in match.events} == {0}
    match.play(1, TSUKIJI.parse("ticket 4"))
    last = match.events[-1]
    assert (last.key, last.move, last.audience) == ("tsukiji.event.ticket", 1, (1,))
    assert last.is_for(1)
    assert not last.is_for(0)
    assert not last.is_for(None)


def test_undo_says_why_not() -> None:
    match = new_match()
    with pytest.raises(ichiba.IllegalAction, match="There is nothing to undo"):
        match.undo(0)
    for ticket in ("0", "1", "2"):
        for seat in (0, 1):
            match.play(seat, TSUKIJI.parse(f"ticket {ticket}"))
    with pytest.raises(ichiba.IllegalAction, match="something hidden has been revealed"):
        match.undo(0)
    first = match.state.actors[0]
    match.play(first, TSUKIJI.parse("refuse"))
    match.undo(first)
    match.play(first, TSUKIJI.parse("refuse"))
    assert match.state.actors == (1 - first,)


def test_a_move_stands_once_another_has_acted_in_the_open() -> None:
    match = ichiba.Match.new(TSUKIJI, players=3, seed=4)
    for ticket in ("0", "1", "2", "3"):
        for seat in (0, 1, 2):
            match.play(seat, TSUKIJI.parse(f"ticket {ticket}"))
    first = match.state.actors[0]
    match.play(first, TSUKIJI.parse("refuse"))
    second = match.state.actors[0]
    match.play(second, TSUKIJI.parse("refuse"))
    with pytest.raises(ichiba.IllegalAction, match="other players have acted since"):
        match.undo(first)
    match.undo(second)
    with pytest.raises(ichiba.IllegalAction, match="other players have acted since"):
        match.undo(first)


def test_the_result_is_in_the_record_when_the_game_is_over() -> None:
    match = new_match()
    while match.state.actors:
        assert match.record.result is None
        seat = match.state.actors[0]
        match.play(seat, match.state.legal(seat)[0])
    assert match.record.result is not None
    assert match.record.result.scores == list(match.state.scores)
    assert match.record.result.winners == list(match.state.winners)
    with pytest.raises(ichiba.IllegalAction, match="The game is over"):
        match.play(0, 0)
    with pytest.raises(ichiba.IllegalAction, match="something hidden has been revealed"):
        match.undo(0)


@pytest.mark.parametrize(
    "names", [["Aki"], ["Aki", ""], ["Aki", " Ben"], ["Aki", "B\nen"], ["Aki", "x" * 41], ["A", 3]]
)
def test_names_that_cannot_be(names: list[str]) -> None:
    with pytest.raises(ichiba.SetupError, match="name"):
        ichiba.Match.new(TSUKIJI, players=2, seed=1, names=names)


def test_an_observer_shows_one_seat_and_hides_the_state() -> None:
    match = new_match()
    match.play(0, TSUKIJI.parse("ticket x2"))
    observer = ichiba.Observer(TSUKIJI, match.state, 1)
    assert observer.view() == match.state.view(1)
    assert observer.legal() == match.state.legal(1)
    public = [name for name in dir(observer) if not name.startswith("_")]
    assert public == ["determinize", "game", "legal", "observed", "seat", "view"]


def test_the_last_decision_of_a_seat_is_one_that_was_not_undone() -> None:
    match = new_match()
    assert match.last_decision(0) == 0
    for number, (seat, move) in enumerate([(0, "ticket 4"), (1, "ticket 4"), (0, "ticket 3")], 1):
        match.play(seat, TSUKIJI.parse(move))
        assert match.last_decision(seat) == number
    match.undo(0)
    assert match.record.moves[-1] == "0 undo"
    assert match.last_decision(0) == 1
    match.undo(0)
    assert match.last_decision(0) == 0
    assert match.last_decision(1) == 2
    match.play(0, TSUKIJI.parse("ticket 2"))
    assert match.last_decision(0) == 6
