"""A program at the table: python bot.py http://localhost:8765 MATCH TOKEN plays the seat that the token is for."""

import asyncio
import json
import secrets
import sys

from websockets.asyncio.client import connect


def choose(snapshot: dict) -> int:
    """Prefer a move that takes or completes something: here, simply any choice."""
    return secrets.choice(snapshot["choices"])["move"]


async def play(url: str, match: str, token: str) -> None:
    """Say ready, then move whenever there is a choice."""
    address = f"{url.replace('http', 'ws', 1)}/api/matches/{match}/socket"
    async with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "refusal":
                print(message["sentence"], file=sys.stderr)
            if message["type"] != "snapshot":
                continue
            if message["status"] == "over":
                print(message["result"]["sentence"])
                return
            seat = message["viewer"]
            if message["status"] == "waiting" and not message["players"][seat]["ready"]:
                action = {"do": "ready", "nonce": secrets.token_hex(16)}
            elif message["choices"]:
                action = {"do": "move", "move": choose(message)}
            else:
                continue
            command = {"type": "command", "id": secrets.token_hex(16), "v": message["version"], "a": action}
            await socket.send(json.dumps(command))


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:])) if len(sys.argv) == 4 else sys.exit(__doc__)
