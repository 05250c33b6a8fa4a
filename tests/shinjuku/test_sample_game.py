"""The seven turns of the rulebook's sample game, move by move."""

from ichiba.games.shinjuku.turn import begin_turn
from shinjuku.scene import GAME, Planned, Scene, shown_queue

RED, BLUE = 0, 1


def sample_game() -> Scene:
    """Blue starts."""
    scene = Scene(players=2, player=BLUE)
    scene.queue(("minato", ("books",)), ("shinjuku", ("food",)), ("chuo", ()), ("taito", ()))
    scene.hand(BLUE, "katsushika", "nerima", "itabashi", "setagaya")
    scene.hand(RED, "edogawa", "shinagawa", "ota", "chiyoda")
    scene.state.rng = Planned(
        scene,
        cards="bunkyo nakano chuo chiyoda minato shibuya nakano suginami koto meguro nerima "
        "shinagawa suginami ota adachi taito",
        customers="food electronics2 food clothing books2 books clothing electronics2 books food",
    )
    scene.state.turn = 0
    begin_turn(scene.state)
    return scene


def test_the_seven_turns_of_the_sample_game() -> None:
    game = sample_game()
    pieces = game.state.census()
    play_turns_1_to_4(game)
    play_turns_5_to_7(game)
    # The position that the rulebook states
    assert game.view()["wards"] == {
        "chuo": ["clothing", "electronics2"], "taito": ["food"], "bunkyo": ["clothing"],
    }  # fmt: skip
    assert game.earned_by(BLUE) == ["food", "books", "books2"]
    assert game.earned_by(RED) == ["books"]
    assert game.state.bonus == [3, 0]
    game.do("income")
    assert game.state.census() == pieces
    assert game.state.turn == 8
    assert len(game.in_hand(RED)) == 5  # two left, two from the income, one of the new turn


def play_turns_1_to_4(game: Scene) -> None:
    # Turn 1, Blue
    assert game.in_ward("minato") == ["books"]
    assert shown_queue(game.state) == [
        ("shinjuku", ["food", "food"]), ("chuo", []), ("taito", []), ("bunkyo", []),
    ]  # fmt: skip
    game.do("open", "at shimbashi", "store books", "pay minato")
    game.do("expand", "track tokyo~shimbashi", "stop", "end")

    # Turn 2, Red: two pieces of track for a Chiyoda card
    assert game.state.player == RED
    assert game.in_ward("shinjuku") == ["food", "food"]
    assert shown_queue(game.state) == [
        ("chuo", ["electronics2"]), ("taito", ["food"]), ("bunkyo", []), ("nakano", []),
    ]  # fmt: skip
    game.do("open", "at shinjuku", "store food", "pay shinjuku")
    game.do("expand", "track tokyo~yotsuya", "track shinjuku~yotsuya", "pay chiyoda", "end")
    assert game.in_hand(RED) == ["shinagawa", "ota", "edogawa"]

    # Turn 3, Blue: three cards count as a Minato card; the customer is taken at the start
    assert game.in_ward("chuo") == ["electronics2"]
    assert shown_queue(game.state) == [
        ("taito", ["food"]), ("bunkyo", ["clothing"]), ("nakano", []), ("chuo", []),
    ]  # fmt: skip
    game.do("move", "ward minato", "pay katsushika", "pay nerima", "pay itabashi", "at shimbashi")
    assert game.earned_by(BLUE) == ["books"]
    assert game.in_hand(BLUE) == ["chuo", "setagaya"]
    game.do("income")
    assert game.in_hand(BLUE) == ["chiyoda", "chuo", "minato", "setagaya"]

    # Turn 4, Red: both food customers match, and the store takes one
    assert game.in_ward("taito") == ["food"]
    assert shown_queue(game.state) == [
        ("bunkyo", ["clothing"]), ("nakano", ["books2"]), ("chuo", []), ("shibuya", []),
    ]  # fmt: skip
    game.do("open", "at ueno", "store food", "pay taito")
    game.do("move", "ward shinjuku", "at shinjuku", "stop", "end")
    assert game.earned_by(RED) == ["food"]
    assert game.in_ward("shinjuku") == ["food"]
    assert game.in_hand(RED) == []


def play_turns_5_to_7(game: Scene) -> None:
    # Turn 5, Blue: a Minato card is wild; Red's track pays Red
    assert shown_queue(game.state) == [
        ("nakano", ["books", "books2"]), ("chuo", []), ("shibuya", []), ("nakano", []),
    ]  # fmt: skip
    game.do("open", "at tokyo", "store food", "pay chiyoda")
    game.do("move", "ward shinjuku", "pay minato", "at yotsuya", "at tokyo")
    assert game.earned_by(BLUE) == ["food", "books"]
    assert game.state.actors == (RED,)
    game.do("income")

    # Turn 6, Red: the first department store, three bonus tokens, a longer queue
    assert game.in_hand(RED) == ["koto", "meguro", "nakano", "suginami", "nerima"]
    assert game.in_ward("nakano") == ["books", "books2"]
    assert shown_queue(game.state) == [
        ("chuo", ["clothing"]), ("shibuya", ["electronics2"]), ("nakano", []), ("shinagawa", []),
    ]  # fmt: skip
    game.do("upgrade", "at shinjuku", "pay suginami", "pay koto", "pay meguro")
    assert game.earned_by(RED) == []
    assert game.state.bonus == [3, 0]
    assert shown_queue(game.state)[2] == ("nakano", ["food"])
    game.do("expand", "track shinjuku~nakano", "stop", "end")

    # Turn 7, Blue: the second Chuo card is wild; Red gets the single books customer
    assert shown_queue(game.state) == [
        ("shibuya", ["electronics2"]), ("nakano", ["food"]), ("shinagawa", ["books"]),
        ("suginami", []),
    ]  # fmt: skip
    assert game.in_hand(BLUE) == ["chuo", "chuo", "bunkyo", "setagaya"]
    game.do("open", "at hatchobori", "store clothing", "pay chuo")
    game.do("move", "ward nakano", "pay chuo", "at shinjuku")
    assert game.choices() == ["give books", "give books2"]
    game.do("give books", "at yotsuya", "at tokyo", "at shimbashi")
    assert game.state.actors == (RED,)


def test_nobody_gains_a_customer_by_a_store_in_its_ward_alone() -> None:
    game = sample_game()
    game.do("open", "at shimbashi", "store books", "pay minato")
    assert game.earned_by(BLUE) == []
    assert game.in_ward("minato") == ["books"]


def test_red_could_not_reach_the_other_food_store_in_turn_four() -> None:
    game = sample_game()
    game.do("open", "at shimbashi", "store books", "pay minato", "end")
    game.do("open", "at shinjuku", "store food", "pay shinjuku")
    game.do("expand", "track tokyo~yotsuya", "track shinjuku~yotsuya", "pay chiyoda", "end")
    game.do("end")
    game.do("open", "at ueno", "store food", "pay taito")
    game.do("move", "ward shinjuku", "at shinjuku")
    assert "at ueno" not in game.choices()
    assert GAME.parse("stop") in game.state.legal(RED)
