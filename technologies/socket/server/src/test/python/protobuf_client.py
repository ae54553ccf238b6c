"""Calls socket-protobuf by Python's Protocol Buffers.

Usage: protobuf_client.py SCHEMA PORT

SCHEMA is the descriptor of socket.proto. Prints a line for each promise that holds, and ends with 1
at the first that does not.
"""

import sys

from google.protobuf import descriptor_pool, message_factory
from sockets import Connection, require

pool = descriptor_pool.DescriptorPool()
with open(sys.argv[1], "rb") as schema:
    pool.AddSerializedFile(schema.read())


def message(name):
    found = pool.FindMessageTypeByName("rpcstress.socket.v1." + name)
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(found)
    return message_factory.MessageFactory(pool).GetPrototype(found)


Call, Answer = message("Call"), message("Answer")
connection = Connection(int(sys.argv[2]))


def ask(call):
    connection.send(call.SerializeToString())
    return Answer.FromString(connection.receive())


def put(id, key, value):
    call = Call(id=id)
    call.put.key = key
    call.put.value = value
    return ask(call)


require("greet", ask(Call(id=7, greet="Zoë 東京")), Answer(id=7, greeting="hello, Zoë 東京"))
require("put", put(8, b"k" * 1024, b"v" * 16384), Answer(id=8, kept=True))
require("refused", put(9, b"", b"").refused, "a key of 0 bytes: 1 to 1024 expected")
for id in range(1000):
    connection.send(Call(id=id, greet=f"n{id}").SerializeToString())
require(
    "1000 calls at once",
    [Answer.FromString(connection.receive()) for id in range(1000)],
    [Answer(id=id, greeting=f"hello, n{id}") for id in range(1000)],
)
