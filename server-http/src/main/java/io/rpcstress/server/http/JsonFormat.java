package io.rpcstress.server.http;

import io.rpcstress.contract.Greeting;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** JSON objects, read and written by Jackson: {@code {"name":"Ada"}}, {@code {"message":"..."}}. */
final class JsonFormat implements Format {
  /** A byte of a name is six in its longest spelling, a Unicode escape. */
  private static final int MAX_BODY_BYTES = 6 * Greeting.MAX_NAME_BYTES + 1024;

  private static final int MAX_NESTING = 8;
  private static final int MAX_TOKENS = 64;

  private static final HttpField TYPE =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");

  private static final String EXPECTED = "expected {\"name\": \"...\"}";

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxDocumentLength(MAX_BODY_BYTES)
                          .maxStringLength(MAX_BODY_BYTES)
                          .maxNestingDepth(MAX_NESTING)
                          .maxTokenCount(MAX_TOKENS)
                          .build())
                  .build())
          .withCoercionConfig( // a name is text, not what could be made text of
              LogicalType.Textual,
              name ->
                  name.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final ObjectReader REQUESTS = MAPPER.readerFor(GreetRequest.class);
  private static final ObjectWriter REPLIES = MAPPER.writerFor(GreetReply.class);

  /** A request's body. */
  record GreetRequest(@Nullable String name) {}

  /** A reply's body. */
  record GreetReply(String message) {}

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
  public int maxBodyBytes() {
    return MAX_BODY_BYTES;
  }

  @Override
  public boolean hasHttp2() {
    return true;
  }

  @Override
  public String name(byte[] body) throws UnreadableBodyException {
    GreetRequest request;
    try {
      request = REQUESTS.readValue(body);
    } catch (JacksonException e) {
      throw new UnreadableBodyException(EXPECTED);
    }
    String name = request == null ? null : request.name();
    if (name == null) {
      throw new UnreadableBodyException(EXPECTED);
    }
    return name;
  }

  @Override
  public HttpField replyType() {
    return TYPE;
  }

  @Override
  public byte[] reply(String greeting) {
    return REPLIES.writeValueAsBytes(new GreetReply(greeting));
  }
}
