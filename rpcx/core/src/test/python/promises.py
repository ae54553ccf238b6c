"""Holds a running service centre to docs/wire.md, through docs/examples/greet.py.

Usage: promises.py EXAMPLES_DIRECTORY HOST PORT
"""

import os
import struct
import socket
import sys
import zlib

sys.path.insert(0, sys.argv[1])
from greet import Closed, Connection, field, fields, varint  # noqa: E402  (the path comes first)

HOST, PORT = sys.argv[2], int(sys.argv[3])
GREET = ("greeter", "greet", ("string", "Zoë".encode()))


def expect(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r}, got {actual!r}")
    print(f"ok {what}")


class NumberingConnection(Connection):
    """Sends names and types once."""

    def __init__(self, host, port):
        super().__init__(host, port)
        self.numbers = {}

    def call(self, service, method, *parameters):
        self.calls += 1
        names = field(2, service.encode()) + field(3, method.encode())
        key = names, tuple(alias for alias, _ in parameters)
        number = self.numbers.get(key, 0)
        typed = not number
        if number:
            names = b""
        else:
            number = self.numbers[key] = len(self.numbers) + 1
        request = b"\x08" + varint(self.calls) + b"\x40" + varint(number) + names
        for alias, content in parameters:
            request += field(4, (field(1, alias.encode()) if typed else b"") + field(2, content))
        self.sent = len(request)
        self.send_frame(field(self.REQUEST, request))
        while True:
            kind, reply = self.receive()
            if kind == self.REPLY and reply[1] == self.calls:
                return reply.get(3, 0), reply.get(4, b"").decode(), reply.get(2)


class CompressedConnection(Connection):
    """Offers to compress, and waits for the answer before it writes anything else."""

    def __init__(self, host, port):
        self.deflate = self.inflate = None
        self.inflated = b""
        super().__init__(host, port)
        kind, hello = self.receive()
        self.taken = kind == self.HELLO and hello.get(7, 0) == 1
        if self.taken:
            self.deflate = zlib.compressobj(wbits=-15)
            self.inflate = zlib.decompressobj(wbits=-15)

    def send_frame(self, body):
        if body == field(self.HELLO, b"\x08\x01"):
            body = field(self.HELLO, b"\x08\x01\x38\x01")
        frame = struct.pack(">I", len(body)) + body
        if self.deflate:
            frame = self.deflate.compress(frame) + self.deflate.flush(zlib.Z_SYNC_FLUSH)
        self.socket.sendall(frame)

    def read(self, count):
        if not self.inflate:
            return super().read(count)
        while len(self.inflated) < count:
            more = self.socket.recv(4096)
            if not more:
                raise Closed(self.farewell)
            self.inflated += self.inflate.decompress(more)
        data, self.inflated = self.inflated[:count], self.inflated[count:]
        return data


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
expect("parsing a golden reply", fields(bytes.fromhex("0807120161"))[2], b"a")

numbering = NumberingConnection(HOST, PORT)
for turn, length in (("first", 36), ("second", 12), ("third", 12)):
    expect(f"{turn} greeting by number", numbering.call(*GREET), (0, "", "hello, Zoë".encode()))
    expect(f"its length, {turn}", numbering.sent, length)
    wrong = numbering.call("greeter", "greet", ("int32", b"\x01"))
    expect(f"{turn} wrong type by number", wrong[0], 3)
    expect(f"{turn} unknown method by number", numbering.call("greeter", "no", GREET[2])[0], 18)
    expect(f"{turn} unknown service by number", numbering.call("no", "greet", GREET[2])[0], 17)
expect("a number for each of names and types", sorted(numbering.numbers.values()), [1, 2, 3, 4])

# A connection of its own, to see what comes between HELLO and the end.
kept = Connection(HOST, PORT)
kind, hello = kept.receive()
expect("the first frame", (kind, hello[1], hello[2]), (Connection.HELLO, 1, 4 * 1024 * 1024))
kept.send_frame(field(4, b"\x08" + varint(7777)))
expect("a ping's answer", kept.receive(), (5, {1: 7777}))
kept.send_frame(field(7, b"\x08" + varint(9999)))
kept.send_frame(field(12, b"a stream"))
kept.send_frame(b"")
expect("after a cancel of nothing, an unknown kind and no kind", kept.call(*GREET)[0], 0)


def request(call_id, *more):
    parameters = field(4, field(1, GREET[2][0].encode()) + field(2, GREET[2][1]))
    return field(1, b"\x08" + varint(call_id) + field(2, b"greeter") + field(3, b"greet") + parameters + b"".join(more))


kept.send_frame(request(1001, b"\x30\x01"))
kept.send_frame(request(1002, field(7, field(1, b"key") + field(2, "Zoë".encode()))))
kept.send_frame(request(1003, b"\x28\xff\xff\xff\xff\x0f"))
expect("of a one-way call no reply comes", kept.receive()[1][1], 1002)
expect("a deadline beyond a week is a week", kept.receive()[1].get(3, 0), 0)

# A parameter without a value is null; the id 0 may be left out, and comes back so.
nameless = field(2, b"greeter") + field(3, b"greet") + field(4, field(1, b"string"))
kept.send_frame(field(1, nameless))
expect("the id 0", kept.receive(), (2, {2: b"hello, null"}))

# Calls that nobody answers: an id in use, and a cancel, to which no answer comes either.
held = field(2, b"greeter") + field(3, b"later") + field(4, field(1, b"string") + field(2, b"x"))
kept.send_frame(field(1, b"\x08" + varint(1004) + held))
kept.send_frame(request(1004))
kind, reply = kept.receive()
expect("an id in use", (kind, reply[1], reply[3]), (2, 1004, 3))
kept.send_frame(field(7, b"\x08" + varint(1004)))
expect("a cancelled call is not answered", kept.call(*GREET)[0], 0)

compressed = CompressedConnection(HOST, PORT)
expect("the offer to compress is taken", compressed.taken, True)
for turn in ("first", "second"):
    expect(f"{turn} compressed greeting", compressed.call(*GREET)[2].decode(), "hello, Zoë")
unlucky = CompressedConnection(HOST, PORT)
expect("one connection is compressed, as the server was told", unlucky.taken, False)
expect("a connection whose offer is not taken", unlucky.call(*GREET)[2].decode(), "hello, Zoë")
compressed.deflate = None
compressed.send_frame(b"what is not compressed")
try:
    while True:
        compressed.receive()
except Closed as closed:
    expect("what is no stream closes with a reason", "DEFLATE" in str(closed), True)

closes("an oversized frame", struct.pack(">I", 4 * 1024 * 1024 + 1))
closes("a frame that is no Protobuf", struct.pack(">I", 4) + b"\xff\xff\xff\xff")
closes("random bytes", b"\x80" + os.urandom(1000))
