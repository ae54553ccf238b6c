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
record Commands(CallCounter calls, Message.Service messages, Store store) {
  /** The longest key and value, bytes. */
  private static final int MAX_PUT_BYTES =
      Math.max(Greeting.MAX_NAME_BYTES, Put.MAX_KEY_BYTES + Put.MAX_VALUE_BYTES);

  /** The name of a command, and what clients send at first, bytes. */
  private static final int SPARE_BYTES = 1024;

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
        case "greet" -> Replies.bulk(reply, calls.counted(() -> greet(command)));
        case "put" -> Replies.simple(reply, calls.counted(() -> put(command)));
        case "message" -> Replies.bulk(reply, calls.counted(() -> message(command)));
        case "ping" -> ping(command, reply);
        default -> Replies.error(reply, "unknown command '" + Replies.shown(command[0]) + "'");
      }
    } catch (IllegalArgumentException beyond) { // before anything was written
      Replies.error(reply, String.valueOf(beyond.getMessage()));
    }
  }

  private static String greet(byte[][] command) {
    requireArguments(1, "greet", command);
    byte[] name = command[1];
    Greeting.checkBytes(name.length);
    return Greeting.greet(new String(name, UTF_8));
  }

  private String put(byte[][] command) {
    requireArguments(2, "put", command);
    store.put(command[1], command[2]);
    return "OK";
  }

  private byte[] message(byte[][] command) {
    requireArguments(2, "message", command);
    return messages.answer(new String(command[1], ISO_8859_1), command[2]);
  }

  private static void ping(byte[][] command, ByteBuf reply) {
    if (command.length == 1) {
      Replies.simple(reply, "PONG");
    } else {
      requireArguments(1, "ping", command);
      Replies.bulk(reply, command[1]);
    }
  }

  private static void requireArguments(int expected, String name, byte[][] command) {
    if (command.length != expected + 1) {
      throw new IllegalArgumentException("wrong number of arguments for '" + name + "' command");
    }
  }
}
