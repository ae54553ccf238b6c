package io.rpcstress.server.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.Store;
import io.rpcstress.server.base.CallCounter;
import java.util.Locale;

/**
 * What the server answers: {@code greet NAME}, {@code put KEY VALUE}, {@code message ENCODING
 * BYTES} and {@code PING}, and an error to everything else. Clients introduce themselves with
 * {@code HELLO}, {@code CLIENT SETINFO} or {@code COMMAND}, take the error for that of an older
 * server, and go on with RESP2. PING is not counted. Thread-safe.
 */
final class Commands {
  /** The longest key and value, bytes. */
  private static final int MAX_PUT_BYTES =
      Math.max(Greeting.MAX_NAME_BYTES, Put.MAX_KEY_BYTES + Put.MAX_VALUE_BYTES);

  /** The name of a command, and what clients send at first, bytes. */
  private static final int SPARE_BYTES = 1024;

  private final CallCounter calls;
  private final Message.Service messages;
  private final Store store = new Store();

  Commands(CallCounter calls, Message.Service messages) {
    this.calls = calls;
    this.messages = messages;
  }

  /** What a command may have, bytes. */
  int maxBytes() {
    return messages.maxBytes(MAX_PUT_BYTES) + SPARE_BYTES;
  }

  /**
   * Answers one command. As in Redis, its name may have capitals; arguments are taken as they are.
   */
  void answer(byte[][] command, ByteBuf reply) {
    String name = new String(command[0], ISO_8859_1).toLowerCase(Locale.ROOT);
    try {
      switch (name) {
        case "greet" -> greet(command, reply);
        case "put" -> put(command, reply);
        case "message" -> message(command, reply);
        case "ping" -> ping(command, reply);
        default -> Replies.error(reply, "unknown command '" + Replies.shown(command[0]) + "'");
      }
    } catch (IllegalArgumentException beyond) { // before anything was written
      calls.failed();
      Replies.error(reply, String.valueOf(beyond.getMessage()));
    }
  }

  private void greet(byte[][] command, ByteBuf reply) {
    if (command.length != 2) {
      calls.failed();
      wrongNumberOfArguments("greet", reply);
      return;
    }
    byte[] name = command[1];
    Greeting.checkBytes(name.length);
    Replies.bulk(reply, Greeting.greet(new String(name, UTF_8)));
    calls.served();
  }

  private void put(byte[][] command, ByteBuf reply) {
    if (command.length != 3) {
      calls.failed();
      wrongNumberOfArguments("put", reply);
      return;
    }
    store.put(command[1], command[2]);
    Replies.simple(reply, "OK");
    calls.served();
  }

  private void message(byte[][] command, ByteBuf reply) {
    if (command.length != 3) {
      calls.failed();
      wrongNumberOfArguments("message", reply);
      return;
    }
    Replies.bulk(reply, messages.answer(new String(command[1], ISO_8859_1), command[2]));
    calls.served();
  }

  private static void ping(byte[][] command, ByteBuf reply) {
    switch (command.length) {
      case 1 -> Replies.simple(reply, "PONG");
      case 2 -> Replies.bulk(reply, command[1]);
      default -> wrongNumberOfArguments("ping", reply);
    }
  }

  private static void wrongNumberOfArguments(String command, ByteBuf reply) {
    Replies.error(reply, "wrong number of arguments for '" + command + "' command");
  }
}
