"""Players whom the table knows again: nobody else gets in, nothing is lost, and what is theirs can go."""

import json
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from potluck.records.seal import commitment
from potluck.table.people.codes import LETTERS, hash_code, new_code
from table.client import NONCE, new_id
from table.servers import Postgres, Server

Json = dict[str, Any]
BOT = {"kind": "bot", "level": "crumb"}
CLOSE = httpx.Limits(max_keepalive_connections=0)  # nothing is left open


class Browser:
    """A browser with its cookies, which sends its requests as the page does."""

    def __init__(self, port: int) -> None:
        origin = f"http://localhost:{port}"
        headers = {"origin": origin, "user-agent": "Firefox; Linux"}
        self.http = httpx.Client(base_url=origin, headers=headers, timeout=30, limits=CLOSE)

    def ask(self, method: str, path: str, body: Json | None = None, status: int = 200) -> Json:
        answer = self.http.request(method, f"/api{path}", json=body)
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        return found

    def be(self, name: str = "Ada", face: str = "pear") -> Json:
        return self.ask("POST", "/me", {"name": name, "face": face}, 201)

    def create(self, *seats: Json, **more: Any) -> Json:
        plan = {"game": "potential", "seats": [{"kind": "person", "name": "Ada"}, *seats], "begins": 0, **more}
        return self.ask("POST", "/matches", plan, 201)

    def join(self, match: str, invite: str, name: str = "Bo") -> Json:
        body = {"name": name, "face": "lemon", "commitment": commitment(NONCE), "invite": invite}
        return self.ask("POST", f"/matches/{match}/join", body)

    def do(self, match: str, status: int = 200, **action: Any) -> Json:
        version = self.ask("GET", f"/matches/{match}")["version"]
        body = {"type": "command", "id": new_id(), "v": version, "a": action}
        return self.ask("POST", f"/matches/{match}/commands", body, status)

    def mine(self) -> list[Json]:
        found: list[Json] = self.ask("GET", "/me/matches")["matches"]
        return found


def play(host: Browser, guest: Browser, **more: Any) -> str:
    """Begin a match between two browsers."""
    created = host.create({"kind": "friend"}, **more)
    match = str(created["match"])
    guest.join(match, created["invites"][0]["token"])
    host.do(match, do="commit", commitment=commitment(NONCE))
    host.do(match, do="reveal", nonce=NONCE)
    guest.do(match, do="reveal", nonce=NONCE)
    return match


def test_a_name_and_a_face_are_kept_without_an_account(server: Server) -> None:
    ada = Browser(server.port)
    assert ada.ask("GET", "/me")["player"] == ""
    me = ada.be()
    assert (me["name"], me["face"], me["guest"], len(me["devices"])) == ("Ada", "pear", True, 1)
    assert me["devices"][0]["name"] == "Firefox on Linux"
    assert ada.ask("GET", "/me") == me
    assert ada.ask("PUT", "/me", {"name": "Ada L", "face": "onion"})["face"] == "onion"
    ada.ask("POST", "/me", {"name": "Eve"}, 409)
    (cookie,) = [found for found in ada.http.cookies.jar if found.name == "potluck-player"]
    assert (cookie.path, cookie.has_nonstandard_attr("HttpOnly")) == ("/api", True)


@pytest.mark.parametrize("body", [{"name": "<b>"}, {"name": ""}, {"name": "A", "face": "../x"}, {"name": "A\u202eB"}])
def test_a_name_that_is_no_name_is_refused(server: Server, body: Json) -> None:
    stranger = Browser(server.port)
    assert stranger.ask("POST", "/me", body, 422)["code"] == "bad_name"
    assert stranger.ask("GET", "/me")["player"] == ""


def test_a_code_leads_back_on_another_device_and_a_new_one_makes_it_void(server: Server) -> None:
    ada, phone, thief = (Browser(server.port) for _ in range(3))
    player = ada.be()["player"]
    match = ada.create(BOT)["match"]
    code = ada.ask("POST", "/me/code")["code"]
    assert re.fullmatch(f"([{LETTERS}]{{4}}-){{3}}[{LETTERS}]{{4}}", code)
    typed = code.lower().replace("-", " ").replace("1", "l").replace("0", "o")
    me = phone.ask("POST", "/me/recover", {"code": typed})
    assert (me["player"], me["guest"], len(me["devices"])) == (player, False, 2)
    assert phone.ask("GET", f"/matches/{match}")["mine"] == [0], "the seat is theirs on every device"
    newer = ada.ask("POST", "/me/code")["code"]
    assert thief.ask("POST", "/me/recover", {"code": code}, 403)["code"] == "wrong_credential"
    assert thief.ask("GET", f"/matches/{match}")["mine"] == []
    assert thief.ask("POST", "/me/recover", {"code": newer})["player"] == player


