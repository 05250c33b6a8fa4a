"""What is asked now, and what each action would do, as messages."""

from ichiba.core.messages import Argument, Message
from ichiba.games.tokyo_tsukiji_market import purchasing
from ichiba.games.tokyo_tsukiji_market.actions import (
    AMOUNT,
    ASSIGN,
    BOAT,
    BUY,
    CATCH,
    CHOOSE,
    COLUMN,
    DONE,
    DRY_BARREL,
    DRY_CATCH,
    DRY_TOKEN,
    ENTER,
    JACK_CATCH,
    OFFER,
    OPEN_PORT,
    REPRICE,
    RETURN,
    TOKEN_AT,
    TRANSFER,
    WAYS,
    Way,
)
from ichiba.games.tokyo_tsukiji_market.data import (
    BARTER,
    COLUMNS,
    DRYING,
    DRYING_TOKENS,
    MARKETS,
    NAME,
    PORT_PRICE,
    STEP,
)
from ichiba.games.tokyo_tsukiji_market.ending import winners
from ichiba.games.tokyo_tsukiji_market.fishing import column_of, item_row
from ichiba.games.tokyo_tsukiji_market.keys import (
    BOAT_KEY,
    FISH_KEY,
    ITEM_KEY,
    MARKET_KEY,
    ROW_KEY,
    TOKEN_KEY,
    fish_told,
    tokens_told,
)
from ichiba.games.tokyo_tsukiji_market.table import (
    ABROAD,
    AWARDING,
    BIDDING,
    CAUGHT_BY,
    CHOOSING_BARGE,
    DISCARDING,
    FISHING,
    FOREIGN,
    ITEM_BITS,
    NOBODY,
    OVER,
    PHASES,
    PRICE_SHIFT,
    ROW_BIT,
    SEA,
    TRADING_IN,
    TRANSFERRING,
    TURN,
    VISITING,
    Table,
)
from ichiba.games.tokyo_tsukiji_market.visiting import market_of

# The chapter of the rules that each phase is about.
CHAPTERS = (
    "rentals", "fugu", "harbor", "harbor", "turn", "catching", "fishing", "fishing",
    "foreign_market", "catching", "catching", "purchasing", "markets", "ships", "bids", "bids",
    "end",
)  # fmt: skip


def chapter(table: Table) -> str:
    """The chapter at hand: in a market, that market's."""
    if table.phase == VISITING:
        return MARKETS[table.visit]
    return CHAPTERS[table.phase]


def prompt(table: Table, seat: int | None) -> Message:
    """What to do now, or whom to wait for."""
    if table.phase == OVER:
        seats = [*winners(table)]
        return Message(f"{NAME}.prompt.over", {"seats": seats, "count": len(seats)}, "end")
    arguments: dict[str, Argument] = {"seats": [*table.actors], "count": len(table.actors)}
    if seat is None or seat not in table.actors:
        return Message(f"{NAME}.waiting.{PHASES[table.phase]}", arguments, chapter(table))
    key, more = _question(table)
    return Message(f"{NAME}.prompt.{key}", more, chapter(table))


def _question(table: Table) -> tuple[str, dict[str, Argument]]:
    phase, key = table.phase, PHASES[table.phase]
    if phase == TURN:
        return ("turn" if table.points else "turn_end"), {"points": table.points}
    if table.queue and key.startswith("pricing"):
        return key, {"item": ITEM_KEY[table.queue[0] & ITEM_BITS]}
    if phase == DISCARDING and table.boat != NOBODY:
        return "discarding_fish", {"boat": BOAT_KEY[table.boat]}
    if key == "activity":
        return key, {"boat": BOAT_KEY[table.boat]}
    if phase == TRANSFERRING:
        return key, {"boat": BOAT_KEY[table.barge]}
    if phase == VISITING:
        filling = bool(table.lot) or table.space >= 0
        return ("filling" if filling else "visiting"), {"market": MARKET_KEY[table.visit]}
    if phase == BIDDING:
        if table.crate:
            return "bidding_barrels", {
                "fishes": fish_told(table.crate),
                "tokens": tokens_told(table.prize),
            }
        return "bidding", {"tokens": tokens_told(table.prize)}
    if phase == AWARDING:
        return ("offers" if table.bidding == BARTER else "awarding"), {}
    return key, {}


def _say(key: str, rule: str, **arguments: Argument) -> Message:
    return Message(f"{NAME}.label.{key}", arguments, rule)


def label(table: Table, seat: int, action: int) -> Message:
    """What a legal action would do."""
    phase = table.phase
    if action >= AMOUNT:
        yen = (action - AMOUNT) * STEP
        return _say("bid" if phase == BIDDING else "price", CHAPTERS[phase], yen=yen)
    if phase == VISITING and not (
        action in (DONE, OPEN_PORT) or TRANSFER <= action < CATCH or RETURN <= action < COLUMN
    ):
        return market_of(table, table.visit).label(table, seat, action)
    if action < BOAT:
        return _word(table, action)
    if action < DRY_BARREL:
        return _piece(table, action)
    return _other(table, action)


