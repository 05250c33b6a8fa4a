"""OPEN, EXPAND, INCOME and UPGRADE, and the course of a turn."""

import pytest

from ichiba.games.shinjuku.actions import _by_byte, for_stations, for_wards
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.data import BONUS_STACKS
from ichiba.games.shinjuku.table import NONE
from shinjuku.scene import Planned, Scene, shown_queue, station, ward

QUEUE = (("ota", ("food",)), ("kita", ("books",)), ("koto", ()), ("taito", ()))


def busy(players: int = 2) -> Scene:
    """A game with a full queue, so that turns can continue."""
    return Scene(players).queue(*QUEUE)


def test_each_action_works_once_a_turn() -> None:
    scene = busy().hand(0, "ota", "ota")
    scene.do("open", "at omori", "store food")
    assert "open" not in scene.choices()
    assert (
        scene.why_not("open")
        == "You have already used Open this turn; each action can be used only once a turn."
    )


def test_a_turn_may_end_early_and_is_over_after_two_actions() -> None:
    scene = busy().hand(0, "ota", "kita")
    assert "end" in scene.choices()
    scene.do("expand", "track oji~nishi-nippori", "stop")
    assert "end" in scene.choices()
    scene.do("open", "at omori", "store food")
    assert scene.choices() == ["end"]
    assert scene.why_not("expand") == "You have already taken both actions this turn."
    scene.do("end")
    assert scene.state.player == 1


def test_income_fills_the_hand_to_four_and_ends_the_turn_at_once() -> None:
    scene = busy().hand(0, "ota")
    scene.state.rng = Planned(scene, "kita koto taito minato", "food")
    scene.do("income")
    assert scene.in_hand(0) == ["taito", "koto", "ota", "kita"]
    assert scene.state.player == 1


def test_income_with_four_cards_draws_one_and_there_is_no_limit() -> None:
    hand = ("ota", "ota", "kita", "koto", "taito")
    scene = busy().hand(0, *hand)
    scene.state.rng = Planned(scene, "minato nerima", "food")
    scene.do("income")
    assert len(scene.in_hand(0)) == 6


def test_income_draws_as_many_as_there_are() -> None:
    scene = busy().hand(0, "ota")
    scene.state.deck = [ward("kita")]
    scene.state.discard = [ward("koto")]
    scene.do("income")
    assert scene.in_hand(0) == ["koto", "ota", "kita"]


def test_when_the_deck_runs_out_the_discard_pile_becomes_the_deck() -> None:
    scene = busy().hand(0, "ota", "ota", "ota", "ota")
    scene.state.deck = []
    scene.state.discard = [ward("kita")] * 5
    scene.do("income")
    assert scene.state.discard == []


def test_without_any_card_to_draw_income_is_not_offered() -> None:
    scene = busy()
    scene.state.deck = []
    assert "income" not in scene.choices()
    assert scene.why_not("income") == "There are no cards left to draw."


# OPEN


def test_a_store_is_opened_for_a_card_of_its_ward() -> None:
    scene = busy().hand(0, "shinagawa")
    scene.do("open")
    # Meguro station is in Shinagawa ward, and Shinagawa station in Minato ward.
    assert scene.choices() == ["at meguro", "at oimachi"]
    assert "cannot pay for Minato" in scene.why_not("at shinagawa")
    scene.do("at meguro", "store books")
    assert scene.view()["stores"] == {"meguro": {"owner": 0, "good": "books"}}
    assert scene.in_hand(0) == []


def test_an_occupied_station_is_no_place_for_a_store() -> None:
    scene = busy().hand(0, "shinagawa").store(1, "food", "meguro").do("open")
    assert scene.choices() == ["at oimachi"]
    assert scene.why_not("at meguro") == "Player 2 already has a store in Meguro."


