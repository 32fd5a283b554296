"""Passkeys, where the page is secure and the extra `people` is installed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from starlette.requests import Request

from potluck.table.people.ports import Passkey, Person, UsePasskey
from potluck.table.protocol.refusals import Refused

PATIENCE = 5 * 60_000  # milliseconds for an answer


def possible(request: Request) -> bool:
    """Tell whether a browser would use passkeys here, and the table could check them."""
    secure = request.url.scheme == "https" or request.url.hostname == "localhost"
    return secure and find_spec("webauthn") is not None


def demand(request: Request) -> None:
    """Refuse where there are no passkeys."""
    if not possible(request):
        raise Refused("not_allowed", "passkeys need https or localhost, and Potluck with the extra people")


def place(request: Request) -> str:
    """Name the site that passkeys belong to."""
    return str(request.url.hostname)


def creation(request: Request, person: Person, known: list[Passkey]) -> tuple[bytes, str]:
    """Ask for a new passkey; return what it signs, and the options of the browser."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=place(request),
        rp_name="Potluck",
        user_name=person.name,
        user_id=person.id.encode(),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(key.id)) for key in known
        ],
    )
    return options.challenge, webauthn.options_to_json(options)


def made(request: Request, player: str, credential: str, name: str, at: int) -> Passkey:
    """Check a new passkey."""
    import webauthn

    with accepting():
        found = webauthn.verify_registration_response(**asked(request, credential))
    return Passkey(id_of(credential), player, found.credential_public_key, found.sign_count, name, at, at)


def question(request: Request) -> tuple[bytes, str]:
    """Ask for any passkey of this site."""
    import webauthn

    options = webauthn.generate_authentication_options(rp_id=place(request))
    return options.challenge, webauthn.options_to_json(options)


def used(request: Request, known: Passkey, credential: str, at: int) -> UsePasskey:
    """Check what a passkey has signed."""
    import webauthn

    with accepting():
        found = webauthn.verify_authentication_response(
            **asked(request, credential),
            credential_public_key=known.key,
            credential_current_sign_count=known.uses,
        )
    return UsePasskey(known.id, found.new_sign_count, at)


def asked(request: Request, credential: str) -> dict[str, Any]:
    """Say what a credential must have been asked for."""
    return {
        "credential": credential,
        "expected_challenge": challenge_of(credential),
        "expected_rp_id": place(request),
        # the page that asked; the guard has checked that it is ours
        "expected_origin": request.headers.get("origin", ""),
    }


@contextmanager
def accepting() -> Iterator[None]:
    """Refuse a passkey that does not pass its check."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        yield
    except WebAuthnException as error:
        raise Refused("wrong_credential", f"the passkey was not accepted: {str(error)[:100]}") from error


def parts_of(credential: str) -> dict[str, Any]:
    """Read what a browser says of a passkey."""
    try:
        found = json.loads(credential)
        if not isinstance(found, dict) or not isinstance(found.get("response"), dict):
            raise TypeError
    except (ValueError, TypeError, RecursionError) as error:
        raise Refused("bad_request", "credential: expected what the browser has made of a passkey") from error
    return found


def id_of(credential: str) -> str:
    """Return the id of a passkey, as it is kept."""
    found = parts_of(credential).get("id")
    if not isinstance(found, str) or not 0 < len(found) < 2048:
        raise Refused("bad_request", "credential: expected the id of a passkey")
    return found


def challenge_of(credential: str) -> bytes:
    """Return what a passkey was asked to sign."""
    import webauthn

    try:
        client = json.loads(webauthn.base64url_to_bytes(parts_of(credential)["response"]["clientDataJSON"]))
        return webauthn.base64url_to_bytes(client["challenge"])
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise Refused("bad_request", "credential: expected what the browser has made of a passkey") from error
