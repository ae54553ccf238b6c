"""Calls socket-avro by Python's Avro.

Usage: avro_client.py FOLDER PORT

FOLDER has the schemas. Prints a line for each promise that holds, and ends with 1 at the first that
does not.
"""

import io
import os
import sys

import avro.io
import avro.schema
from sockets import Connection, require


def schema(name):
    with open(os.path.join(sys.argv[1], name + ".avsc"), encoding="utf-8") as text:
        return avro.schema.parse(text.read())


writer = avro.io.DatumWriter(schema("AvroCall"))
reader = avro.io.DatumReader(schema("AvroAnswer"))
connection = Connection(int(sys.argv[2]))


def send(id, **operation):
    message = io.BytesIO()
    writer.write({"id": id, "operation": operation}, avro.io.BinaryEncoder(message))
    connection.send(message.getvalue())


def receive():
    return reader.read(avro.io.BinaryDecoder(io.BytesIO(connection.receive())))


def ask(id, **operation):
    send(id, **operation)
    return receive()


require("greet", ask(7, name="Zoë 東京"), {"id": 7, "result": {"message": "hello, Zoë 東京"}})
require("put", ask(8, key=b"k" * 1024, value=b"v" * 16384), {"id": 8, "result": {"success": True}})
require("refused", ask(9, key=b"", value=b"")["result"]["reason"], "a key of 0 bytes: 1 to 1024 expected")
for id in range(1000):
    send(id, name=f"n{id}")
require(
    "1000 calls at once",
    [receive() for id in range(1000)],
    [{"id": id, "result": {"message": f"hello, n{id}"}} for id in range(1000)],
)
