"""Blocks of the log: what begins one, what is merged, its sentences, and what is new to a seat."""

import ichiba
from ichiba.core.messages import Argument, Event
from ichiba.core.story import chapters, news, pointed_at, story_of
from ichiba.core.telling import Block, tell
from ichiba.core.words import Words

GAME = ichiba.load("tokyo-tsukiji-market")
STORY = story_of(GAME)
WORDS = Words(["Aki", "Ken", "Chie"])
SQUID = f"{GAME.name}.fish.squid"
EEL = f"{GAME.name}.fish.eel"
AT_EEL = f"{GAME.name}.market.eel"


def event(kind: str, move: int = 1, **arguments: Argument) -> Event:
    return Event(f"{GAME.name}.event.{kind}", arguments, move=move)


def block(*events: Event, reader: int | None = None) -> Block:
    [chapter] = chapters(STORY, events)
    return tell(GAME.name, STORY, chapter, WORDS, reader)


def caught(count: int = 1) -> Event:
    return event("caught", seat=1, fish=SQUID, count=count)


def offers(yen: int = 400) -> Event:
    return event("priced", seat=1, item=SQUID, yen=yen)


def test_a_turn_is_one_sentence() -> None:
    buys = event("bought", seat=1, seats=[0], item=EEL, yen=300)
    told = block(event("turn", seat=1), caught(), caught(2), buys, buys, reader=0)
    assert told.seat == 1
    assert told.headline == (
        "Ken catches three Squid and buys two Eel from you for ¥300 each.",
    )  # fmt: skip
    assert told.is_news


def test_the_latest_of_a_turn_is_a_sentence_of_its_own() -> None:
    buys = event("bought", seat=1, seats=[0], item=EEL, yen=300)
    told = block(event("turn", seat=1), caught(), buys, caught(2))
    assert told.latest == "Ken catches three Squid.", "repeats are merged"
    assert block(event("turn", seat=1)).latest == "It is Ken's turn."


def test_repeats_are_merged_even_with_something_between() -> None:
    told = block(event("turn", seat=1), offers(), offers(300), offers(), offers())
    assert told.headline == (
        "Ken offers three Squid for ¥400 each and offers one Squid for ¥300.",
    )  # fmt: skip
    # Details keep their order.
    assert [line.text for line in told.details] == [
        "Ken offers one Squid for ¥400.",
        "Ken offers one Squid for ¥300.",
        "Ken offers two Squid for ¥400 each.",
    ]


def test_a_visit_is_one_line_and_what_it_brings_others_follows() -> None:
    told = block(
        event("turn", seat=1),
        event("entered", 2, seat=1, market=AT_EEL),
        event("income", 2, seat=0, yen=100, market=AT_EEL),
        event("license", 3, seat=1, fish=EEL, yen=300),
        event("left", 4, seat=1, market=AT_EEL),
        event("fishing", 5, seat=1),
        event("caught", 6, seat=1, fish=EEL, count=1),
        reader=0,
    )
    assert told.headline == ("Ken buys one Eel license for ¥300 and catches one Eel.",)
    assert [(line.text, line.move) for line in told.details] == [
        ("Ken enters Eel and buys one Eel license for ¥300.", 3),
        ("You earn ¥100 in Eel license income.", 2),
        ("Ken catches one Eel.", 6),
    ]
    assert [line.text for line in told.bookkeeping] == [
        "It is Ken's turn.", "Ken leaves Eel.", "Ken goes fishing."
    ]  # fmt: skip
    assert pointed_at(STORY.points, told.details[0].events) == ["market-eel", "harbor-1"]


def test_much_is_two_sentences_and_the_rest_follows() -> None:
    things = [event(kind, seat=1, yen=100) for kind in ("loan", "share", "freezer", "cart", "port")]
    told = block(event("turn", seat=1), *things, event("overfished", fish=EEL))
    assert told.headline == (
        "Ken takes one Loan of ¥100, buys a Share for ¥100 and rents a Freezer for ¥100.",
        "Ken also rents a Cart for ¥100 and opens a port for ¥100.",
        "The Eel market is overfished.",
    )


