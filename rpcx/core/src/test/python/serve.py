"""A service "greeter" over the RPCX wire, written from docs/wire.md alone; for RPCX's own client.

Usage: serve.py EXAMPLES_DIRECTORY WIRE

WIRE is plain or compressed. Prints the port, serves until standard input ends, and then prints what it saw.
"""

import socket
import struct
import sys
import threading
import zlib

sys.path.insert(0, sys.argv[1])
from greet import field, varint  # noqa: E402  (the path comes first)

WIRE = sys.argv[2]
REQUEST, REPLY, HELLO, PING, PONG, GO_AWAY, CANCEL = range(1, 8)
UNKNOWN_SERVICE, UNKNOWN_METHOD, INVALID_ARGUMENT = 17, 18, 3
seen = set()


def pairs(message):
    """All fields of a message in order, as (number, value)."""
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(message):
        key = number()
        if key & 7 == 0:
            yield key >> 3, number()
        else:
            length = {1: 8, 5: 4}.get(key & 7) or number()
            yield key >> 3, message[at : at + length]
            at += length


class Peer:
    def __init__(self, connection):
        self.connection = connection
        self.inflate = self.deflate = None
        self.unread = b""
        self.methods = {}

    def read(self, count):
        while len(self.unread) < count:
            more = self.connection.recv(65536)
            if not more:
                raise EOFError
            self.unread += self.inflate.decompress(more) if self.inflate else more
        data, self.unread = self.unread[:count], self.unread[count:]
        return data

    def send(self, kind, message):
        body = field(kind, message)
        frame = struct.pack(">I", len(body)) + body
        if self.deflate:
            frame = self.deflate.compress(frame) + self.deflate.flush(zlib.Z_SYNC_FLUSH)
        self.connection.sendall(frame)

    def serve(self):
        try:
            while True:
                (length,) = struct.unpack(">I", self.read(4))
                for kind, message in pairs(self.read(length)):
                    self.take(kind, message)
        except (EOFError, OSError):
            self.connection.close()

    def take(self, kind, message):
        if kind == HELLO:
            self.hello(dict(pairs(message)))
        elif kind == REQUEST:
            self.request(list(pairs(message)))
        elif kind == PING:
            self.send(PONG, message)
        elif kind == CANCEL:
            seen.add("cancel")

    def hello(self, hello):
        assert hello[1] == 1, hello
        answer = b"\x08\x01"
        if WIRE == "compressed" and hello.get(7, 0) & 1:
            self.send(HELLO, answer + b"\x38\x01")
            self.inflate, self.deflate = zlib.decompressobj(wbits=-15), zlib.compressobj(wbits=-15)
            seen.add("compressed")
        else:
            self.send(HELLO, answer)

    def request(self, request):
        one = dict(request)
        call = b"\x08" + varint(one[1])
        name = one.get(2), one.get(3)
        parameters = [dict(pairs(value)) for number, value in request if number == 4]
        if one.get(8):
            if name != (None, None):
                assert one[8] == len(self.methods) + 1, one
                self.methods[one[8]] = name, [parameter.get(1) for parameter in parameters]
            else:
                seen.add("number")
                name, types = self.methods[one[8]]
                if len(types) == len(parameters):
                    for parameter, given in zip(parameters, types):
                        if 1 not in parameter:
                            seen.add("untyped")
                            parameter[1] = given
        if not one.get(6):
            self.send(REPLY, call + self.answer(name, parameters))
        else:
            seen.add("one way")

    @staticmethod
    def answer(name, parameters):
        types = [parameter.get(1) for parameter in parameters]
        if name == (b"greeter", b"greet"):
            if types != [b"string"]:
                return b"\x18" + varint(INVALID_ARGUMENT) + field(4, b"greet takes a string")
            return field(2, b"hello, " + parameters[0].get(2, b"null"))
        if name == (b"greeter", b"join"):
            assert types == [b"list<string>"], types
            return field(2, b"+".join(item for _, item in pairs(parameters[0][2])))
        if name[0] == b"greeter":
            return b"\x18" + varint(UNKNOWN_METHOD) + field(4, b"no such method")
        return b"\x18" + varint(UNKNOWN_SERVICE)


def accept():
    while True:
        connection, _ = listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=Peer(connection).serve, daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=accept, daemon=True).start()
print(listener.getsockname()[1], flush=True)
sys.stdin.read()
print("saw " + " ".join(sorted(seen)))