def test_a_store_can_be_relocated_and_its_ward_is_wild_no_more() -> None:
    scene = busy().hand(0, "ota", "kita").store(0, "food", "omori")
    scene.do("open", "at oji", "from omori")
    assert scene.choices() == ["pay ota", "pay kita"], "Ota is wild until the store has moved"
    scene.do("pay kita")
    assert scene.view()["stores"] == {"oji": {"owner": 0, "good": "food"}}
    assert scene.state.supply[:4] == [1, 2, 2, 2]
    assert scene.state.wild[0] == 1 << ward("kita")


def test_the_old_ward_stays_wild_if_another_store_is_there() -> None:
    scene = busy().hand(0, "kita").store(0, "food", "omori").store(0, "books", "tamagawa")
    scene.do("open", "at oji", "from omori")
    assert scene.state.wild[0] == 1 << ward("ota") | 1 << ward("kita")


def test_a_department_store_cannot_be_relocated() -> None:
    scene = busy().hand(0, "kita").store(0, "department", "shibuya").do("open", "at oji")
    assert "from shibuya" not in scene.choices()
    assert scene.why_not("from shibuya") == "The department store in Shibuya cannot be moved."


def test_without_stores_in_the_supply_only_relocation_is_offered() -> None:
    scene = busy().hand(0, "kita").store(0, "food", "omori").store(0, "food", "tamagawa")
    scene.do("open", "at oji")
    assert scene.choices() == [
        "store clothing", "store books", "store electronics", "from omori", "from tamagawa",
    ]  # fmt: skip
    assert scene.why_not("store food") == "You have no food store left."


# EXPAND


def test_one_track_is_free_of_charge_anywhere() -> None:
    scene = busy()
    scene.do("expand")
    assert len(scene.choices()) == 67
    scene.do("track shin-koiwa~hirai")
    assert scene.choices() == ["income", "end"]
    assert scene.view()["track"] == {"shin-koiwa~hirai": 0}


def test_double_track_extends_from_either_end_whatever_card_is_paid() -> None:
    """Tokyo to Hatchobori; a Chiyoda card also pays for continuing from Hatchobori."""
    scene = busy().hand(0, "chiyoda")
    scene.do("expand", "track tokyo~hatchobori")
    assert set(scene.choices()) == {
        "track tokyo~akihabara", "track tokyo~iidabashi", "track tokyo~shimbashi",
        "track tokyo~yotsuya", "track hatchobori~monzen-nakacho", "stop",
    }  # fmt: skip
    scene.do("track hatchobori~monzen-nakacho")
    assert scene.view()["discard"] == ["chiyoda"]
    assert scene.state.track[0] == 14


def test_double_track_with_the_card_of_the_other_end() -> None:
    scene = busy().hand(0, "chuo").do("expand", "track tokyo~hatchobori", "track tokyo~yotsuya")
    assert scene.view()["discard"] == ["chuo"]


def test_the_card_for_double_track_must_match_the_first_piece() -> None:
    """Koto is the ward at the far end of the second piece, which does not count."""
    scene = busy().hand(0, "koto").do("expand", "track tokyo~hatchobori")
    assert scene.state.used, "no second piece is possible, so the action is over"


def test_double_track_through_shinjuku_and_yoyogi() -> None:
    """Nakano to Shinjuku: the second piece can start at Nakano, Shinjuku or Yoyogi."""
    for card in ("shinjuku", "nakano"):
        scene = busy().hand(0, card).do("expand", "track shinjuku~nakano")
        offered = set(scene.choices())
        assert {"track roppongi~yoyogi", "track shibuya~yoyogi"} <= offered
        assert {"track shinjuku~yotsuya", "track nakano~koenji"} <= offered
        scene.do("track shibuya~yoyogi")
        assert scene.state.links[CITY.link_between[station("shibuya"), station("yoyogi")]] == 0


def test_a_shibuya_card_does_not_pay_for_a_second_track_through_yoyogi() -> None:
    scene = busy().hand(0, "shibuya").do("expand", "track shinjuku~nakano")
    assert scene.state.used


