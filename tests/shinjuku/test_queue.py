"""The customer queue: where customers wait, and how it moves up and grows."""

from ichiba.games.shinjuku.queue import place_customers
from ichiba.games.shinjuku.table import NONE
from shinjuku.scene import GAME, Planned, Scene, shown_queue, ward


def test_the_queue_example_of_the_rulebook() -> None:
    """Six customers wait; three food customers go to Katsushika, and three new ones are drawn."""
    scene = Scene()
    scene.queue(
        ("katsushika", ("food", "food", "food")),
        ("nerima", ("electronics2",)),
        ("ota", ("books", "books")),
        ("setagaya", ()),
    )
    scene.state.rng = Planned(scene, "minato", "food electronics2 clothing")
    place_customers(scene.state)
    assert scene.in_ward("katsushika") == ["food", "food", "food"]
    assert scene.in_hand(0) == ["katsushika"]
    assert shown_queue(scene.state) == [
        ("nerima", ["electronics2", "electronics2"]),
        ("ota", ["books", "books"]),
        ("setagaya", ["food"]),
        ("minato", ["clothing"]),
    ]


def test_a_marked_customer_waits_with_its_like() -> None:
    scene = Scene()
    scene.queue(("ota", ("food",)), ("kita", ("books",)), ("koto", ()), ("taito", ()))
    scene.state.rng = Planned(scene, "minato", "books2")
    place_customers(scene.state)
    assert shown_queue(scene.state)[0] == ("kita", ["books", "books2"])


def test_a_new_game_has_four_cards_and_two_customers() -> None:
    for seed in range(20):
        state = GAME.new(3, seed=seed)
        view = state.view(None)
        queue = view["queue"]
        assert isinstance(queue, list)
        assert len(queue) == 4
        assert sum(len(slot["customers"]) for slot in queue) == view["queue_size"] == 2


def test_the_queue_grows_with_every_department_store() -> None:
    scene = Scene().hand(0, "shibuya").store(0, "food", "shibuya").earned(0, "food")
    scene.queue(("ota", ("books",)), ("kita", ("clothing",)), ("koto", ()), ("taito", ()))
    scene.do("upgrade", "at shibuya")
    assert scene.view()["queue_size"] == 3
    assert shown_queue(scene.state)[2] == ("koto", ["food"])


def test_without_a_card_to_draw_the_slot_stays_empty() -> None:
    scene = Scene()
    scene.queue(("ota", ("food",)), ("kita", ("books",)), ("koto", ()), ("taito", ()))
    scene.state.deck = []
    place_customers(scene.state)
    assert [card for card, _ in shown_queue(scene.state)] == ["kita", "koto", "taito", None]


def test_the_last_card_of_all_stays_in_the_queue() -> None:
    scene = Scene()
    scene.queue(("ota", ("food",)))
    scene.state.deck = []
    place_customers(scene.state)
    assert scene.state.queue_wards == [ward("ota"), NONE, NONE, NONE]
    assert scene.in_ward("ota") == ["food"]
    assert scene.in_hand(0) == []
    assert len(shown_queue(scene.state)[0][1]) == 1


def test_with_fewer_cards_than_goods_customers_wait_on_the_last_card() -> None:
    scene = Scene()
    scene.queue(("ota", ("food", "food")), ("kita", ("books",)))
    scene.state.deck = []
    scene.state.rng = Planned(scene, "", "clothing electronics2")
    place_customers(scene.state)
    assert shown_queue(scene.state)[0] == ("kita", ["clothing", "books", "electronics2"])
