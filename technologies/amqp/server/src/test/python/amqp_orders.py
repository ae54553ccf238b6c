"""Places orders through a broker by Python's AMQP client, the package pika.

Usage: amqp_orders.py PORT CREDENTIALS

Prints a line for each promise that holds, and ends with 1 at the first that does not.
"""

import json
import sys

import pika

port = int(sys.argv[1])
with open(sys.argv[2], encoding="ascii") as lines:
    known = dict(line.strip().split("=", 1) for line in lines)

connection = pika.BlockingConnection(
    pika.ConnectionParameters(
        "127.0.0.1",
        port,
        "/",
        pika.PlainCredentials(known["user"], known["password"]),
        blocked_connection_timeout=60,
    )
)
channel = connection.channel()
channel.exchange_declare("orders", "fanout")
channel.exchange_declare("confirmations", "fanout")
queue = channel.queue_declare("", exclusive=True).method.queue
channel.queue_bind(queue, "confirmations")
said = {}


def received(channel, method, properties, body):
    said[properties.correlation_id] = (properties.type, body.decode())


channel.basic_consume(queue, received, auto_ack=True)


def place(id, body):
    channel.basic_publish("orders", "", body, pika.BasicProperties(correlation_id=id))
    while id not in said:
        connection.process_data_events(time_limit=60)
    return said[id]


def order(number, local, products):
    return json.dumps(
        {
            "id": number,
            "localStock": local,
            "billing": "Zoë, 東京",
            "products": [{"id": i, "name": "pen", "quantity": 2} for i in range(products)],
        }
    ).encode()


def require(name, got, expected):
    if got != expected:
        sys.exit(f"{name}: {got!r} instead of {expected!r}")
    print("ok", name)


require("confirmed", place("a", order(7, False, 1)), (None, '{"state":"success","order":7}'))
require("stock local", place("b", order(8, True, 250)), (None, '{"state":"success","order":8}'))
require(
    "too many products",
    place("c", order(9, False, 251)),
    ("refused", "an order of 251 products: 1 to 250 expected"),
)
require("no order", place("d", b'{"id":"ten"}')[0], "refused")
connection.close()