def test_and_vice_versa_from_yoyogi_to_shinjuku() -> None:
    scene = busy().hand(0, "minato").do("expand", "track roppongi~yoyogi")
    assert "track shinjuku~yotsuya" in scene.choices()


def test_without_track_left_there_is_no_expand() -> None:
    scene = busy()
    scene.state.track[0] = 0
    assert "expand" not in scene.choices()
    assert scene.why_not("expand") == "You have no track left."


def test_the_last_piece_has_no_second() -> None:
    scene = busy().hand(0, "chiyoda")
    scene.state.track[0] = 1
    scene.do("expand", "track tokyo~hatchobori")
    assert scene.state.used


# UPGRADE


def test_the_upgrade_example_of_the_rulebook() -> None:
    """Blue's food store in Shibuya can be upgraded, Green's clothing store in Ebisu cannot."""
    blue = busy().hand(0, "shibuya").store(0, "food", "shibuya").earned(0, "food")
    blue.do("upgrade", "at shibuya")
    assert blue.view()["stores"] == {"shibuya": {"owner": 0, "good": "department"}}
    assert blue.state.supply[:4] == [2, 2, 2, 2], "the ordinary store returns to the supply"
    green = busy().hand(0, "shibuya").store(0, "clothing", "ebisu").earned(0, "clothing")
    assert "upgrade" not in green.choices()
    assert "Ebisu has no sakura" in green.why_not("upgrade")


def test_an_upgrade_needs_a_customer_of_the_stores_good() -> None:
    scene = busy().hand(0, "shibuya").store(0, "food", "shibuya").earned(0, "books")
    assert "upgrade" not in scene.choices()
    assert "you must spend a food customer that you have earned" in scene.why_not("upgrade")


def test_an_upgrade_needs_a_card() -> None:
    scene = busy().store(0, "food", "shibuya").earned(0, "food")
    assert "upgrade" not in scene.choices()
    assert "cannot pay for Shibuya" in scene.why_not("upgrade")


def test_a_single_or_a_marked_customer_can_be_spent() -> None:
    scene = busy().hand(0, "shibuya").store(0, "books", "shibuya").earned(0, "books", "books2")
    scene.do("upgrade", "at shibuya")
    assert scene.choices() == ["give books", "give books2"]
    scene.do("give books2")
    assert shown_queue(scene.state)[1] == ("kita", ["books", "books2"])


def test_bonus_stacks_and_none_from_the_seventh_on() -> None:
    assert BONUS_STACKS == (3, 2, 2, 2, 1, 1)
    scene = busy().hand(0, "shibuya").store(0, "food", "shibuya").earned(0, "food")
    scene.state.stack_owners = (1, 1, 1, 0, 0, 0)
    scene.do("upgrade", "at shibuya")
    assert scene.state.bonus == [0, 0]
    assert scene.view()["queue_size"] == 9


def test_after_three_department_stores_there_are_no_more() -> None:
    scene = busy().hand(0, "shibuya").store(0, "food", "shibuya").earned(0, "food")
    scene.state.departments[0] = 0
    assert "upgrade" not in scene.choices()
    assert scene.why_not("upgrade") == "You have already built all your department stores."


# Wild cards


def test_a_card_of_a_ward_with_an_own_store_is_wild() -> None:
    scene = busy().hand(0, "ota").store(0, "food", "omori").customers("kita", "books")
    scene.do("move", "ward kita")
    assert scene.view()["discard"] == ["ota"]


def test_a_department_store_makes_its_ward_wild_too() -> None:
    scene = busy().hand(0, "shibuya").store(0, "department", "shibuya").customers("kita", "books")
    assert "move" in scene.choices()


