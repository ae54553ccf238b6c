package io.rpcstress.driver.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Message;
import java.util.Arrays;
import java.util.function.Function;

/**
 * One operation as a command, whichever client sends it. Stateless and safe for use by many
 * threads.
 *
 * @param arguments of a request, one or more
 * @param reply reads the string that the server replied
 */
@SuppressWarnings("ArrayRecordComponent") // sent, never compared
record RedisCommand<Q, R>(byte[] name, Function<Q, byte[][]> arguments, Function<byte[], R> reply) {
  /** {@code GREET name}, answered by a string. */
  static RedisCommand<String, String> greet() {
    return new RedisCommand<>(
        "GREET".getBytes(US_ASCII),
        name -> new byte[][] {name.getBytes(UTF_8)},
        text -> new String(text, UTF_8));
  }

  /** {@code PUT key value}, answered by {@code OK}. */
  static RedisCommand<Entry, Boolean> put() {
    byte[] kept = "OK".getBytes(US_ASCII);
    return new RedisCommand<>(
        "PUT".getBytes(US_ASCII),
        entry -> new byte[][] {entry.key(), entry.value()},
        text -> Arrays.equals(text, kept));
  }

  /** {@code MESSAGE encoding bytes}, answered by bytes. */
  static RedisCommand<Message.Request, byte[]> message() {
    return new RedisCommand<>(
        "MESSAGE".getBytes(US_ASCII),
        request -> new byte[][] {request.encoding().getBytes(US_ASCII), request.encode()},
        bytes -> bytes);
  }
}
