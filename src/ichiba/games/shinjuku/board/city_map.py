"""The map on the site: track, stores, customers, and what can be chosen now."""

from functools import cached_property
from itertools import pairwise
from typing import Any

from ichiba.core.words import Words
from ichiba.games.shinjuku.board.chips import Chips
from ichiba.games.shinjuku.board.explaining import Explainer
from ichiba.games.shinjuku.board.prospects import CARD, THREE, Prospects
from ichiba.games.shinjuku.board.tokens import each, store
from ichiba.games.shinjuku.map_file import Station, Ward

# By phase: how a station is chosen on the map.
ON_STATIONS = {
    "open_station": "at",
    "open_store": "from",
    "upgrade_station": "at",
    "move_start": "at",
    "move_on": "at",
}

# Phases in which something on the map can be chosen.
ON_ANY = (*ON_STATIONS, "move_ward", "expand_first", "expand_second")
# Phases in which the choices are spread over the map.
ON_MAP = ("open_station", "expand_first", "move_ward", "upgrade_station")
# Phases in which each choice on the map has its own price.
PRICED = ("open_station", "upgrade_station", "move_ward", "expand_second")
# The lettering of the drawing, from the widest map to the narrowest.
LETTERING = [
    {"name": "xl", "suffix": ""},
    *({"name": size, "suffix": f"-{size}"} for size in ("l", "m", "s")),
]
PLACES = 6  # customers of a ward who have a place of their own on the map


