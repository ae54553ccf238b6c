#!/usr/bin/env python3
"""Calls greeter.greet over the RPCX wire, with nothing but docs/wire.md and the standard library.

Usage: greet.py HOST PORT NAME
"""

import socket
import struct
import sys


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number, content):
    """A length-delimited Protobuf field."""
    return varint(number << 3 | 2) + varint(len(content)) + content


def fields(message):
    """All fields of a Protobuf message: {number: value}, the last one of a number counts."""
    found = {}
    at = 0

    def read_varint():
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
        key = read_varint()
        wire_type = key & 7
        if wire_type == 0:
            value = read_varint()
        else:
            length = {1: 8, 5: 4}.get(wire_type)
            if length is None:
                length = read_varint()
            value = message[at : at + length]
            at += length
        found[key >> 3] = value
    return found


class Closed(Exception):
    """The server closed the connection; says what it said last."""


class Connection:
    REQUEST, REPLY, HELLO, GO_AWAY = 1, 2, 3, 6

    def __init__(self, host, port):
        self.socket = socket.create_connection((host, port), timeout=20)
        self.farewell = ""
        self.calls = 0
        self.send_frame(field(self.HELLO, b"\x08\x01"))

    def send_frame(self, body):
        self.socket.sendall(struct.pack(">I", len(body)) + body)

    def read(self, count):
        data = b""
        while len(data) < count:
            try:
                more = self.socket.recv(count - len(data))
            except ConnectionResetError:
                more = b""
            if not more:
                raise Closed(self.farewell)
            data += more
        return data

    def receive(self):
        """The next envelope, as (kind, fields)."""
        (length,) = struct.unpack(">I", self.read(4))
        envelope = fields(self.read(length))
        kind = max(envelope) if envelope else 0
        body = fields(envelope[kind]) if envelope else {}
        if kind == self.GO_AWAY:
            self.farewell = body.get(2, b"").decode()
        return kind, body

    def call(self, service, method, *parameters):
        """(status, message, result) of a call; parameters are pairs of alias and content."""
        self.calls += 1
        request = b"\x08" + varint(self.calls) + field(2, service.encode()) + field(3, method.encode())
        for alias, content in parameters:
            request += field(4, field(1, alias.encode()) + field(2, content))
        self.send_frame(field(self.REQUEST, request))
        while True:
            kind, reply = self.receive()
            if kind == self.REPLY and reply[1] == self.calls:
                return reply.get(3, 0), reply.get(4, b"").decode(), reply.get(2)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.strip())
    host, port, name = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    status, message, result = Connection(host, port).call(
        "greeter", "greet", ("string", name.encode())
    )
    if status != 0:
        sys.exit(f"status {status}: {message}")
    print(result.decode())


if __name__ == "__main__":
    main()
