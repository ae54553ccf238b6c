"""Holds a running service centre to docs/wire.md, through docs/examples/greet.py.

Usage: promises.py EXAMPLES_DIRECTORY HOST PORT
"""

import os
import struct
import socket
import sys

sys.path.insert(0, sys.argv[1])
from greet import Closed, Connection, field, fields, varint  # noqa: E402  (the path comes first)

HOST, PORT = sys.argv[2], int(sys.argv[3])
GREET = ("greeter", "greet", ("string", "Zoë".encode()))


def expect(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r}, got {actual!r}")
    print(f"ok {what}")


class ShortConnection(Connection):
    """Speaks 1.1: ids are offsets, names are sent once."""

    def __init__(self, host, port):
        self.socket = socket.create_connection((host, port), timeout=20)
        self.farewell = ""
        self.base = os.urandom(8)
        self.numbers = {}
        self.calls = 0
        self.send_frame(field(self.HELLO, b"\x08\x01\x31" + self.base))
        kind, hello = self.receive()
        self.max_numbers = hello[7] if kind == self.HELLO else 0

    def call(self, service, method, *parameters):
        self.calls += 1
        names = field(2, service.encode()) + field(3, method.encode())
        number = self.numbers.get(names, 0)
        if number:
            names = b""
        elif len(self.numbers) < self.max_numbers:
            number = len(self.numbers) + 1
            self.numbers[names] = number
        request = b"\x40" + varint(self.calls) + b"\x48" + varint(number) + names
        for alias, content in parameters:
            request += field(4, field(1, alias.encode()) + field(2, content))
        self.send_frame(field(self.REQUEST, request))
        whole = (int.from_bytes(self.base, "little") + self.calls) % 2**64
        while True:
            kind, reply = self.receive()
            if kind != self.REPLY:
                continue
            if reply.get(8) == self.calls or reply.get(1) == struct.pack("<Q", whole):
                return reply.get(3, 0), reply.get(4, b"").decode(), reply.get(2)


def good_client():
    return Connection(HOST, PORT).call(*GREET)[2].decode()


def closes(what, data):
    connection = Connection(HOST, PORT)
    connection.socket.sendall(data)
    try:
        while True:
            connection.receive()
    except Closed:
        pass
    print(f"ok {what} closes")
    expect(f"the next client after {what}", good_client(), "hello, Zoë")


client = Connection(HOST, PORT)
expect("greeting", client.call(*GREET), (0, "", "hello, Zoë".encode()))
expect("unknown method", client.call("greeter", "no", GREET[2])[0], 18)
expect("unknown service", client.call("no", "greet", GREET[2])[0], 17)
expect("wrong type", client.call("greeter", "greet", ("int32", b"\x01"))[0], 3)
expect("too few", client.call("greeter", "greet")[0], 3)
expect("list", client.call("greeter", "join", ("list<string>", b"\n\x01a\n\x01b"))[2], b"a+b")
expect("health", client.call("rpcx.health", "check")[2], b"SERVING")
expect("the same connection still serves", client.call(*GREET)[2].decode(), "hello, Zoë")
expect("parsing a golden reply", fields(bytes.fromhex("090807060504030201120161"))[2], b"a")

short = ShortConnection(HOST, PORT)
for turn in ("first", "second"):
    expect(f"{turn} greeting in 1.1", short.call(*GREET), (0, "", "hello, Zoë".encode()))
    expect(f"{turn} unknown method in 1.1", short.call("greeter", "no", GREET[2])[0], 18)
    expect(f"{turn} unknown service in 1.1", short.call("no", "greet", GREET[2])[0], 17)
expect("names are sent once", sorted(short.numbers.values()), [1, 2, 3])

closes("an oversized frame", struct.pack(">I", 4 * 1024 * 1024 + 1))
closes("a frame that is no Protobuf", struct.pack(">I", 4) + b"\xff\xff\xff\xff")
closes("random bytes", b"\x80" + os.urandom(1000))
