"""Calls the server rsocket by frames as the protocol's specification has them.

Usage: frames_client.py PORT

Needs nothing but Python. Prints a line for each promise that holds, and ends with 1 at the first
that does not.
"""

import socket
import struct
import sys

SETUP, KEEPALIVE, REQUEST_RESPONSE, PAYLOAD, ERROR = 0x01, 0x03, 0x04, 0x0A, 0x0B
NEXT_AND_COMPLETE = 0x60
RESPOND = 0x80
APPLICATION_ERROR = 0x201

connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=60)
stream = connection.makefile("rwb")


def send(id, type, flags, body):
    head = struct.pack(">IH", id, type << 10 | flags)
    stream.write(struct.pack(">I", len(head) + len(body))[1:] + head + body)


def receive():
    stream.flush()
    (length,) = struct.unpack(">I", b"\0" + stream.read(3))
    frame = stream.read(length)
    id, type_and_flags = struct.unpack(">IH", frame[:6])
    return id, type_and_flags >> 10, type_and_flags & 0x3FF, frame[6:]


def require(name, got, expected):
    if got != expected:
        sys.exit(f"{name}: {got!r} instead of {expected!r}")
    print("ok", name)


def put(key, value):
    return struct.pack(">BHI", 0x10, len(key), len(value)) + key + value


mime = b"application/octet-stream"
mime = bytes([len(mime)]) + mime
send(0, SETUP, 0, struct.pack(">HHII", 1, 0, 20000, 90000) + mime + mime)

send(1, REQUEST_RESPONSE, 0, "Zoë 東京".encode())
require("greet", receive(), (1, PAYLOAD, NEXT_AND_COMPLETE, "hello, Zoë 東京".encode()))
send(3, REQUEST_RESPONSE, 0, put(b"k" * 1024, b"v" * 16384))
require("put", receive(), (3, PAYLOAD, NEXT_AND_COMPLETE, b"ok"))
send(5, REQUEST_RESPONSE, 0, put(b"", b""))
reason = b"a key of 0 bytes: 1 to 1024 expected"
require("refused", receive(), (5, ERROR, 0, struct.pack(">I", APPLICATION_ERROR) + reason))
send(0, KEEPALIVE, RESPOND, struct.pack(">Q", 0) + b"still here?")
require("keepalive", receive()[1:], (KEEPALIVE, 0, struct.pack(">Q", 0) + b"still here?"))
ids = range(7, 2007, 2)
for id in ids:
    send(id, REQUEST_RESPONSE, 0, b"n%d" % id)
require(
    "1000 calls at once",
    sorted(receive() for id in ids),
    [(id, PAYLOAD, NEXT_AND_COMPLETE, b"hello, n%d" % id) for id in ids],
)