def test_a_device_that_is_signed_out_has_no_seat_any_more(server: Server) -> None:
    ada, phone = Browser(server.port), Browser(server.port)
    ada.be()
    match = ada.create(BOT)["match"]
    phone.ask("POST", "/me/recover", {"code": ada.ask("POST", "/me/code")["code"]})
    (other,) = [device for device in ada.ask("GET", "/me")["devices"] if not device["here"]]
    assert len(ada.ask("DELETE", f"/me/devices/{other['id']}")["devices"]) == 1
    assert phone.ask("GET", "/me")["player"] == ""
    assert phone.ask("GET", f"/matches/{match}")["mine"] == []
    phone.do(match, 401, do="resign")
    assert ada.ask("GET", f"/matches/{match}")["mine"] == [0]
    ada.ask("DELETE", "/me/devices/00000000", status=404)
    (here,) = ada.ask("GET", "/me")["devices"]
    assert ada.ask("DELETE", f"/me/devices/{here['id']}")["player"] == "", "signing this browser out"
    assert ada.ask("GET", "/me")["player"] == ""


def test_a_guest_becomes_a_player_without_loss(server: Server) -> None:
    """What was played with keys alone, and what a guest has on a second device, comes along."""
    old, known = Browser(server.port), Browser(server.port)
    match = old.create(BOT)["match"]  # as a table of 0.1.0 had it: a key, no player
    old.be()
    assert old.mine() == []
    assert old.ask("POST", f"/matches/{match}/claim")["mine"] == [0]
    assert [found["card"]["match"] for found in old.mine()] == [match]
    second = old.create(BOT)["match"]
    player = known.be("Ada")["player"]
    code = known.ask("POST", "/me/code")["code"]
    assert old.ask("POST", "/me/recover", {"code": code})["player"] == player
    assert {found["card"]["match"] for found in known.mine()} == {match, second}
    known.ask("POST", f"/matches/{match}/claim", status=401)  # has the player's key, not one to a seat


def test_a_seat_that_is_somebodys_cannot_be_claimed(server: Server) -> None:
    ada, eve = Browser(server.port), Browser(server.port)
    ada.be()
    eve.be("Eve")
    match = ada.create(BOT)["match"]
    assert eve.ask("POST", f"/matches/{match}/claim", status=401)["code"] == "no_credential"
    assert eve.mine() == []
    assert eve.ask("GET", f"/matches/{match}")["mine"] == []
    eve.do(match, 401, do="resign")


def test_guessing_codes_is_throttled_and_the_right_one_is_kept_only_as_a_hash(data: Path) -> None:
    with Server(data=data, limits=("guesses=5",)) as table:
        ada, thief = Browser(table.port), Browser(table.port)
        ada.be()
        code = ada.ask("POST", "/me/code")["code"]
        answers = [thief.http.post("/api/me/recover", json={"code": new_code()}).status_code for _ in range(8)]
        assert answers == [403] * 5 + [429] * 3
        token = ada.http.cookies["potluck-player"]
        assert len(token) >= 32
    kept = (data / "potluck.db").read_bytes()
    for secret in (code, code.replace("-", ""), token):
        assert secret.encode() not in kept
    assert hash_code(code).encode() in kept


@pytest.mark.parametrize("code", ["", "1234", "U" * 16, "🙂" * 16, "0" * 17, "' OR 1=1 --"])
def test_what_can_be_no_code_is_refused(server: Server, code: str) -> None:
    assert hash_code(code) == ""
    assert Browser(server.port).ask("POST", "/me/recover", {"code": code}, 403)["code"] == "wrong_credential"


