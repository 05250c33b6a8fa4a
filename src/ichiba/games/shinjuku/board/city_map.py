"""The map on the site: track, stores, customers, and what can be chosen now."""

from itertools import pairwise
from typing import Any

from ichiba.core.words import Words
from ichiba.games.shinjuku.board.atlas import Atlas
from ichiba.games.shinjuku.board.tokens import store, tokens, told
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


class CityMap:
    """The map of one view."""

    def __init__(self, view: dict[str, Any], words: Words, atlas: Atlas, *, asked: bool) -> None:
        self.view = view
        self.words = words
        self.atlas = atlas
        self.asked = asked
        self.phase: str = view["phase"]
        self.choice = view["choice"]
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
            "choosing": self.asked and self.phase in ON_ANY,
            "wards": [self._ward(ward) for ward in atlas.wards.values()],
            "stations": [self._station(station) for station in atlas.stations.values()],
            "track": [self._track(link, owner) for link, owner in self.view["track"].items()]
            + self._planned(),
            "links": self._free_links(),
            "way": self._way(),
            "group": self._group(),
            "focus": self._focus(),
            "told": [self._told(ward) for ward in atlas.wards.values()],
            "track_told": [self._track_told(link, n) for link, n in self.view["track"].items()],
        }

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of the board."""
        return self.words.say(f"shinjuku.web.{key}", arguments)

    # --- Wards and their customers

    def _ward(self, ward: Ward) -> dict[str, object]:
        kinds: list[str] = self.view["wards"].get(ward.id, [])
        choosing = self.asked and self.phase == "move_ward" and bool(kinds)
        tip = self.ward_tips[ward.id]
        return {
            "id": ward.id,
            "name": ward.name,
            "name_ja": ward.name_ja,
            "customers": [
                token | {"css": f"stand-{ward.id}-{place}", "piece": _piece(ward.id, token)}
                for place, token in enumerate(tokens(kinds, self.words), start=1)
            ],
            "tip": tip,
            "chosen": ward.id == self.choice["ward"],
            "move": f"ward {ward.id}" if choosing else "",
            "key": f"choose-{ward.id}",
            "label": tip,
        }

    def _ward_tip(self, ward: Ward) -> str:
        kinds = self.view["wards"].get(ward.id, [])
        customers = told(kinds, self.words) or self.say("nobody")
        return self.say("ward_tip", ward=ward.name, japanese=ward.name_ja, customers=customers)

    # --- Stations and their stores

    def _station(self, station: Station) -> dict[str, object]:
        standing = self.view["stores"].get(station.id)
        move, tip = self._station_move(station.id), self.station_tips[station.id]
        return {
            "id": station.id,
            "name": station.name,
            "tip": tip,
            "label": tip,
            "store": self._store(station.id, standing),
            "planned": self._planned_store(station.id),
            "chosen": station.id in (self.choice["station"], self.choice["from"]),
            "move": move,
            "key": f"station-{station.id}",
        }

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
            "tip": self._track_told(link, owner),
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
            free.append(
                {
                    "line": f"link-{a}-{b}",
                    "css": f"on-{a}-{b}",
                    "move": f"track {link}",
                    "key": f"lay-{number}",
                    "label": self.say("link", **names),
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
        return {
            "station": path[-1],
            # It must not cover the name of the station.
            "below": self.atlas.stations[path[-1]].label.startswith("n"),
            "customers": [
                token | {"piece": _piece(self.choice["ward"], token) if setting_out else ""}
                for token in tokens(group, self.words)
            ],
            "tip": self.say("travelling", customers=told(group, self.words)),
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
        stations = "; ".join(self.station_tips[s.id] for s in self.atlas.stations_in(ward.id))
        return f"{self.ward_tips[ward.id]}. {stations}."


def _piece(ward: str, token: dict[str, object]) -> str:
    """The piece id of the customers of one kind from one ward, wherever they are drawn."""
    return f"customers-{ward}-{token['kind']}"