def test_three_cards_of_any_kind_are_one_wild_card() -> None:
    scene = busy().hand(0, "ota", "ota", "koto", "taito").customers("kita", "books")
    scene.do("move", "ward kita")
    assert scene.choices() == ["pay taito", "pay koto", "pay ota"]
    scene.do("pay ota", "pay koto")
    assert scene.choices() == ["pay taito", "pay ota"]
    scene.do("pay ota")
    assert scene.in_hand(0) == ["taito"]


def test_a_matching_card_a_wild_card_or_three_cards() -> None:
    scene = (
        busy().hand(0, "ota", "kita", "koto").store(0, "food", "omori").customers("kita", "books")
    )
    scene.do("move", "ward kita")
    assert scene.choices() == ["pay ota", "pay kita", "three"]
    assert scene.why_not("pay koto") == "Koto does not match, and it is not wild for you."


def test_two_cards_are_no_wild_card() -> None:
    scene = busy().hand(0, "ota", "koto").customers("kita", "books")
    assert "move" not in scene.choices()
    assert scene.why_not("move") == "You cannot pay for any ward with customers."


@pytest.mark.parametrize("cards", [("ota", "ota", "ota"), ("ota", "kita", "koto")])
def test_three_cards_in_hand_are_given_without_asking(cards: tuple[str, ...]) -> None:
    scene = busy().hand(0, *cards).customers("taito", "books")
    scene.do("move", "ward taito")
    assert scene.in_hand(0) == []


# The end


def ending(players: int = 3) -> Scene:
    """A game in which player 2 is about to place the last customer."""
    scene = Scene(players).queue(("ota", ("food",)), ("kita", ()), ("koto", ()), ("taito", ()))
    scene.state.removed = sum(1 << 6 * kind for kind in scene.state.bag)
    scene.state.bag = []
    return scene


def test_the_last_customer_gives_each_other_player_one_more_turn() -> None:
    scene = ending()
    scene.do("end")
    assert scene.state.player == 1
    assert scene.in_ward("ota") == ["food"]
    assert scene.view()["last_turns"] == 2
    for player in (2, 0):
        scene.do("end")
        assert scene.state.player == player
        assert len(scene.in_hand(player)) == 1, "the last turns still bring a card from the queue"
    scene.do("end")
    assert scene.state.actors == ()
    assert scene.state.turn == 4


def test_a_customer_spent_after_the_queue_ran_empty_leaves_the_game() -> None:
    scene = ending().hand(1, "shibuya").store(1, "food", "shibuya")
    scene.state.removed -= 1
    scene.state.earned[1] = 1
    scene.do("end", "upgrade", "at shibuya")
    assert scene.view()["queue"] == [
        {"ward": card, "customers": []} for card, _ in shown_queue(scene.state)
    ]
    assert scene.state.removed & 63 == 19
    assert scene.state.bonus == [0, 3, 0]


def test_while_customers_wait_a_spent_one_joins_them() -> None:
    scene = ending(2).hand(0, "shibuya").store(0, "food", "shibuya")
    scene.state.removed -= 1
    scene.state.earned[0] = 1
    scene.do("upgrade", "at shibuya", "end")
    assert scene.in_ward("ota") == ["food", "food"]
    assert scene.state.last_turns == 1


def test_nobody_plays_on_an_empty_map_forever() -> None:
    """If all players only end their turns, customers still arrive and the game ends."""
    scene = busy(2)
    for _ in range(200):
        if not scene.state.actors:
            break
        scene.do("end")
    assert scene.state.actors == ()
    assert scene.state.last_turns != NONE


@pytest.mark.parametrize("count", [3, 8, 24, 25, 50])
def test_a_city_may_have_any_number_of_wards(count: int) -> None:
    tables = _by_byte(100, count)
    wards = [0, count // 2, count - 1]
    assert for_wards(tables, sum(1 << ward for ward in set(wards))) == sorted(
        100 + ward for ward in set(wards)
    )
    assert for_stations(tables, (1 << count) - 1) == [*range(100, 100 + count)]