def test_auth_2_nothing_of_a_player_without_their_key_or_from_another_page(server: Server) -> None:
    ada = Browser(server.port)
    ada.be()
    token = ada.http.cookies["potluck-player"]
    for method, path in [
        *(("PUT", "/me"), ("DELETE", "/me"), ("POST", "/me/code"), ("GET", "/me/matches"), ("GET", "/me/download")),
        *(("DELETE", "/me/devices/others"), ("GET", "/me/games/potential"), ("POST", "/me/passkeys/new")),
    ]:
        body = {"name": "Eve"} if method == "PUT" else None
        assert Browser(server.port).ask(method, path, body, 401)["code"] == "no_credential"
        wrong = Browser(server.port)
        wrong.http.cookies.set("potluck-player", token[:-1] + ("A" if token[-1] != "A" else "B"))
        assert wrong.ask(method, path, body, 401)["code"] == "no_credential"
        if method != "GET":  # a request without an origin may be forged, and a cookie does not count
            bare = httpx.Client(
                base_url=f"http://localhost:{server.port}", cookies={"potluck-player": token}, limits=CLOSE
            )
            assert bare.request(method, f"/api{path}", json=body).status_code == 401
            foreign = {"origin": "https://elsewhere.example"}
            assert bare.request(method, f"/api{path}", json=body, headers=foreign).status_code == 403
    assert ada.ask("GET", "/me")["name"] == "Ada"


def test_new_players_are_limited_by_address(data: Path) -> None:
    with Server(data=data, limits=("players=2",)) as table:
        codes = [Browser(table.port).http.post("/api/me", json={"name": "A"}).status_code for _ in range(3)]
    assert codes == [201, 201, 429]


def test_of_too_many_devices_the_one_used_least_recently_goes(data: Path) -> None:
    with Server(data=data, limits=("devices=3",)) as table:
        ada = Browser(table.port)
        ada.be()
        code = ada.ask("POST", "/me/code")["code"]
        for _ in range(4):
            newest = Browser(table.port)
            assert len(newest.ask("POST", "/me/recover", {"code": code})["devices"]) <= 3
        assert ada.ask("GET", "/me")["player"] == ""


def test_a_player_sees_what_is_kept_and_takes_it_along(server: Server) -> None:
    ada = Browser(server.port)
    ada.be()
    match = ada.create(BOT)["match"]
    found = ada.ask("GET", "/me/download")
    assert (found["player"]["name"], found["matches"][0]["card"]["match"]) == ("Ada", match)
    assert found["records"] == {match: f"/api/matches/{match}/record"}
    assert "hash" not in json.dumps(found)


@pytest.mark.parametrize("shared", [False, True], ids=["SQLite", "PostgreSQL"])
def test_deleting_a_player_removes_what_is_theirs_and_others_keep_their_matches(
    data: Path, shared: bool, request: pytest.FixtureRequest
) -> None:
    database: Postgres | None = request.getfixturevalue("database") if shared else None
    with Server(database=database.url) if database else Server(data=data) as table:
        ada, bo = Browser(table.port), Browser(table.port)
        ada.be("Zerlina")
        bo.be("Bo")
        alone = ada.create({"kind": "bot", "level": "crumb"})["match"]
        plan = {"kind": "person", "name": "Zerlina"}
        both = play(ada, bo, seats=[plan, {"kind": "friend"}])
        waiting = ada.create({"kind": "friend"}, seats=[plan, {"kind": "friend"}])["match"]
        ada.do(both, do="move", move=ada.ask("GET", f"/matches/{both}")["choices"][0]["move"])
        assert ada.ask("DELETE", "/me") == {"matches": 2, "kept": 1}
        assert ada.ask("GET", "/me")["player"] == ""
        for gone in (alone, waiting):
            bo.ask("GET", f"/matches/{gone}", status=404)
        shown = bo.ask("GET", f"/matches/{both}")
        assert (shown["status"], shown["result"]["ending"], shown["result"]["scores"]) == ("over", "resigned", [-1, 1])
        assert [player["name"] for player in shown["players"]] == ["Somebody", "Bo"]
        assert "Zerlina" not in json.dumps([shown, bo.mine(), bo.ask("GET", f"/matches/{both}/replay")])
        record = bo.http.get(f"/api/matches/{both}/record").text
        assert "Somebody" in record
        assert "Zerlina" not in record
        assert [found["outcome"] for found in bo.mine()] == ["won"]
    if not shared:
        with closing(sqlite3.connect(data / "potluck.db")) as kept, kept:
            assert "Zerlina" not in "\n".join(kept.iterdump())
            assert kept.execute("SELECT count(*) FROM matches").fetchone() == (1,)
            assert kept.execute("SELECT count(*) FROM players").fetchone() == (1,)


def test_what_others_see_of_a_player_is_a_name_and_a_face(server: Server) -> None:
    ada, bo = Browser(server.port), Browser(server.port)
    player = ada.be("Ada")["player"]
    bo.be("Bo")
    match = play(ada, bo, seats=[{"kind": "person", "name": "Ada", "face": "pear"}, {"kind": "friend"}])
    shown = bo.ask("GET", f"/matches/{match}")
    assert [(found["name"], found["face"]) for found in shown["players"]] == [("Ada", "pear"), ("Bo", "lemon")]
    assert player not in json.dumps([shown, bo.mine()])


