"""A program at the table: python bot.py http://localhost:8765 MATCH TOKEN plays the seat that the token is for."""

import asyncio
import hashlib
import json
import secrets
import sys

from websockets.asyncio.client import connect


def choose(snapshot: dict) -> int:
    """Prefer a move that takes or completes something: here, simply any choice."""
    return secrets.choice(snapshot["choices"])["move"]


def add_to_dice(fairness: dict, seat: int, nonce: str) -> dict | None:
    """Commit to a nonce of our own, and reveal it once everybody has committed to theirs."""
    if not fairness["commitments"][seat]:
        return {"do": "commit", "commitment": hashlib.sha256(nonce.encode()).hexdigest()}
    if all(fairness["commitments"]) and not fairness["nonces"][seat]:
        return {"do": "reveal", "nonce": nonce}
    return None


async def play(url: str, match: str, token: str) -> None:
    """Add to the dice, then move whenever there is a choice."""
    nonce, added = secrets.token_hex(16), None
    address = f"{url.replace('http', 'ws', 1)}/api/matches/{match}/socket"
    async with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        async for text in socket:
            message = json.loads(text)
            if message["type"] in ("refusal", "bye"):
                print(message["sentence"], file=sys.stderr)
            if message["type"] != "snapshot":
                continue
            if message["status"] == "over":
                print(message["result"]["sentence"])
                return
            if message["status"] == "waiting":
                action = add_to_dice(message["fairness"], message["viewer"], nonce)
                if action in (None, added):  # nothing to do, or on its way
                    continue
                added = action
            elif message["choices"]:
                action = {"do": "move", "move": choose(message)}
            else:
                continue
            command = {"type": "command", "id": secrets.token_hex(16), "v": message["version"], "a": action}
            await socket.send(json.dumps(command))


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:])) if len(sys.argv) == 4 else sys.exit(__doc__)
