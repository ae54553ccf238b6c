"""Holds a running service centre to docs/wire.md, through docs/examples/greet.py.

Usage: promises.py EXAMPLES_DIRECTORY HOST PORT
"""

import os
import struct
import sys

sys.path.insert(0, sys.argv[1])
from greet import Closed, Connection, fields  # noqa: E402  (the path comes first)

HOST, PORT = sys.argv[2], int(sys.argv[3])
GREET = ("greeter", "greet", ("string", "Zoë".encode()))


def expect(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r}, got {actual!r}")
    print(f"ok {what}")


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

closes("an oversized frame", struct.pack(">I", 4 * 1024 * 1024 + 1))
closes("a frame that is no Protobuf", struct.pack(">I", 4) + b"\xff\xff\xff\xff")
closes("random bytes", b"\x80" + os.urandom(1000))
