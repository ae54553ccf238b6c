package io.rpcstress.driver.http;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The bodies as JSON: {@code {"name":"Ada"}}, {@code {"message":"hello, Ada"}}. Stateless. */
final class Json {
  /** The media type of both bodies. */
  static final String TYPE = "application/json";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final ObjectWriter REQUESTS = MAPPER.writerFor(GreetRequest.class);
  private static final ObjectReader REPLIES = MAPPER.readerFor(GreetReply.class);

  private Json() {}

  /** A request's body. */
  record GreetRequest(String name) {}

  /** A reply's body. */
  record GreetReply(@Nullable String message) {}

  /** The body of a request. */
  static byte[] request(String name) {
    return REQUESTS.writeValueAsBytes(new GreetRequest(name));
  }

  /**
   * The greeting in the body of a reply.
   *
   * @throws CallException where there is none
   */
  static String reply(byte[] body) throws CallException {
    GreetReply reply;
    try {
      reply = REPLIES.readValue(body);
    } catch (JacksonException e) {
      throw new CallException(FailureKind.PROTOCOL, "the reply is no JSON of a greeting", e);
    }
    String message = reply == null ? null : reply.message();
    if (message == null) {
      throw new CallException(FailureKind.PROTOCOL, "the reply has no message");
    }
    return message;
  }
}
