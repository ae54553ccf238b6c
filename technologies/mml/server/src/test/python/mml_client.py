"""A client written from technologies/mml/README.md alone. Calls the server at the port given; exit code 0 if all is as it says there."""
import json
import socket
import struct
import sys

MESSAGE = "io.rpcstress.contract.mml.Message."
ITEM = "io.rpcstress.contract.Item"


class Client:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)

    def send(self, call, message):
        body = struct.pack(">q", call) + json.dumps(message).encode("utf-8")
        self.socket.sendall(struct.pack(">I", len(body)) + body)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def receive(self):
        (length,) = struct.unpack(">I", self.exactly(4))
        body = self.exactly(length)
        return struct.unpack(">q", body[:8])[0], json.loads(body[8:].decode("utf-8"))


def greet(name):
    return {"@type": MESSAGE + "GreetCall", "name": name}


def echo(items):
    return {"@type": MESSAGE + "EchoCall", "items": items}


def items(count):
    return [
        {"@type": ITEM, "id": i, "name": "item %d" % i, "quantity": -i, "active": i % 2 == 0}
        for i in range(count)
    ]


client = Client(int(sys.argv[1]))
answered = refused = 0

# Many calls at once, matched by id.
names = {i: "Zoë %d" % i for i in range(100)}
for call, name in names.items():
    client.send(call, greet(name))
for _ in range(100):
    call, answer = client.receive()
    assert answer == {"@type": MESSAGE + "Greeting", "message": "hello, " + names.pop(call)}, answer
    answered += 1
assert not names

for count in (0, 1, 10, 100, 10000):
    client.send(count, echo(items(count)))
    call, answer = client.receive()
    assert call == count
    assert answer == {"@type": MESSAGE + "Echo", "items": items(count)}, count
    answered += 1

for call in (echo(items(10001)), greet("x" * 4097)):
    client.send(1, call)
    _, answer = client.receive()
    assert answer["@type"] == MESSAGE + "Refused" and answer["why"], answer
    refused += 1

# What is no call ends the connection.
client.send(1, {"@type": "java.lang.Runtime"})
try:
    client.receive()
    raise AssertionError("an answer to what is no call")
except (EOFError, ConnectionResetError):
    pass

print("%d calls answered, %d refused" % (answered, refused))