def test_what_costs_nothing_has_no_price() -> None:
    free = event("license_free", seat=1, fish=EEL, yen=0)
    assert block(event("turn", seat=1), free).headline == ("Ken takes one free Eel license.",)


def test_a_turn_without_headlines_tells_its_first_details() -> None:
    turn = event("turn", seat=1)
    assert block(turn).headline == ("It is Ken's turn.",)
    assert block(turn, reader=1).headline == ("It is your turn.",)
    told = block(turn, event("entered", seat=1, market=AT_EEL))
    assert told.headline == ("Ken enters Eel.",)
    assert not told.is_news


def test_the_set_up_is_one_block() -> None:
    markets = [event("new_market", 0, market=f"{GAME.name}.market.{m}") for m in ("eel", "ships")]
    told = block(*markets, event("first_player", 0, seat=1))
    assert told.headline == ("Markets in play: Eel and Ships.", "Ken is the first player.")
    later = block(event("turn", seat=1), *markets)
    assert later.headline == ("New markets: Eel and Ships.",)


def test_a_round_and_the_turn_after_it_begin_one_block() -> None:
    told = chapters(
        STORY,
        [
            event("first_player", 0, seat=1),
            event("round", 0, round=1),
            event("turn", 0, seat=1),
            event("passed", 1, seat=1),
            event("turn", 2, seat=2),
            event("over", 3, seats=[1], count=1),
        ],
    )
    assert [(one.seat, one.first, one.last) for one in told] == [
        (None, 0, 0), (1, 0, 1), (2, 2, 2), (None, 3, 3)
    ]  # fmt: skip
    assert [one.is_setup for one in told] == [True, False, False, False]


def test_what_is_new_to_a_seat() -> None:
    events = [
        event("turn", 0, seat=0),
        event("passed", 1, seat=0),
        event("turn", 2, seat=1),  # by the last decision of seat 0, its second
        event("passed", 3, seat=1),
        event("turn", 4, seat=2),
        event("passed", 5, seat=2),
        event("turn", 6, seat=0),
        event("degraded", 6, seat=0, count=2),
    ]
    told = chapters(STORY, events)
    assert [chapter.seat for chapter, _ in news(STORY, told, 0, 2)] == [1, 2, 0]
    # Once the seat has decided something in its own turn, nothing is new.
    assert news(STORY, told, 0, 7) == []
    # A seat that decided something in another's turn gets the whole turn, with what is new in it.
    [(chapter, new), *_] = news(STORY, told, 1, 4)
    assert chapter.seat == 2
    assert [one.move for one in new] == [4, 5]
    assert [chapter.seat for chapter, _ in news(STORY, told[:1], 1, 0)] == [0]
    assert news(STORY, chapters(STORY, events[:1]), 1, 0) == [], "nothing has been done yet"


def test_that_others_are_ready_is_no_news() -> None:
    title = "tsukiji.event"
    start = [
        Event(f"{title}.first_player", {"seat": 0}),
        Event(f"{title}.round", {"round": 1}),
        Event(f"{title}.ready", {"seat": 1}, move=4),
    ]
    story = story_of(ichiba.load("tsukiji"))
    assert news(story, chapters(story, start), 0, 0) == []


def test_ids_on_the_board() -> None:
    boats = event("undocked", seat=1, boat=f"{GAME.name}.boat.one_slot_2")
    bought = event("bought", seat=1, seats=[0, 2], item=EEL, yen=300)
    assert pointed_at(STORY.points, [boats, bought, bought]) == [
        "boat-one_slot-2", "harbor-1", "harbor-0", "harbor-2"
    ]  # fmt: skip
    shinjuku = story_of(ichiba.load("shinjuku"))
    track = Event("shinjuku.event.track", {"seat": 0, "station": "Kita Senju", "other": "Ueno"})
    assert pointed_at(shinjuku.new, [track]) == ["track-kita-senju-ueno", "track-ueno-kita-senju"]
