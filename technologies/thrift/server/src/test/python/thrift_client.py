"""Calls the server thrift by Python's Thrift.

Usage: thrift_client.py GENERATED VARIANT PORT

GENERATED is the folder with what Thrift's compiler made of calls.thrift for Python. Prints a line
for each promise that holds, and ends with 1 at the first that does not.
"""

import sys

sys.path.insert(0, sys.argv[1])

from rpcstress import Calls
from rpcstress.ttypes import Item, Refused
from thrift.protocol import TBinaryProtocol, TCompactProtocol
from thrift.transport import TSocket, TTransport

socket = TSocket.TSocket("127.0.0.1", int(sys.argv[3]))
socket.setTimeout(60000)
if sys.argv[2] == "tuned":
    transport = TTransport.TFramedTransport(socket)
    protocol = TCompactProtocol.TCompactProtocol(transport)
else:
    transport = TTransport.TBufferedTransport(socket)
    protocol = TBinaryProtocol.TBinaryProtocol(transport)
transport.open()
calls = Calls.Client(protocol)


def require(name, got, expected):
    if got != expected:
        sys.exit(f"{name}: {got!r} instead of {expected!r}")
    print("ok", name)


def refusal(call, *arguments):
    try:
        return call(*arguments)
    except Refused as refused:
        return refused.reason


def items(count, name):
    return [Item(i, name, -i, i % 2 == 0) for i in range(count)]


require("greet", calls.greet("Zoë 東京"), "hello, Zoë 東京")
require("put", calls.put(b"k" * 1024, b"v" * 16384), True)
require("refused", refusal(calls.put, b"", b""), "a key of 0 bytes: 1 to 1024 expected")
for count in (0, 10, 10000):
    asked = items(count, "Zoë 東京")
    require(f"list of {count}", calls.listEcho(asked), asked)
require(
    "list refused",
    refusal(calls.listEcho, items(10001, "n" * 64)),
    "a list of 10001 elements: at most 10000",
)
require(
    "name refused",
    refusal(calls.listEcho, items(1, "n" * 65)),
    "an item's name of 65 characters: at most 64",
)
require(
    "1000 calls",
    [calls.greet(f"n{i}") for i in range(1000)],
    [f"hello, n{i}" for i in range(1000)],
)
transport.close()
