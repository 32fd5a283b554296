"""The OpenAPI document, written from the endpoints and the messages."""

from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec

import potluck
from potluck.table import protocol
from potluck.table.protocol.endpoints import ENDPOINTS, PLACES, Endpoint, Query
from potluck.table.protocol.refusals import REASONS
from potluck.table.protocol.views import view_types

Schema = dict[str, Any]
REF = "#/components/schemas/{name}"


@cache
def document() -> Schema:
    """Describe every address, request and answer."""
    found = [endpoint for endpoint in ENDPOINTS if endpoint.method != "WS"]
    kinds = [kind for endpoint in found for kind in (endpoint.body, endpoint.answer) if kind not in (None, str)]
    views = list(view_types().values())
    schemas, components = msgspec.json.schema_components([*kinds, protocol.Refusal, *views], ref_template=REF)
    components["View"] = {"oneOf": list(schemas[-len(views) :])}
    written = dict(zip(map(repr, kinds), schemas, strict=False))
    paths: Schema = {}
    for endpoint in found:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation(endpoint, written)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Potluck", "version": potluck.__version__, "description": protocol.__doc__},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}}},
    }


def operation(endpoint: Endpoint, written: Schema) -> Schema:
    """Describe one endpoint."""
    found: Schema = {
        "operationId": endpoint.name,
        "summary": endpoint.text,
        "security": [{}, {"seat": []}],
        "parameters": [*map(place, endpoint.places), *map(parameter, endpoint.query)],
        "responses": {
            str(endpoint.status): {
                "description": HTTPStatus(endpoint.status).phrase,
                "content": content(endpoint.answer, written),
            },
            "default": refusal(),
        },
    }
    if endpoint.body is not None:
        found["requestBody"] = {"required": True, "content": content(endpoint.body, written)}
    return found


def place(name: str) -> Schema:
    """Describe what stands in an address."""
    return {"name": name, "in": "path", "required": True, "description": PLACES[name], "schema": {"type": "string"}}


def parameter(query: Query) -> Schema:
    """Describe what may follow an address."""
    schema = {"type": "integer", "minimum": 0} if query.kind is int else {"type": "string"}
    return {
        "name": query.name,
        "in": "query",
        "required": query.required,
        "description": query.text,
        "schema": schema,
    }


def content(kind: Any, written: Schema) -> Schema:
    """Describe a body: plain text, or a message as JSON."""
    if kind is str:
        return {"text/plain": {"schema": {"type": "string"}}}
    return {"application/json": {"schema": written[repr(kind)]}}


def refusal() -> Schema:
    """Describe what is answered instead when something is refused."""
    codes = "\n".join(f"* {reason.status} `{code}`: {reason.text}" for code, reason in REASONS.items())
    schema = {"$ref": REF.format(name="Refusal")}
    return {
        "description": f"Refused; nothing has changed.\n\n{codes}",
        "content": {"application/json": {"schema": schema}},
    }