def test_one_browser_at_both_seats_still_begins(server: Server) -> None:
    ada = Browser(server.port)
    ada.be()
    created = ada.create({"kind": "friend"})
    match = created["match"]
    ada.join(match, created["invites"][0]["token"])
    assert ada.ask("GET", f"/matches/{match}")["mine"] == [0]
    assert ada.ask("GET", f"/matches/{match}?seat=1")["mine"] == [1]
    ada.do(match, do="commit", commitment=commitment(NONCE))
    ada.do(match, do="reveal", nonce=NONCE)


# Ratings


def lose_at_once(browser: Browser, match: str) -> None:
    """Begin a match against a bot, let everybody have a turn, and give up."""
    browser.do(match, do="ready", nonce=NONCE)
    browser.do(match, do="resign")


def standing(browser: Browser, game: str = "potential") -> Json:
    found = [one for one in browser.ask("GET", "/me")["standings"] if one["game"] == game]
    return found[0] if found else {"matches": 0, "rating": None}


def ended(browser: Browser, match: str) -> Json:
    """Wait until the end of a match is noted, which happens a moment after it."""
    for _ in range(200):
        (found,) = [one for one in browser.mine() if one["card"]["match"] == match]
        if found["outcome"] is not None:
            return found
        time.sleep(0.02)
    raise AssertionError("the end was not noted")


def test_matches_against_people_and_levels_count_on_one_scale_and_show_after_five(server: Server) -> None:
    ada, bo = Browser(server.port), Browser(server.port)
    ada.be()
    bo.be("Bo")
    for number in range(5):
        assert (standing(ada)["matches"], standing(ada)["rating"]) == (number, None)
        match = ada.create({"kind": "bot", "level": "crumb"})["match"] if number < 2 else play(ada, bo)
        if number < 2:
            lose_at_once(ada, match)
        else:
            ada.do(match, do="resign")
        assert (ended(ada, match)["outcome"], ended(ada, match)["unrated"]) == ("lost", "")
    assert standing(ada)["matches"] == 5
    assert 0 <= standing(ada)["rating"] < 1500
    assert (standing(bo)["matches"], standing(bo)["rating"]) == (3, None)
    course = ada.ask("GET", "/me/games/potential")
    assert [point["outcome"] for point in course["points"]] == ["lost"] * 5
    assert [point["rivals"][0]["name"] for point in course["points"]] == ["Crumb", "Crumb", "Bo", "Bo", "Bo"]
    assert all(one["after"] <= one["before"] for one in course["points"])
    assert course["tallies"] == [{"level": "crumb", "won": 0, "played": 2}]
    shown = ended(ada, match)
    assert shown["after"] == course["points"][-1]["after"] == standing(ada)["rating"]
    assert bo.ask("GET", "/me/games/potential")["points"] == [], "too few to be shown"
    bo.ask("GET", "/me/games/patience", status=404)


def took_back(browser: Browser, match: str) -> None:
    browser.do(match, do="ready", nonce=NONCE)
    browser.do(match, do="move", move=browser.ask("GET", f"/matches/{match}")["choices"][0]["move"])
    browser.do(match, do="undo")


