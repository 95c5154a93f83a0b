#!/usr/bin/env python3
"""Joins a table by its link and plays any legal action: a bot by docs/PROTOCOL.md alone."""

import argparse
import json
import random
import sys
import urllib.error
import urllib.parse
import urllib.request

import websocket  # the package websocket-client


def expand(legal):
    """Every action that `legal_actions` stands for."""
    for group in legal.get("claims", []):
        for route in group["routes"]:
            for payment in group["payments"]:
                yield {"do": "claim_route", "route": route, "payment": payment}
    stations = legal.get("stations", {"locations": [], "payments": []})
    for location in stations["locations"]:
        for payment in stations["payments"]:
            yield {"do": "build_station", "location": location, "payment": payment}
    for slot in legal.get("draw_open", []):
        yield {"do": "draw_open", "slot": slot}
    if "keep" in legal:
        for chosen in range(1 << legal["keep"]["offered"]):
            if bin(chosen).count("1") >= legal["keep"]["at_least"]:
                yield {"do": "keep_tickets", "offered": chosen}
    for split in legal.get("splits", []):
        yield {"do": "choose_split", **split}
    place = legal.get("place", {"kinds": [], "locations": []})
    for kind in place["kinds"]:
        for location in place["locations"]:
            yield {"do": "place_tourists", "kind": kind, "location": location}
    for wilds in legal.get("pay_tunnel", []):
        yield {"do": "pay_tunnel", "wilds": wilds}
    for passenger in legal.get("passengers", []):
        yield {"do": "take_passenger", **passenger}
    for location in legal.get("tourists", []):
        yield {"do": "take_tourist", "location": location}
    for plain in ("draw_blind", "draw_tickets", "leave_tunnel", "leave_passengers", "pass"):
        if legal.get(plain):
            yield {"do": plain}


def choose(update):
    """The bot's decision: replace this with a better one."""
    return random.choice(list(expand(update["legal_actions"])))


def join(server, table, name):
    """Takes a free seat; returns the cookie that stands for it."""
    body = json.dumps({"name": name}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{server}/api/tables/{table}/join", body, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.headers["Set-Cookie"].split(";")[0]
    except urllib.error.HTTPError as error:
        sys.exit(json.load(error)["refusal"]["words"])
    except urllib.error.URLError as error:
        sys.exit(f"no server answers at {server}: {error.reason}")


def play(server, table, cookie):
    """Plays until the game is over; returns the final scores."""
    address = server.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    socket = websocket.create_connection(address, cookie=cookie)
    next_id = 1
    answered = None
    while True:
        message = json.loads(socket.recv())
        kind = message["type"]
        if kind == "goodbye":
            sys.exit(message["refusal"]["words"])
        if kind == "refused" and message["refusal"]["code"] != "stale":
            sys.exit(message["refusal"]["words"])
        update = message["update"] if kind == "welcome" else message if kind == "update" else None
        if not update:
            continue
        if update["end"]:
            socket.close()
            return update["end"]["scores"]
        # An update that changes nothing for this seat is not answered a second time.
        if not update["legal_actions"] or answered == update["revision"]:
            continue
        answered = update["revision"]
        action = choose(update)
        seat = update["view"]["own"]["seat"]
        play_it = {"type": "play", "id": next_id, "seat": seat, "revision": answered, "action": action}
        next_id += 1
        socket.send(json.dumps(play_it))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("link", help="the table's link, as in http://127.0.0.1:8321/t/7fdncz8kg98eq39n")
    parser.add_argument("--name", default="Robotto", help="the name at the table")
    arguments = parser.parse_args()
    link = urllib.parse.urlsplit(arguments.link)
    if link.scheme not in ("http", "https"):
        parser.error(f"a link begins with http:// or https://, not as {arguments.link}")
    server, table = f"{link.scheme}://{link.netloc}", link.path.rstrip("/").split("/")[-1]
    cookie = join(server, table, arguments.name)
    for standing in play(server, table, cookie)["ranking"]:
        print(f"{standing['place']}. seat {standing['seat'] + 1}: {standing['total']} points")


if __name__ == "__main__":
    main()
