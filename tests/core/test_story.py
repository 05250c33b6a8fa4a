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
        "Ken catches three Squid and buys two Eels from you for ¥300 each.",
    )  # fmt: skip
    assert told.is_news


def test_the_reader_is_you_also_at_the_beginning() -> None:
    buys = event("bought", seat=1, seats=[0], item=EEL, yen=300)
    told = block(event("turn", seat=1), caught(), buys, reader=1)
    assert told.headline == ("You catch a Squid and buy an Eel from Aki for ¥300.",)
    assert [line.text for line in told.details] == [
        "You catch a Squid.", "You buy an Eel from Aki for ¥300."
    ]  # fmt: skip
    assert [line.text for line in told.bookkeeping] == ["It is your turn."]
    assert told.latest == "You buy an Eel from Aki for ¥300."


def test_the_latest_of_a_turn_is_a_sentence_of_its_own() -> None:
    buys = event("bought", seat=1, seats=[0], item=EEL, yen=300)
    told = block(event("turn", seat=1), buys, caught(), caught(2))
    assert told.latest == "Ken catches three Squid.", "repeats are merged"
    assert block(event("turn", seat=1)).latest == "It is Ken's turn."


def test_one_verb_takes_several_objects_and_equal_ones_are_counted() -> None:
    told = block(event("turn", seat=1), offers(), offers(300), offers(), offers())
    text = "Ken offers three Squid for ¥400 each and a Squid for ¥300."
    assert told.headline == (text,)
    assert [line.text for line in told.details] == [text]


def test_nothing_is_merged_across_what_happened_in_between() -> None:
    dock = event("docked", seat=1, boat=f"{GAME.name}.ship.one_slot_2")
    told = block(
        event("turn", seat=1),
        event("port", seat=1, yen=500),
        caught(),
        event("auction", token=f"{GAME.name}.token.spider_crab_8"),
        event("awarded", seat=2, yen=900),
        caught(),
        dock,
        caught(),
    )
    assert told.headline == (
        "Ken opens a port for ¥500 and catches a Squid.",
        "Up for auction: Spider Crab (8).",
        "Chie wins the lot with a bid of ¥900.",
        "Ken catches a Squid, docks the Wren and catches a Squid.",
    )


def test_a_visit_is_one_line_until_something_else_happens() -> None:
    def visit(*between: Event) -> list[tuple[str, int]]:
        told = block(
            event("turn", seat=1),
            event("entered", 2, seat=1, market=AT_EEL, yen=400),
            *between,
            event("license", 3, seat=1, fish=EEL, yen=300),
            event("left", 4, seat=1, market=AT_EEL),
            event("fishing", 5, seat=1),
            event("caught", 6, seat=1, fish=EEL, count=1),
            reader=0,
        )
        assert told.headline == ("Ken buys an Eel license for ¥300 and catches an Eel.",)
        assert [line.text for line in told.bookkeeping] == [
            "It is Ken's turn.", "Ken leaves the Eel market.", "Ken goes fishing."
        ]  # fmt: skip
        first = pointed_at(STORY.points, told.details[0].events)
        assert first == ["market-eel", "harbor-1"][: 1 if between else 2]
        return [(line.text, line.move) for line in told.details]

    assert visit() == [
        ("Ken enters the Eel market for ¥400 and buys an Eel license for ¥300.", 3),
        ("Ken catches an Eel.", 6),
    ]
    assert visit(
        event("income", 2, seat=0, yen=100, market=AT_EEL),
        event("income", 2, seat=2, yen=200, market=AT_EEL),
    ) == [
        ("Ken enters the Eel market for ¥400.", 2),
        ("Eel license income: you ¥100 and Chie ¥200.", 2),
        ("Ken buys an Eel license for ¥300.", 3),
        ("Ken catches an Eel.", 6),
    ]


def test_much_is_several_sentences_in_order() -> None:
    things = [event(kind, seat=1, yen=100) for kind in ("loan", "share", "freezer", "cart", "port")]
    told = block(event("turn", seat=1), *things, event("overfished", fish=EEL))
    assert told.headline == (
        "Ken takes a Loan of ¥100, buys a Share for ¥100 and rents a Freezer for ¥100.",
        "Then Ken rents a Cart for ¥100 and opens a port for ¥100.",
        "Eel is overfished.",
    )


def test_what_costs_nothing_has_no_price() -> None:
    free = event("license_free", seat=1, fish=EEL, yen=0)
    assert block(event("turn", seat=1), free).headline == ("Ken takes a free Eel license.",)


def test_a_turn_without_headlines_tells_its_first_details() -> None:
    turn = event("turn", seat=1)
    assert block(turn).headline == ("It is Ken's turn.",)
    assert block(turn, reader=1).headline == ("It is your turn.",)
    told = block(turn, event("entered", seat=1, market=AT_EEL, yen=0))
    assert told.headline == ("Ken enters the Eel market.",)
    assert not told.is_news


def test_the_set_up_is_one_block() -> None:
    markets = [event("new_market", 0, market=f"{GAME.name}.market.{m}") for m in ("eel", "ships")]
    told = block(*markets, event("first_player", 0, seat=1))
    assert told.headline == ("Markets in play: Eel and Ships.", "Ken goes first.")
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


def test_what_a_player_loses_is_told_to_them_too() -> None:
    story, title = story_of(ichiba.load("tsukiji")), "tsukiji.event"
    fugu = "tsukiji.card.fugu"
    told = chapters(
        story,
        [
            Event(f"{title}.bought", {"seat": 0, "lot": 1, "price": 3, "cards": [fugu]}, move=7),
            Event(f"{title}.yakuza", {"seat": 0, "product": fugu}, move=7),
            Event(f"{title}.refused", {"seat": 1, "yen": 3}, move=8),
        ],
    )
    assert [[one.key for one in new] for _, new in news(story, told, 0, 7)] == [
        [f"{title}.yakuza"], [f"{title}.refused"]
    ]  # fmt: skip
    assert [chapter.seat for chapter, _ in news(story, told, 1, 8)] == []


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
    boats = event("undocked", seat=1, boat=f"{GAME.name}.ship.one_slot_2")
    bought = event("bought", seat=1, seats=[0, 2], item=EEL, yen=300)
    assert pointed_at(STORY.points, [boats, bought, bought]) == [
        "boat-one_slot-2", "harbor-1", "harbor-0", "harbor-2"
    ]  # fmt: skip
    shinjuku = story_of(ichiba.load("shinjuku"))
    track = Event("shinjuku.event.track", {"seat": 0, "station": "Kita Senju", "other": "Ueno"})
    assert pointed_at(shinjuku.new, [track]) == ["track-kita-senju-ueno", "track-ueno-kita-senju"]