class CityMap:
    """The map of one view."""

    def __init__(
        self,
        view: dict[str, Any],
        words: Words,
        prospects: Prospects,
        explainer: Explainer,
        *,
        asked: bool,
    ) -> None:
        atlas = prospects.atlas
        self.view = view
        self.prospects = prospects
        self.explainer = explainer
        self.words = words
        self.atlas = atlas
        self.asked = asked
        self.phase: str = view["phase"]
        self.choice = view["choice"]
        stores = [atlas.stations[station].at for station in view["stores"]]
        self.chips = Chips(atlas.map.sheet[0], stores)
        # What is where, in words: for tips, labels and the map as text.
        self.ward_tips = {ward.id: self._ward_tip(ward) for ward in atlas.wards.values()}
        self.station_tips = {one.id: self._station_tip(one) for one in atlas.stations.values()}

    def present(self) -> dict[str, object]:
        """The data of the whole map."""
        atlas = self.atlas
        width, height = atlas.map.sheet
        return {
            "city": atlas.name,
            "title": atlas.map.name,
            "title_ja": atlas.map.name_ja,
            "drawing": f"shinjuku/{atlas.name}.svg",
            "box": f"0 0 {width} {height}",
            "sizes": LETTERING,
            "choosing": self.asked and self.phase in ON_ANY,
            "wards": [self._ward(ward) for ward in atlas.wards.values()],
            "stations": [self._station(station) for station in atlas.stations.values()],
            "track": [self._track(link, owner) for link, owner in self.view["track"].items()]
            + self._planned(),
            "links": self._free_links(),
            "way": self._way(),
            "group": self._group(),
            "takes": self._takes(),
            "focus": self._focus(),
            "told": [self._told(ward) for ward in atlas.wards.values()],
            "track_told": [self._track_told(link, n) for link, n in self.view["track"].items()],
        }

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of the board."""
        return self.words.say(f"shinjuku.web.{key}", arguments)

    # --- Wards and their customers

    @cached_property
    def _reaching(self) -> set[str]:
        """The wards from which track leads to a store of the viewer that a customer wants."""
        wards: dict[str, list[str]] = self.view["wards"]
        return {ward for ward, kinds in wards.items() if self.prospects.reached(ward, kinds)}

    def _ward(self, ward: Ward) -> dict[str, object]:
        kinds: list[str] = self.view["wards"].get(ward.id, [])
        choosing = self.asked and self.phase == "move_ward" and bool(kinds)
        return {
            "id": ward.id,
            "name": ward.name,
            "name_ja": ward.name_ja,
            "customers": self._customers(ward, kinds),
            "tip": self._ward_told(ward, kinds, choosing=choosing),
            "chosen": ward.id == self.choice["ward"],
            # A store there costs a card that the viewer holds.
            "held": self.asked
            and self.phase == "open_station"
            and self.prospects.price([ward.id]) == CARD,
            "move": f"ward {ward.id}" if choosing else "",
            # Nobody there can reach a store of the viewer, and others can.
            "faint": choosing and bool(self._reaching) and ward.id not in self._reaching,
            "three": choosing and self.prospects.price([ward.id]) == THREE,
            "note": self.explainer.price_of_move(ward) if choosing else "",
            "key": f"choose-{ward.id}",
            "label": self.ward_tips[ward.id],
        }

    def _customers(self, ward: Ward, kinds: list[str]) -> list[dict[str, object]]:
        return [
            token
            | {
                "css": f"stand-{ward.id}-{place}",
                "piece": piece,
                "tip": self.explainer.customer(str(token["kind"]), ward),
            }
            for place, (token, piece) in enumerate(self._pieces(ward.id, kinds), start=1)
        ]

    def _pieces(self, ward: str, kinds: list[str]) -> list[tuple[dict[str, object], str]]:
        """The customers from one ward with their piece ids, wherever they are drawn."""
        found: list[str] = []
        pieces = []
        for token in each(kinds, self.words, PLACES):
            kind = str(token["kind"])
            pieces.append((token, f"customers-{ward}-{kind}-{found.count(kind)}"))
            found.append(kind)
        return pieces

    def _ward_tip(self, ward: Ward) -> str:
        kinds = self.view["wards"].get(ward.id, [])
        key = "ward_tip" if kinds else "ward_tip_none"
        customers = [f"shinjuku.customer.{kind}" for kind in kinds]
        return self.say(key, ward=ward.name, japanese=ward.name_ja, customers=customers)

    def _ward_told(self, ward: Ward, kinds: list[str], *, choosing: bool) -> str:
        tip = self.explainer.ward(ward, self.ward_tips[ward.id])
        best = self.prospects.best_move(ward.id, kinds) if choosing else 0
        return f"{tip}\n{self.explainer.say('move_brings', points=best)}" if best else tip

    # --- Stations and their stores

    def _station(self, station: Station) -> dict[str, object]:
        standing = self.view["stores"].get(station.id)
        move, label = self._station_move(station.id), self.station_tips[station.id]
        note = self._note(station) if move else ""
        return {
            "id": station.id,
            "name": station.name,
            "tip": f"{label}\n{note}" if note else self.explainer.station(station, label),
            "note": note,
            "label": label,
            "three": bool(move) and self._is_for_three(station.ward),
            "store": self._store(station.id, standing),
            "planned": self._planned_store(station.id),
            "chosen": station.id in (self.choice["station"], self.choice["from"]),
            "move": move,
            "key": f"station-{station.id}",
        }

    def _is_for_three(self, ward: str) -> bool:
        return self.phase in PRICED and self.prospects.price([ward]) == THREE

    def _note(self, station: Station) -> str:
        """What choosing this station costs or brings."""
        ward = self.atlas.wards[station.ward].name
        price = self.prospects.price([station.ward]) or "nothing"
        if self.phase == "open_station" and station.id not in self.view["stores"]:
            return self.explainer.say(f"empty_{price}", ward=ward)
        if self.phase == "upgrade_station":
            return self.explainer.say(f"upgrade_{price}", ward=ward)
        if self.phase in ("move_start", "move_on") and self._is_open(station.id):
            return self._taken(station.id)
        return ""

    def _taken(self, station: str) -> str:
        """Who takes a customer at the next station, and who may draw cards for the way there."""
        kinds = self.prospects.taken_at(station, self.choice["group"])
        parts = []
        if kinds:
            owner = self.view["stores"][station]["owner"]
            key = "told_you" if owner == self.view["seat"] else "told_seat"
            customers = [f"shinjuku.customer.{kind}" for kind in kinds]
            parts.append(self.say(f"takes.{key}", seat=owner, customers=customers))
        else:
            parts.append(self.say("takes.nobody"))
        fare = self._fare(station)
        if fare is not None:
            parts.append(self.say("takes.fare", seat=fare))
        return " ".join(parts)

    def _fare(self, station: str) -> int | None:
        """The other player whose track leads to the next station, if any."""
        if not self.choice["path"]:
            return None
        here = self.choice["path"][-1]
        owner = next(
            (n for link, n in self.view["track"].items()
             if {*self.atlas.links[link]} == {here, station}),
            self.view["seat"],
        )  # fmt: skip
        return None if owner == self.view["seat"] else int(owner)

    def _is_open(self, station: str) -> bool:
        """Whether the travelling customers can go to this station next."""
        path = self.choice["path"]
        if not path:
            return bool(self.atlas.stations[station].ward == self.choice["ward"])
        return station not in path and station in self.prospects.near(path[-1])

    def _station_move(self, station: str) -> str:
        """The notation for choosing this station; empty if stations cannot be chosen now."""
        if not self.asked or self.phase not in ON_STATIONS:
            return ""
        stores, seat = self.view["stores"], self.view["seat"]
        own = station in stores and stores[station]["owner"] == seat
        if self.phase in ("open_store", "upgrade_station") and not own:
            return ""
        if self.phase == "move_start" and self.atlas.stations[station].ward != self.choice["ward"]:
            return ""
        if self.phase == "move_on" and station not in self.atlas.near[self.choice["path"][-1]]:
            return ""
        return f"{ON_STATIONS[self.phase]} {station}"

    def _store(self, station: str, standing: Any) -> dict[str, object] | None:
        if standing is None:
            return None
        owner, good = standing["owner"], standing["good"]
        same = [s for s in self.view["stores"].values() if s == standing]
        # A store that moves keeps its piece id if it is the owner's only store with this good.
        piece = f"store-{owner}-{good}" if len(same) == 1 else f"store-{owner}-{good}-{station}"
        return store(good, owner, self.words) | {"piece": piece}

    def _planned_store(self, station: str) -> dict[str, object] | None:
        """The store that is about to be opened here."""
        choice = self.choice
        if choice["station"] != station or station in self.view["stores"]:
            return None
        if choice["store"] is None:
            return None
        return store(choice["store"], self.view["player"], self.words)

    def _station_tip(self, station: Station) -> str:
        standing = self.view["stores"].get(station.id)
        parts = [
            self.say(
                "station_tip",
                station=station.name,
                japanese=station.name_ja,
                ward=self.atlas.wards[station.ward].name,
            )
        ]
        if standing is not None:
            parts.append(str(store(standing["good"], standing["owner"], self.words)["title"]))
        if station.department and (standing is None or standing["good"] != "department"):
            parts.append(self.say("site"))
        return " · ".join(parts)

    # --- Track

    def _track(self, link: str, owner: int) -> dict[str, object]:
        a, b = self.atlas.links[link]
        return {
            "line": f"link-{a}-{b}",
            "css": f"on-{a}-{b}",
            "owner": owner,
            "key": f"track-{a}-{b}",
            "tip": self.explainer.track(self._track_told(link, owner), owner),
            "planned": False,
        }

    def _planned(self) -> list[dict[str, object]]:
        """Track that has been chosen but not paid for yet."""
        chosen = [self.choice["first"], self.choice["second"]]
        return [
            self._track(link, self.view["player"]) | {"planned": True}
            for link in chosen
            if link is not None and link not in self.view["track"]
        ]

    def _track_told(self, link: str, owner: int) -> str:
        a, b = (self.atlas.stations[end].name for end in self.atlas.links[link])
        return self.say("track_of", station=a, other=b, seat=owner)

    def _free_links(self) -> list[dict[str, object]]:
        """The links that can be chosen while laying track."""
        if not self.asked or self.phase not in ("expand_first", "expand_second"):
            return []
        free: list[dict[str, object]] = []
        for number, (link, (a, b)) in enumerate(self.atlas.links.items()):
            if link in self.view["track"] or link == self.choice["first"]:
                continue
            names = {"station": self.atlas.stations[a].name, "other": self.atlas.stations[b].name}
            wards = [self.atlas.stations[a].ward, self.atlas.stations[b].ward]
            second, label = self.phase == "expand_second", self.say("link", **names)
            tip = self.explainer.link(label, wards, second=second)
            free.append(
                {
                    "tip": tip,
                    "note": tip.partition("\n")[2] if second else "",
                    "three": second and self.prospects.price(wards) == THREE,
                    "line": f"link-{a}-{b}",
                    "css": f"on-{a}-{b}",
                    "move": f"track {link}",
                    "key": f"lay-{number}",
                    "label": label,
                }
            )
        return free

    # --- The path of a Move

    def _way(self) -> list[str]:
        path = self.choice["path"]
        return [self.atlas.between(a, b) for a, b in pairwise(path)]

    def _group(self) -> dict[str, object] | None:
        """The travelling customers, at their current station."""
        path = self.choice["path"]
        if not path or not self.choice["group"]:
            return None
        group = self.choice["group"]
        # At first, each customer is animated from the ward; after that, the group moves as one.
        setting_out = len(path) == 1
        customers = [f"shinjuku.customer.{kind}" for kind in group]
        ward = self.atlas.wards[self.atlas.stations[path[-1]].ward].name
        return {
            "station": path[-1],
            # It must not cover the name of the station.
            "below": self.atlas.stations[path[-1]].label.startswith("n"),
            "customers": [
                token | {"piece": piece if setting_out else ""}
                for token, piece in self._pieces(self.choice["ward"], group)
            ],
            "stay": self.say("takes.stay", count=len(group), ward=ward),
            "tip": self.explainer.group(self.say("travelling", customers=customers)),
        }

    def _takes(self) -> list[dict[str, object]]:
        """The stores that take a customer in this Move: those on the way so far, and those that
        would at the next stop."""
        if self.view["actions"]["current"] != "move":
            return []
        taken = [
            self._chip(gift["station"], gift["owner"], [gift["kind"]], would=False)
            for gift in self.choice["given"]
        ]
        if not self.asked or self.phase not in ("move_start", "move_on"):
            return taken
        for station in self.view["stores"]:
            kinds = self.prospects.taken_at(station, self.choice["group"])
            if kinds and self._is_open(station):
                owner = self.view["stores"][station]["owner"]
                taken.append(self._chip(station, owner, kinds, would=True))
        return taken

    def _chip(
        self, station: str, owner: int, kinds: list[str], *, would: bool
    ) -> dict[str, object]:
        who = "you" if owner == self.view["seat"] else "seat"
        said = self.say(f"takes.{who}_would" if would else f"takes.{who}", seat=owner)
        names = [self.words.say(f"shinjuku.customer.{kind}") for kind in kinds]
        what = self.say("takes.which", who=said, names=self.words.listed(names, "or"))
        here = self.atlas.stations[station]
        return {
            "station": station,
            "side": self.chips.side(here.at, here.label, len(kinds)),
            "owner": owner,
            "would": would,
            "said": said,
            "customers": each(kinds, self.words, len(kinds)),
            "tip": self.explainer.station(here, what),
        }

    def _focus(self) -> str:
        """The id of the element that the prompt is about; "map" if it could be anywhere."""
        choice = self.choice
        if choice["path"]:
            return "group" if choice["group"] else f"place-{choice['path'][-1]}"
        if choice["ward"] is not None:
            return f"ward-{choice['ward']}"
        if choice["station"] is not None:
            return f"place-{choice['station']}"
        link = choice["second"] or choice["first"]
        if link is not None:
            a, b = self.atlas.links[link]
            return f"track-{a}-{b}"
        return "map" if self.asked and self.phase in ON_MAP else ""

    # --- The same as text, for screen readers

    def _told(self, ward: Ward) -> str:
        tips = [self.station_tips[station.id] for station in self.atlas.stations_in(ward.id)]
        return " ".join(self.say("told", about=about) for about in (self.ward_tips[ward.id], *tips))
