package io.rpcstress.driver.http;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.json.OrderJson;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The operations as JSON. Each method makes one and loads its classes alone. */
final class JsonMethods {
  static final String TYPE = "application/json";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private JsonMethods() {}

  private record Name(String name) {}

  private record Message(@Nullable String message) {}

  /** {@code {"name":"Ada"}}, {@code {"message":"hello, Ada"}}. */
  static BodyMethod<String, String> greet() {
    return method(
        Greeting.HTTP_PATH,
        Replies.MAX_GREETING_BYTES,
        Name.class,
        Name::new,
        Message.class,
        Message::message);
  }

  /** Jackson writes bytes in Base64. */
  @SuppressWarnings("ArrayRecordComponent") // written once, never compared
  private record KeyAndValue(byte[] key, byte[] value) {}

  private record Success(@Nullable Boolean success) {}

  /** {@code {"key":"...","value":"..."}}, both in Base64; {@code {"success":true}}. */
  static BodyMethod<Entry, Boolean> put() {
    return method(
        Put.HTTP_PATH,
        Replies.MAX_GREETING_BYTES,
        KeyAndValue.class,
        entry -> new KeyAndValue(entry.key(), entry.value()),
        Success.class,
        Success::success);
  }

  private record Items(@Nullable List<Item> items) {}

  /** {@code {"items":[{"id":1,"name":"...","quantity":1,"active":true}]}}, both ways. */
  static BodyMethod<List<Item>, List<Item>> listEcho() {
    return method(
        ListEcho.HTTP_PATH,
        ListEcho.MAX_JSON_BYTES,
        Items.class,
        Items::new,
        Items.class,
        Items::items);
  }

  private record State(@Nullable String state, @Nullable Long order) {
    @Nullable Confirmation confirmation() {
      return order == null ? null : new Confirmation(order, PlaceOrder.HTTP_SUCCESS.equals(state));
    }
  }

  /** An order's fields, {@code {"state":"success","order":1}}. */
  static BodyMethod<Order, Confirmation> placeOrder() {
    return method(
        OrderStep.PLACE.httpPath(),
        Replies.MAX_GREETING_BYTES,
        OrderJson.Sent.class,
        OrderJson.Sent::of,
        State.class,
        State::confirmation);
  }

  private static <Q, M, A, R> BodyMethod<Q, R> method(
      String path,
      int maxReplyBytes,
      Class<M> requests,
      Function<Q, M> request,
      Class<A> replies,
      Function<A, @Nullable R> reply) {
    ObjectWriter writer = MAPPER.writerFor(requests);
    ObjectReader reader = MAPPER.readerFor(replies);
    return new BodyMethod<>(
        path,
        TYPE,
        maxReplyBytes,
        value -> writer.writeValueAsBytes(request.apply(value)),
        body -> read(reader, reply, body));
  }

  private static <A, R> R read(ObjectReader reader, Function<A, @Nullable R> reply, byte[] body)
      throws CallException {
    A answer;
    try {
      answer = reader.readValue(body);
    } catch (JacksonException e) {
      throw new CallException(FailureKind.PROTOCOL, "the reply is no JSON of an answer", e);
    }
    R read = answer == null ? null : reply.apply(answer);
    if (read == null) {
      throw new CallException(FailureKind.PROTOCOL, "the reply has no answer");
    }
    return read;
  }
}
