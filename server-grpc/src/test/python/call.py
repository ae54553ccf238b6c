"""Calls a gRPC server of this project by Python's gRPC, with messages written by hand.

Usage: call.py unary|stream HOST:PORT

Prints a line for each promise that holds, and ends with 1 at the first that does not.
"""

import sys

import grpc


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number, value):
    """One field: an int as a varint, bytes with their length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def parse(message):
    """The fields of a message, by number."""
    fields, at = {}, 0

    def number():
        nonlocal at
        result = shift = 0
        while True:
            byte = message[at]
            at += 1
            result |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return result

    while at < len(message):
        key = number()
        if key & 7 == 0:
            fields[key >> 3] = number()
        else:
            length = number()
            fields[key >> 3] = message[at : at + length]
            at += length
    return fields


def require(name, got, expected):
    if got != expected:
        sys.exit(f"{name}: {got!r} instead of {expected!r}")
    print("ok", name)


def unary(channel):
    greet = channel.unary_unary("/rpcstress.greet.v1.Greeter/Greet")
    name = "Zoë 東京".encode()
    require("greet", parse(greet(field(1, name), timeout=60)), {1: b"hello, " + name})
    put = channel.unary_unary("/rpcstress.put.v1.Store/Put")
    entry = field(1, b"k" * 64) + field(2, b"v" * 512)
    require("put", parse(put(entry, timeout=60)), {1: 1})
    try:
        put(field(2, b"v"), timeout=60)
        require("an empty key is refused", False, True)
    except grpc.RpcError as error:
        require("an empty key is refused", error.code(), grpc.StatusCode.INVALID_ARGUMENT)
    place = channel.unary_unary("/rpcstress.placeorder.v1.OrderFlow/SubmitOrder")
    product = field(1, 1) + field(2, b"pen") + field(3, 2)
    order = field(1, 7) + field(3, "Zoë, 東京".encode()) + field(4, product)
    require("an order is confirmed", parse(place(order, timeout=60)), {1: 7, 2: 1})


def stream(channel):
    greet = channel.stream_stream("/rpcstress.greet.v1.GreeterStream/Calls")
    ids = range(1, 1001)
    asked = (field(1, id) + field(2, b"n%d" % id) for id in ids)
    answers = [parse(each) for each in greet(asked, timeout=60)]
    expected = [{1: id, 2: b"hello, n%d" % id} for id in ids]
    require("1000 greetings of one stream", answers, expected)
    put = channel.stream_stream("/rpcstress.put.v1.StoreStream/Calls")
    asked = [
        field(1, 7) + field(2, b"k" * 64) + field(3, b"v" * 512),
        field(1, 8) + field(2, b"k" * 1025),
        field(1, 9) + field(2, b"k"),
    ]
    answers = [parse(each) for each in put(iter(asked), timeout=60)]
    require("puts on one stream", [answers[0], answers[2]], [{1: 7, 2: 1}, {1: 9, 2: 1}])
    require("a refused call has its id", answers[1][1], 8)
    require("and says why", b"1025" in answers[1][3], True)


with grpc.insecure_channel(sys.argv[2]) as channel:
    {"unary": unary, "stream": stream}[sys.argv[1]](channel)
