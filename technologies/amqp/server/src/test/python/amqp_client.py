"""Calls the server amqp by Python's AMQP client, the package pika.

Usage: amqp_client.py PORT CREDENTIALS

Prints a line for each promise that holds, and ends with 1 at the first that does not.
"""

import sys

import pika

port = int(sys.argv[1])
with open(sys.argv[2], encoding="ascii") as lines:
    known = dict(line.strip().split("=", 1) for line in lines)


def connect(user, password):
    return pika.BlockingConnection(
        pika.ConnectionParameters(
            "127.0.0.1", port, "/", pika.PlainCredentials(user, password), blocked_connection_timeout=60
        )
    )


def require(name, got, expected):
    if got != expected:
        sys.exit(f"{name}: {got!r} instead of {expected!r}")
    print("ok", name)


connection = connect(known["user"], known["password"])
channel = connection.channel()
replies = []


def received(channel, method, properties, body):
    replies.append((properties.correlation_id, properties.type, body.decode()))


own_queue = channel.queue_declare("", exclusive=True).method.queue
channel.basic_consume(own_queue, received, auto_ack=True)
channel.basic_consume("amq.rabbitmq.reply-to", received, auto_ack=True)


def ask(queue, reply_to, id, name):
    channel.basic_publish(
        "", queue, name.encode(), pika.BasicProperties(reply_to=reply_to, correlation_id=id)
    )
    while not replies:
        connection.process_data_events(time_limit=60)
    return replies.pop()


for queue in "rpc_queue", "rpc_queue.no-ack":
    through = "through " + queue
    require("greet " + through, ask(queue, own_queue, "1", "Zoë 東京"), ("1", None, "hello, Zoë 東京"))
    require(
        "refused " + through,
        ask(queue, own_queue, "2", "x" * 4097),
        ("2", "refused", "a name of 4097 bytes: at most 4096"),
    )
    require(
        "direct reply-to " + through,
        ask(queue, "amq.rabbitmq.reply-to", "3", "Ada"),
        ("3", None, "hello, Ada"),
    )
connection.close()

try:
    connect("guest", "guest")
    refused = False
except pika.exceptions.AMQPConnectionError:
    refused = True
require("guest is refused", refused, True)
