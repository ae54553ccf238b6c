package io.rpcstress.server.http;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ListEchoNames;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.PutNames;
import io.rpcstress.contract.Store;
import io.rpcstress.contract.json.BoundedJson;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.services.ServiceSetup;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** JSON objects, read and written by Jackson as the records that are expected. */
final class JsonFormat implements Format {
  /** A byte of a name is six in its longest spelling, a Unicode escape. */
  private static final int MAX_NAME_BODY_BYTES = 6 * Greeting.MAX_NAME_BYTES + 1024;

  /** Three bytes are four in Base64; some clients write a slash as two characters. */
  private static final int MAX_ENTRY_BODY_BYTES =
      2 * 4 * ((Put.MAX_KEY_BYTES + Put.MAX_VALUE_BYTES) / 3 + 2) + 1024;

  private static final int MAX_BODY_BYTES = Math.max(MAX_NAME_BODY_BYTES, MAX_ENTRY_BODY_BYTES);

  /** Two braces, and four fields of two. */
  private static final int ITEM_TOKENS = 2 + 4 * 2;

  /** Of an object of a few fields. */
  private static final int MAX_TOKENS = 64;

  private static final HttpField TYPE =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");

  private static final JsonMapper MAPPER =
      BoundedJson.mapper(MAX_BODY_BYTES, MAX_BODY_BYTES, MAX_TOKENS);

  /** Reads no more elements than are allowed, and no longer names. */
  private static final JsonMapper LIST_MAPPER =
      BoundedJson.mapper(
          ListEchoNames.MAX_JSON_BYTES,
          ListEcho.MAX_NAME_BYTES,
          MAX_TOKENS + ITEM_TOKENS * ListEcho.MAX_ELEMENTS);

  /** A body that asks for a greeting. */
  record GreetRequest(@Nullable String name) {}

  /** A body that greets. */
  record GreetReply(String message) {}

  /** A body with an entry to keep; Jackson reads bytes in Base64. */
  @SuppressWarnings("ArrayRecordComponent") // read once, never compared
  record PutRequest(byte @Nullable [] key, byte @Nullable [] value) {}

  /** A body that says whether it is kept. */
  record PutReply(boolean success) {}

  /** A body with a list, in either direction. */
  record ListBody(@Nullable List<Item> items) {}

  @Override
  public String technology() {
    return "http-json";
  }

  @Override
  public int defaultPort() {
    return 9005;
  }

  @Override
  public String requestType() {
    return "application/json";
  }

  @Override
  public boolean hasHttp2() {
    return true;
  }

  @Override
  public HttpField replyType() {
    return TYPE;
  }

  @Override
  public Map<String, Resource> services() {
    return Map.of(
        GreetNames.HTTP_PATH, new Greet(),
        PutNames.HTTP_PATH, new Putting(),
        ListEchoNames.HTTP_PATH, new Echoing());
  }

  @Override
  public boolean hasRoles() {
    return true;
  }

  @Override
  public OrderResources orders(ServiceSetup setup, CallCounter calls) {
    return new OrderResources(setup, calls);
  }

  /** The record in a body, with what it has to say. */
  private static Object read(ObjectReader reader, byte[] body, String expected)
      throws UnreadableBodyException {
    Object request;
    try {
      request = reader.readValue(body);
    } catch (JacksonException e) {
      throw new UnreadableBodyException(expected);
    }
    if (request == null) {
      throw new UnreadableBodyException(expected);
    }
    return request;
  }

  /** greet: {@code {"name":"Ada"}}, {@code {"message":"hello, Ada"}}. */
  private static final class Greet implements Service {
    private static final ObjectReader REQUESTS = MAPPER.readerFor(GreetRequest.class);
    private static final ObjectWriter REPLIES = MAPPER.writerFor(GreetReply.class);
    private static final String EXPECTED = "expected {\"name\": \"...\"}";

    @Override
    public int maxBodyBytes() {
      return MAX_NAME_BODY_BYTES;
    }

    @Override
    public byte[] answer(byte[] body) throws UnreadableBodyException {
      GreetRequest request = (GreetRequest) read(REQUESTS, body, EXPECTED);
      if (request.name() == null) {
        throw new UnreadableBodyException(EXPECTED);
      }
      return REPLIES.writeValueAsBytes(new GreetReply(Greeting.greet(request.name())));
    }
  }

  /** put: {@code {"key":"...","value":"..."}}, both in Base64; {@code {"success":true}}. */
  private static final class Putting implements Service {
    private static final ObjectReader REQUESTS = MAPPER.readerFor(PutRequest.class);
    private static final ObjectWriter REPLIES = MAPPER.writerFor(PutReply.class);
    private static final String EXPECTED =
        "expected {\"key\": \"...\", \"value\": \"...\"}, both in Base64";

    private final Store store = new Store();

    @Override
    public int maxBodyBytes() {
      return MAX_ENTRY_BODY_BYTES;
    }

    @Override
    public byte[] answer(byte[] body) throws UnreadableBodyException {
      PutRequest request = (PutRequest) read(REQUESTS, body, EXPECTED);
      if (request.key() == null || request.value() == null) {
        throw new UnreadableBodyException(EXPECTED);
      }
      return REPLIES.writeValueAsBytes(new PutReply(store.put(request.key(), request.value())));
    }
  }

  /** list-echo: {@code {"items":[{"id":1,"name":"...","quantity":1,"active":true}]}}, both ways. */
  private static final class Echoing implements Service {
    private static final ObjectReader REQUESTS = LIST_MAPPER.readerFor(ListBody.class);
    private static final ObjectWriter REPLIES = LIST_MAPPER.writerFor(ListBody.class);
    private static final String EXPECTED =
        "expected {\"items\": [{\"id\": 1, \"name\": \"...\", \"quantity\": 1, \"active\": true}]},"
            + " at most %d of them, each name of at most %d bytes"
                .formatted(ListEcho.MAX_ELEMENTS, ListEcho.MAX_NAME_BYTES);

    @Override
    public int maxBodyBytes() {
      return ListEchoNames.MAX_JSON_BYTES;
    }

    @Override
    public byte[] answer(byte[] body) throws UnreadableBodyException {
      ListBody request = (ListBody) read(REQUESTS, body, EXPECTED);
      if (request.items() == null) {
        throw new UnreadableBodyException(EXPECTED);
      }
      return REPLIES.writeValueAsBytes(new ListBody(ListEcho.echo(request.items())));
    }
  }
}