UNRATED: dict[str, tuple[Json, Any]] = {
    "as agreed": ({"rated": False}, None),
    "hints": ({"hints": True}, None),
    "a take-back": ({}, took_back),
    "own rules": ({"options": {"quiet_turns": 30}}, None),
    "on one screen": ({"seats": [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bo"}]}, None),
}


@pytest.mark.parametrize("why", UNRATED)
def test_a_match_that_must_not_count_does_not_and_says_so_before_the_end(server: Server, why: str) -> None:
    more, act = UNRATED[why]
    ada = Browser(server.port)
    ada.be()
    match = ada.create(BOT, **more)["match"]
    if act is not None:
        act(ada, match)
        assert ada.ask("GET", f"/matches/{match}")["unrated"] == why
        ada.do(match, do="resign")
    else:
        assert ada.ask("GET", f"/matches/{match}")["unrated"] == why
        lose_at_once(ada, match)
    assert ended(ada, match)["unrated"] == why
    assert standing(ada)["matches"] == 0


def test_a_set_up_position_does_not_count(server: Server) -> None:
    ada = Browser(server.port)
    ada.be()
    first = ada.create(BOT)["match"]
    ada.do(first, do="ready", nonce=NONCE)
    position = ada.ask("GET", f"/matches/{first}/position")["text"]
    match = ada.create(BOT, position=position, begins=None)["match"]
    lose_at_once(ada, match)
    assert ended(ada, match)["unrated"] == "a set-up position"


def test_void_matches_and_matches_with_strangers_change_nothing(server: Server) -> None:
    ada, stranger = Browser(server.port), Browser(server.port)
    ada.be()
    void = ada.create(BOT)["match"]
    ada.do(void, do="ready", nonce=NONCE)
    ada.do(void, do="abort")
    assert (ended(ada, void)["outcome"], ended(ada, void)["unrated"]) == ("void", "void")
    match = play(ada, stranger)
    ada.do(match, do="resign")
    assert (ended(ada, match)["outcome"], ended(ada, match)["unrated"]) == ("lost", "somebody plays without a name")
    assert standing(ada)["matches"] == 0


def test_an_end_counts_once_whatever_is_written_again(data: Path) -> None:
    """A match that is noted as over a second time, as after a crash, changes no rating."""
    with Server(data=data) as table:
        ada = Browser(table.port)
        ada.be()
        match = ada.create(BOT)["match"]
        lose_at_once(ada, match)
        ended(ada, match)
        table.kill()
        with closing(sqlite3.connect(data / "potluck.db")) as kept, kept:
            kept.execute("UPDATE matches SET status = 'playing'")
        table.start()
        assert ada.ask("GET", f"/matches/{match}")["status"] == "over"
        assert (ended(ada, match)["outcome"], standing(ada)["matches"]) == ("lost", 1)


# Privacy and invitations


def test_what_is_by_link_or_on_one_screen_is_listed_nowhere_unless_asked(server: Server) -> None:
    ada, bo = Browser(server.port), Browser(server.port)
    ada.be()
    bo.be("Bo")
    two = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bo"}]
    quiet = [play(ada, bo), ada.create(BOT)["match"], ada.create(seats=two)["match"]]
    for match in quiet[1:]:
        ada.do(match, do="ready", nonce=NONCE)
    loud = play(ada, bo, listed=True)
    lobby = json.dumps(Browser(server.port).ask("GET", "/matches"))
    assert loud in lobby
    assert [match for match in quiet if match in lobby] == []
    assert [ada.ask("GET", f"/matches/{match}")["audience"] for match in (*quiet, loud)] == ["link"] * 3 + ["lobby"]
    private = ada.create(BOT, spectators=False)["match"]
    assert ada.ask("GET", f"/matches/{private}")["audience"] == "players"
    assert bo.ask("GET", f"/matches/{private}", status=403)["code"] == "private"


def test_an_invitation_is_looked_at_withdrawn_and_taken_back(server: Server) -> None:
    ada, bo = Browser(server.port), Browser(server.port)
    host = {"kind": "person", "name": "Ada", "face": "pear"}
    clock = {"kind": "days", "days": 3}
    created = ada.create(seats=[host, {"kind": "friend"}], clock=clock, options={"quiet_turns": 30}, spectators=False)
    match, invite = created["match"], created["invites"][0]["token"]
    for _ in range(2):  # nothing is spent by looking
        shown = bo.ask("POST", f"/matches/{match}/invitation", {"invite": invite})
        assert (shown["host"], shown["face"], shown["title"], shown["clock"]) == ("Ada", "pear", "Potential", clock)
        assert (shown["seat"], shown["options"], shown["audience"]) == (1, {"quiet_turns": 30}, "players")
        assert shown["expires"] - shown["created"] == 7 * 86_400_000
    for wrong, code in (("x" * 32, "wrong_credential"), ("", "no_credential")):
        assert bo.http.post(f"/api/matches/{match}/invitation", json={"invite": wrong}).json()["code"] == code
    newer = ada.ask("POST", f"/matches/{match}/invite", {"seat": 1})["token"]
    assert bo.ask("POST", f"/matches/{match}/invitation", {"invite": invite}, 410)["code"] == "used"
    bo.ask("POST", f"/matches/{match}/invitation", {"invite": newer})
    ada.do(match, do="abort")
    gone = bo.ask("POST", f"/matches/{match}/invitation", {"invite": newer}, 410)
    assert gone["sentence"].startswith("the invitation was taken back")
    assert bo.ask("POST", f"/matches/{match}/join", {"invite": newer, "name": "Bo"}, 410)["code"] == "used"
