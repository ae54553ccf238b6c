"""A server of one connection that answers the first calls right, then says what it likes.

Arguments: how many calls it answers right, and the line it says after them; prints its port.
"""

import socket
import sys

right, lie = int(sys.argv[1]), sys.argv[2].encode() + b"\n"
listener = socket.create_server(("127.0.0.1", 0))
listener.settimeout(60)
print(listener.getsockname()[1], flush=True)
connection, _ = listener.accept()
connection.settimeout(60)
lines = connection.makefile("rb")
for line in lines:
    connection.sendall(b"hello, " + line if right > 0 else lie)
    right -= 1