def _word(table: Table, action: int) -> Message:
    """One of the words at the beginning of the table of actions."""
    phase = table.phase
    if action == DONE:
        key = {FISHING: "done_fishing", VISITING: "leave", AWARDING: "decline"}.get(phase, "done")
        if phase == VISITING:
            return _say(key, "markets", market=MARKET_KEY[table.visit])
        return _say(key, CHAPTERS[phase])
    if action == OFFER:
        return _say("auction_abroad", "foreign_market")
    return _say(_WORD_KEYS[action], CHAPTERS[phase], yen=PORT_PRICE)


_WORD_KEYS = (
    "fish", "purchase", "pass", "end", "discard", "port", "freeze", "degrade", "done", "undock",
    "dock", "foreign", "license", "set", "pair", "pair", "pair", "convert", "iwashi", "loan",
    "share", "freezer", "cart", "buy_blue", "buyer", "new_fish", "new_external", "offer",
    "take_back", "own_fugu",
)  # fmt: skip


def _piece(table: Table, action: int) -> Message:
    """About a boat, a fish or a piece on a harbor."""
    phase = table.phase
    if action < TRANSFER:
        return _boat(table, action - BOAT)
    if action < CATCH:
        return _say("transfer", "catching", boat=BOAT_KEY[action - TRANSFER])
    if action < DRY_CATCH:
        key = {DISCARDING: "discard_fish", TRANSFERRING: "transfer_fish"}.get(phase, "catch")
        return _say(key, "catching", fish=FISH_KEY[action - CATCH])
    if action < JACK_CATCH:
        return _say("dry_catch", "himono", fish=FISH_KEY[action - DRY_CATCH])
    if action < BUY:
        return _say("jack_catch", "jack_mackerel", count=action - JACK_CATCH + 1)
    if action < REPRICE:
        return _purchase(table, action)
    if action < RETURN:
        return _reprice(table, action)
    return _say("return", "licenses", fish=FISH_KEY[action - RETURN])


def _boat(table: Table, boat: int) -> Message:
    phase = table.phase
    key = {
        DISCARDING: "discard_boat", ABROAD: "join_abroad", CHOOSING_BARGE: "to_barge",
        TRADING_IN: "trade_in",
    }.get(phase)  # fmt: skip
    if key is not None:
        return _say(key, CHAPTERS[phase], boat=BOAT_KEY[boat])
    place = table.place[boat]
    where = "at_sea" if place == SEA else "abroad" if place == FOREIGN else "in_port"
    cargo = fish_told(barrel % CAUGHT_BY for barrel in table.cargo[boat])
    if cargo:
        return _say("boat_loaded", "fishing", boat=BOAT_KEY[boat], fishes=cargo)
    return _say(f"boat_{where}", "fishing", boat=BOAT_KEY[boat])


def _purchase(table: Table, action: int) -> Message:
    seller, code = purchasing.piece_of(table, action)
    code = code or 0
    return _say(
        "buy",
        "purchasing",
        item=ITEM_KEY[code & ITEM_BITS],
        row=ROW_KEY[int(code & ROW_BIT > 0)],
        seat=seller,
        yen=(code >> PRICE_SHIFT) * 100,
    )


def _reprice(table: Table, action: int) -> Message:
    place, column = divmod(action - REPRICE, len(COLUMNS) + 1)
    codes = [
        code
        for code in table.harbor[table.seat]
        if item_row(code) == place and column_of(code) == column
    ]
    code = codes[-1]
    return _say(
        "reprice",
        "harbor",
        item=ITEM_KEY[code & ITEM_BITS],
        row=ROW_KEY[int(code & ROW_BIT > 0)],
        yen=(code >> PRICE_SHIFT) * 100,
    )


def _other(table: Table, action: int) -> Message:
    """Himono, Buyers, prices, entrances, winners."""
    if action < DRY_TOKEN:
        return _say("dry_barrel", "himono", fish=FISH_KEY[DRYING[action - DRY_BARREL]])
    if action < ASSIGN:
        return _say("dry_token", "himono", token=TOKEN_KEY[DRYING_TOKENS[action - DRY_TOKEN]])
    if action < COLUMN:
        return _say("assign", "influence", seat=action - ASSIGN)
    if action < ENTER:
        place = action - COLUMN
        if place == len(COLUMNS):
            return _say("any_price", "harbor")
        return _say("price", "harbor", yen=COLUMNS[place])
    if action < TOKEN_AT:
        return _entrance(WAYS[action - ENTER])
    winner = action - CHOOSE
    key = "take_offer" if table.bidding == BARTER else "choose"
    return _say(key, "bids", seat=winner, yen=table.bids[winner])


def _entrance(way: Way) -> Message:
    market = MARKET_KEY[way.market]
    rule = MARKETS[way.market]
    if way.takoyaki:
        return _say("enter_own_takoyaki" if way.own else "enter_takoyaki", rule, market=market)
    if way.barrel >= 0:
        return _say("enter_barrel", rule, market=market, fish=FISH_KEY[way.barrel])
    if way.carts:
        key = "enter_carts_yen" if way.yen else "enter_carts"
        return _say(key, rule, market=market, carts=way.carts, points=way.points, yen=way.yen)
    if way.points:
        key = "enter_points_yen" if way.yen else "enter_points"
        return _say(key, rule, market=market, points=way.points, yen=way.yen)
    return _say("enter_yen" if way.yen else "enter_free", rule, market=market, yen=way.yen)
