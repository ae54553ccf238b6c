"""Calls the server rsocket by Python's RSocket, the package rsocket.

Usage: rsocket_client.py PORT

Prints a line for each promise that holds, and ends with 1 at the first that does not.
"""

import asyncio
import struct
import sys

from rsocket.helpers import single_transport_provider
from rsocket.payload import Payload
from rsocket.rsocket_client import RSocketClient
from rsocket.transports.tcp import TransportTCP


def require(name, got, expected):
    if got != expected:
        sys.exit(f"{name}: {got!r} instead of {expected!r}")
    print("ok", name)


def put(key, value):
    return struct.pack(">BHI", 0x10, len(key), len(value)) + key + value


async def main():
    connection = await asyncio.open_connection("127.0.0.1", int(sys.argv[1]))
    async with RSocketClient(single_transport_provider(TransportTCP(*connection))) as client:

        async def ask(data):
            answer = await asyncio.wait_for(client.request_response(Payload(data)), 60)
            return bytes(answer.data)

        async def refusal(data):
            try:
                return await ask(data)
            except Exception as error:
                return "a key of 0 bytes: 1 to 1024 expected" in str(error)

        require("greet", await ask("Zoë 東京".encode()), "hello, Zoë 東京".encode())
        require("put", await ask(put(b"k" * 1024, b"v" * 16384)), b"ok")
        require("refused", await refusal(put(b"", b"")), True)
        require(
            "1000 calls at once",
            await asyncio.gather(*(ask(b"n%d" % i) for i in range(1000))),
            [b"hello, n%d" % i for i in range(1000)],
        )


asyncio.run(main())
