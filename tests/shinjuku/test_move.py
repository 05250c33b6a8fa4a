"""MOVE: both examples of the rulebook with all their options, and further rules."""

from shinjuku.scene import Scene

RED, BLUE, GREEN = 0, 1, 2
QUEUE = (("ota", ("food",)), ("kita", ("books",)), ("koto", ()), ("taito", ()))


def example_1(mover: int) -> Scene:
    """Food and books in Chiyoda, clothing in Shinjuku; the moving player has a card for each."""
    scene = Scene(players=3, player=mover).queue(*QUEUE)
    scene.store(RED, "food", "takadanobaba").store(RED, "books", "shinjuku")
    scene.store(BLUE, "food", "yotsuya").store(BLUE, "books", "akihabara")
    scene.store(GREEN, "clothing", "tokyo")
    scene.track(GREEN, ("iidabashi", "takadanobaba")).track(RED, ("takadanobaba", "shinjuku"))
    scene.track(BLUE, ("tokyo", "yotsuya"), ("yotsuya", "shinjuku"))
    scene.customers("chiyoda", "food", "books").customers("shinjuku", "clothing")
    # Without stores no card would be wild, but these tests are not about the price.
    scene.state.wild = [0, 0, 0]
    return scene.hand(mover, "chiyoda", "shinjuku")


def fares(scene: Scene) -> list[int]:
    choice = scene.view()["choice"]
    assert isinstance(choice, dict)
    found: list[int] = choice["fares"]
    return found


def test_example_1_red_takes_two_by_way_of_takadanobaba() -> None:
    scene = example_1(RED).do("move", "ward chiyoda", "at iidabashi", "at takadanobaba")
    scene.do("at shinjuku")
    assert scene.earned_by(RED) == ["food", "books"]
    assert fares(scene) == [GREEN]
    assert scene.state.actors == (GREEN,)


def test_example_1_red_by_way_of_yotsuya_gives_blue_a_customer_and_income() -> None:
    scene = example_1(RED).do("move", "ward chiyoda", "at tokyo", "at yotsuya", "at shinjuku")
    assert scene.earned_by(RED) == ["books"]
    assert scene.earned_by(BLUE) == ["food"]
    assert fares(scene) == [BLUE]


def test_example_1_green_from_yotsuya_to_tokyo() -> None:
    scene = example_1(GREEN).do("move", "ward shinjuku", "at yotsuya", "at tokyo")
    assert scene.earned_by(GREEN) == ["clothing"]
    assert fares(scene) == [BLUE]


def test_example_1_green_from_shinjuku_pays_blue_once_for_two_tracks() -> None:
    scene = example_1(GREEN).do("move", "ward shinjuku", "at shinjuku", "at yotsuya", "at tokyo")
    assert scene.earned_by(GREEN) == ["clothing"]
    assert scene.state.actors == (BLUE,)
    scene.do("income")
    assert scene.state.actors == (GREEN,)


def test_example_1_green_from_takadanobaba_pays_red_and_blue() -> None:
    scene = example_1(GREEN).do("move", "ward shinjuku", "at takadanobaba", "at shinjuku")
    scene.do("at yotsuya", "at tokyo")
    assert scene.earned_by(GREEN) == ["clothing"]
    assert fares(scene) == [RED, BLUE]
    assert scene.state.actors == (RED,), "clockwise from the moving player"
    scene.do("decline")
    assert scene.in_hand(RED) == []
    assert scene.state.actors == (BLUE,)
    scene.do("income")
    assert len(scene.in_hand(BLUE)) == 4


def test_example_1_blue_stops_in_yotsuya() -> None:
    scene = example_1(BLUE).do("move", "ward chiyoda", "at tokyo", "at yotsuya", "stop")
    assert scene.earned_by(BLUE) == ["food"]
    assert scene.in_ward("shinjuku") == ["clothing", "books"]
    assert scene.state.actors == (BLUE,), "players get nothing for their own track"


def test_example_1_blue_could_go_on_and_serve_red() -> None:
    scene = example_1(BLUE).do("move", "ward chiyoda", "at tokyo", "at yotsuya", "at shinjuku")
    assert scene.earned_by(RED) == ["books"]


def test_example_1_blue_starts_and_ends_in_akihabara() -> None:
    scene = example_1(BLUE).do("move", "ward chiyoda", "at akihabara")
    assert scene.earned_by(BLUE) == ["books"]
    assert scene.in_ward("chiyoda") == ["food"]
    assert scene.state.used


def example_2(mover: int) -> Scene:
    """Two books customers, one of them marked, and one clothing customer in Chuo."""
    scene = Scene(players=3, player=mover).queue(*QUEUE)
    scene.store(BLUE, "department", "shimbashi").store(BLUE, "books", "shibuya")
    scene.store(GREEN, "clothing", "roppongi")
    scene.track(RED, ("kachidoki", "shimbashi")).track(BLUE, ("shimbashi", "roppongi"))
    scene.track(GREEN, ("roppongi", "ebisu"), ("ebisu", "shibuya"))
    scene.customers("chuo", "clothing", "books", "books2")
    scene.state.wild = [0, 0, 0]
    return scene.hand(mover, "chuo").do("move", "ward chuo", "at kachidoki", "at shimbashi")


