"""What the clients in Python share: messages with their length before them, on a socket."""

import socket
import sys


class Connection:
    """Sends and receives messages; each call has a deadline."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.stream = self.socket.makefile("rwb")

    def send(self, message):
        length = len(message)
        while length > 0x7F:
            self.stream.write(bytes([length & 0x7F | 0x80]))
            length >>= 7
        self.stream.write(bytes([length]) + message)

    def receive(self):
        self.stream.flush()
        length = shift = 0
        while True:
            byte = self.stream.read(1)[0]
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return self.stream.read(length)


def require(name, got, expected):
    if got != expected:
        sys.exit(f"{name}: {got!r} instead of {expected!r}")
    print("ok", name)
