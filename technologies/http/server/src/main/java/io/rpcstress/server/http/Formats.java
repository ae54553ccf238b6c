package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.Store;
import io.rpcstress.contract.json.StrictJson;
import io.rpcstress.contract.serial.RefusedObjectException;
import io.rpcstress.contract.serial.SerialObjects;
import io.rpcstress.server.http.Format.Service;
import io.rpcstress.server.http.Format.UnreadableBodyException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** The formats of the family, each made for one server. */
final class Formats {
  private Formats() {}

  record GreetRequest(@Nullable String name) {}

  record GreetReply(String message) {}

  /** Jackson reads bytes in Base64. */
  @SuppressWarnings("ArrayRecordComponent") // read once, never compared
  record PutRequest(byte @Nullable [] key, byte @Nullable [] value) {}

  record PutReply(boolean success) {}

  record ListBody(@Nullable List<Item> items) {}

  /** JSON objects, read and written by Jackson as the records that are expected. */
  static Format json() {
    return new Format(
        "http-json",
        9005,
        "application/json",
        Format.contentType("application/json"),
        Map.of(
            Greeting.HTTP_PATH, jsonGreet(),
            Put.HTTP_PATH, jsonPut(),
            ListEcho.HTTP_PATH, jsonListEcho()),
        true);
  }

  /** {@code {"name":"Ada"}}, {@code {"message":"hello, Ada"}}. */
  private static Service jsonGreet() {
    // A byte of a name is six in its longest spelling, a Unicode escape.
    int maxBodyBytes = 6 * Greeting.MAX_NAME_BYTES + 1024;
    return jsonService(
        maxBodyBytes,
        "expected {\"name\": \"...\"}",
        GreetRequest.class,
        GreetReply.class,
        request -> {
          String name = request.name();
          return name == null ? null : new GreetReply(Greeting.greet(name));
        });
  }

  /** {@code {"key":"...","value":"..."}}, both in Base64; {@code {"success":true}}. */
  private static Service jsonPut() {
    // Three bytes are four in Base64; some clients write a slash as two characters.
    int maxBodyBytes = 2 * 4 * ((Put.MAX_KEY_BYTES + Put.MAX_VALUE_BYTES) / 3 + 2) + 1024;
    Store store = new Store();
    return jsonService(
        maxBodyBytes,
        "expected {\"key\": \"...\", \"value\": \"...\"}, both in Base64",
        PutRequest.class,
        PutReply.class,
        request -> {
          byte[] key = request.key();
          byte[] value = request.value();
          return key == null || value == null ? null : new PutReply(store.put(key, value));
        });
  }

  /** {@code {"items":[{"id":1,"name":"...","quantity":1,"active":true}]}}, both ways. */
  private static Service jsonListEcho() {
    return jsonService(
        ListEcho.MAX_JSON_BYTES,
        "expected {\"items\": [{\"id\": 1, \"name\": \"...\", \"quantity\": 1, \"active\": true}]},"
            + " at most %d of them, each name of at most %d bytes"
                .formatted(ListEcho.MAX_ELEMENTS, ListEcho.MAX_NAME_BYTES),
        ListBody.class,
        ListBody.class,
        request -> {
          List<Item> items = request.items();
          return items == null ? null : new ListBody(ListEcho.echo(items));
        });
  }

  /** Messages as their packs write them, by the path of each encoding. */
  static Map<String, Service> messages(Message.Service messages) {
    return Message.encodings().stream()
        .collect(
            Collectors.toMap(
                Message::httpPath,
                encoding ->
                    new Service(
                        Message.MAX_BYTES,
                        Format.contentType(Message.mediaType(encoding)),
                        body -> messages.answer(encoding, body))));
  }

  private static <Q, R> Service jsonService(
      int maxBodyBytes,
      String expected,
      Class<Q> request,
      Class<R> reply,
      Function<Q, @Nullable R> operation) {
    ObjectReader requests = StrictJson.MAPPER.readerFor(request);
    ObjectWriter replies = StrictJson.MAPPER.writerFor(reply);
    return new Service(
        maxBodyBytes,
        body -> {
          R answer;
          try {
            Q read = requests.readValue(body);
            answer = read == null ? null : operation.apply(read);
          } catch (JacksonException e) {
            throw new UnreadableBodyException(expected);
          }
          if (answer == null) {
            throw new UnreadableBodyException(expected);
          }
          return replies.writeValueAsBytes(answer);
        });
  }

  /** A form as browsers send it, {@code name=Ada}, read by Jetty; the reply is plain text. */
  static Format form() {
    // A byte of a name is three in its longest spelling: %41.
    int maxBodyBytes = 3 * Greeting.MAX_NAME_BYTES + 1024;
    return new Format(
        "http-form",
        9006,
        "application/x-www-form-urlencoded",
        Format.contentType("text/plain;charset=utf-8"),
        Map.of(
            Greeting.HTTP_PATH,
            new Service(
                maxBodyBytes,
                body -> Greeting.greet(formName(body, maxBodyBytes)).getBytes(UTF_8))),
        false);
  }

  private static String formName(byte[] body, int maxBytes) throws UnreadableBodyException {
    String expected = "expected name=... in UTF-8, once";
    int maxFields = 8;
    Fields fields = new Fields();
    try {
      UrlEncoded.decodeUtf8To(new ByteArrayInputStream(body), fields, maxBytes, maxFields);
    } catch (IOException | RuntimeException e) { // a bad escape, bad UTF-8, too many fields
      throw new UnreadableBodyException(expected);
    }
    Fields.Field name = fields.get(Greeting.HTTP_PARAMETER);
    if (name == null || name.hasMultipleValues()) {
      throw new UnreadableBodyException(expected);
    }
    return name.getValue();
  }

  /** Java-serialised objects, read behind a closed list of classes. */
  static Format serial() {
    return new Format(
        "http-java",
        9012,
        SerialObjects.TYPE,
        Format.contentType(SerialObjects.TYPE),
        Map.of(
            Greeting.HTTP_PATH,
            serialService(body -> SerialObjects.of(Greeting.greet(SerialObjects.text(body)))),
            ListEcho.HTTP_PATH,
            serialService(body -> SerialObjects.of(ListEcho.echo(SerialObjects.items(body))))),
        false);
  }

  private interface SerialRule {
    byte[] answer(byte[] body) throws RefusedObjectException;
  }

  private static Service serialService(SerialRule rule) {
    return new Service(
        SerialObjects.MAX_BYTES,
        body -> {
          try {
            return rule.answer(body);
          } catch (RefusedObjectException e) {
            throw new UnreadableBodyException(
                "expected a serialised object of the operation, within the server's bounds");
          }
        });
  }
}