def test_example_2_green_gives_the_single_books_customer_to_blue() -> None:
    scene = example_2(GREEN)
    assert scene.choices() == ["give clothing", "give books", "give books2"]
    scene.do("give books", "at roppongi", "stop")
    assert scene.earned_by(BLUE) == ["books"]
    assert scene.earned_by(GREEN) == ["clothing"]
    assert scene.in_ward("minato") == ["books2"]
    assert fares(scene) == [RED, BLUE]


def test_example_2_blue_takes_clothing_from_under_greens_nose() -> None:
    scene = example_2(BLUE).do("give clothing", "at roppongi", "at ebisu", "at shibuya")
    assert scene.choices() == ["give books", "give books2"]
    scene.do("give books2")
    assert scene.earned_by(BLUE) == ["clothing", "books2"]
    assert scene.earned_by(GREEN) == []
    if scene.state.group:
        scene.do("stop")
    assert scene.in_ward("shibuya") == ["books"]
    assert fares(scene) == [RED, GREEN]


def test_example_2_blue_takes_both_books_and_green_the_clothing() -> None:
    scene = example_2(BLUE).do("give books2", "at roppongi", "at ebisu", "at shibuya")
    assert scene.earned_by(BLUE) == ["books", "books2"]
    assert scene.earned_by(GREEN) == ["clothing"]


def test_example_2_blue_stops_in_shimbashi_and_green_has_no_income() -> None:
    scene = example_2(BLUE).do("give books2", "stop")
    assert fares(scene) == [RED]
    assert scene.in_ward("minato") == ["clothing", "books"]


def test_the_permanent_link_needs_no_track_and_pays_nobody() -> None:
    scene = Scene(2).queue(*QUEUE).hand(0, "shinjuku").customers("shinjuku", "food")
    scene.store(0, "food", "yoyogi")
    scene.state.wild = [0, 0]
    scene.do("move", "ward shinjuku", "at shinjuku", "at yoyogi")
    assert scene.earned_by(0) == ["food"]
    assert scene.state.actors == (0,)


def test_no_station_is_visited_twice() -> None:
    scene = Scene(2).queue(*QUEUE).hand(0, "shinjuku").customers("shinjuku", "food")
    scene.track(0, ("shinjuku", "takadanobaba"), ("takadanobaba", "nakano"), ("nakano", "shinjuku"))
    scene.do("move", "ward shinjuku", "at shinjuku", "at takadanobaba", "at nakano")
    assert scene.state.used, "the loop is closed: there is nowhere to go"
    assert scene.in_ward("nakano") == ["food"]


def test_a_store_takes_one_customer_a_move_a_department_store_too() -> None:
    scene = Scene(2).queue(*QUEUE).hand(0, "kita").customers("kita", "food", "food", "books")
    scene.store(1, "department", "oji")
    scene.do("move", "ward kita", "give food")
    assert scene.earned_by(1) == ["food"]
    assert scene.in_ward("kita") == ["food", "books"]


def test_a_matching_store_must_be_served_where_it_starts() -> None:
    scene = Scene(2).queue(*QUEUE).hand(0, "kita").customers("kita", "food")
    scene.store(1, "food", "oji").do("move", "ward kita")
    assert scene.earned_by(1) == ["food"]


def test_customers_may_move_without_being_delivered() -> None:
    scene = Scene(2).queue(*QUEUE).hand(0, "kita").customers("kita", "food")
    scene.track(0, ("oji", "komagome")).do("move", "ward kita", "at komagome")
    assert scene.in_ward("toshima") == ["food"], "Komagome is in Toshima ward"


def test_a_ward_without_customers_cannot_be_moved() -> None:
    scene = Scene(2).queue(*QUEUE).hand(0, "kita", "ota").customers("ota", "food").do("move")
    assert scene.choices() == ["ward ota"]
    assert scene.why_not("ward kita") == "There are no customers in Kita."


def test_free_income_with_four_cards_draws_one() -> None:
    scene = Scene(2).queue(*QUEUE).hand(0, "kita").customers("kita", "food")
    scene.hand(1, "ota", "ota", "koto", "taito")
    scene.track(1, ("oji", "komagome")).do("move", "ward kita", "at komagome", "income")
    assert len(scene.in_hand(1)) == 5


def test_free_income_ends_nobodys_turn() -> None:
    scene = Scene(2).queue(*QUEUE).hand(0, "kita").customers("kita", "food")
    scene.track(1, ("oji", "komagome")).do("move", "ward kita", "at komagome", "income")
    assert scene.state.player == 0
    assert scene.choices() == ["expand", "income", "end"]
