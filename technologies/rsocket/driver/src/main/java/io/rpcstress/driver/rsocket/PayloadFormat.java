package io.rpcstress.driver.rsocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.PutFrame;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.Replies;
import io.rsocket.Payload;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One operation as a payload's data and its answer's. Stateless and safe for use by many threads.
 *
 * @param metadata what is beside it; null for none
 * @param reply reads an answer, which is released behind it
 */
record PayloadFormat<Q, R>(
    Function<Q, byte[]> data, Function<Q, @Nullable String> metadata, Function<Payload, R> reply) {

  private PayloadFormat(Function<Q, byte[]> data, Function<Payload, R> reply) {
    this(data, request -> null, reply);
  }

  /** Calls on a connection that others share. */
  AsyncCaller<Q, R> caller(Link link) {
    return Replies.caller(
        request ->
            link.call(
                rsocket ->
                    rsocket.requestResponse(
                        link.payload(data.apply(request), metadata.apply(request))),
                new Reply<R>(reply)),
        link.deadline());
  }

  static PayloadFormat<String, String> greet() {
    return new PayloadFormat<>(name -> name.getBytes(UTF_8), Payload::getDataUtf8);
  }

  /** A {@link PutFrame}, answered by a word. */
  static PayloadFormat<Entry, Boolean> put() {
    return new PayloadFormat<>(PutFrame::of, answer -> answer.getDataUtf8().equals(PutFrame.KEPT));
  }

  /** The bytes of messages, beside the name of their encoding. */
  static PayloadFormat<Message.Request, byte[]> message() {
    return new PayloadFormat<>(
        Message.Request::encode,
        Message.Request::encoding,
        answer -> {
          ByteBuffer data = answer.getData();
          byte[] bytes = new byte[data.remaining()];
          data.get(bytes);
          return bytes;
        });
  }
}
