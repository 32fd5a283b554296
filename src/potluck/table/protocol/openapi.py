"""The OpenAPI document of the HTTP part, made from the messages."""

from functools import cache
from typing import Any

import msgspec

import potluck
from potluck.table import protocol
from potluck.table.protocol.typescript import view_types

Schema = dict[str, Any]
MATCH = [{"name": "match", "in": "path", "required": True, "schema": {"type": "string"}}]
REFUSED = {
    "description": "Refused: a code, a sentence, and the ruling where a rule decides.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
}


@cache
def document() -> Schema:
    """Describe every address, request and answer."""
    messages = [*protocol.REQUESTS, *protocol.ANSWERS, protocol.Snapshot, protocol.Done, protocol.Refusal]
    messages += [protocol.Preview, protocol.Why]
    views = list(view_types().values())
    _, components = msgspec.json.schema_components([*messages, *views], ref_template="#/components/schemas/{name}")
    components["View"] = {"oneOf": [{"$ref": f"#/components/schemas/{view.__name__}"} for view in views]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Potluck", "version": potluck.__version__, "description": protocol.__doc__},
        "paths": paths(),
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def paths() -> Schema:
    """Describe every address."""
    match = "/api/matches/{match}"
    return {
        "/api/games": {"get": operation("All games.", array("GameCard"))},
        "/api/games/{game}/rulings": {
            "get": operation("The rulings of a game.", array("RulingCard"), parameters=[path_parameter("game")])
        },
        "/api/matches": {
            "get": operation("Open tables, and matches to watch.", ref("Lobby")),
            "post": operation("Create a match.", ref("Created"), body="NewMatch", status="201"),
        },
        "/api/records": {"post": import_operation()},
        match: {"get": operation("The match as the caller may see it.", ref("Snapshot"), parameters=MATCH)},
        f"{match}/join": {"post": operation("Take a seat.", ref("Joined"), body="Join", parameters=MATCH)},
        f"{match}/follow": {"post": operation("Go on to the rematch.", ref("Joined"), parameters=MATCH)},
        f"{match}/key": {"delete": operation("Destroy the key used.", ref("Joined"), parameters=MATCH)},
        f"{match}/commands": {"post": operation("Do something.", ref("Done"), body="Command", parameters=MATCH)},
        f"{match}/preview": {"get": operation("What a choice would do.", ref("Preview"), parameters=numbers("move"))},
        f"{match}/position": {"get": operation("The position as text.", ref("Position"), parameters=MATCH)},
        f"{match}/why": {"post": operation("Why no choice.", ref("Why"), body="AskWhy", parameters=MATCH)},
        f"{match}/record": {"get": record_operation()},
        f"{match}/replay": {
            "get": operation("A stretch of the match.", ref("Replay"), parameters=numbers("first", "count"))
        },
        f"{match}/hint": {"post": operation("Advice for the seat to move.", ref("Hint"), parameters=MATCH)},
        f"{match}/analysis": {"get": operation("Best moves at a ply.", ref("Hint"), parameters=numbers("ply"))},
    }


def ref(name: str) -> Schema:
    """Name a message."""
    return {"$ref": f"#/components/schemas/{name}"}


def array(name: str) -> Schema:
    """Describe a list of messages."""
    return {"type": "array", "items": ref(name)}


def path_parameter(name: str) -> Schema:
    """Describe a part of the address."""
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def numbers(*names: str) -> list[Schema]:
    """Describe the match and some numbers in the address."""
    schema = {"type": "integer", "minimum": 0}
    return [*MATCH, *({"name": name, "in": "query", "required": False, "schema": schema} for name in names)]


def operation(
    text: str, answer: Schema, body: str = "", status: str = "200", parameters: list[Schema] | None = None
) -> Schema:
    """Describe one operation."""
    found: Schema = {
        "summary": text,
        "security": [{}, {"seat": []}],
        "responses": {
            status: {"description": text, "content": {"application/json": {"schema": answer}}},
            "default": REFUSED,
        },
    }
    if parameters:
        found["parameters"] = parameters
    if body:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": ref(body)}}}
    return found


def import_operation() -> Schema:
    """Describe the import of a record."""
    found = operation("Keep a record.", ref("Imported"), status="201")
    found["requestBody"] = {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
    return found


def record_operation() -> Schema:
    """Describe the download of a record."""
    found = operation("The record.", {}, parameters=MATCH)
    found["responses"]["200"]["content"] = {"text/plain": {"schema": {"type": "string"}}}
    return found
