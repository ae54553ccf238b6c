package io.rpcstress.contract.mml;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.type.LogicalType;

/**
 * Messages as typed JSON: every object names in {@value #TAG} its class, by its full Java name.
 * Names are looked up in a closed table; no class is loaded because a peer named it. Stateless and
 * safe for use by many threads.
 */
public final class TypedJson {
  /** The member that names an object's class. */
  public static final String TAG = "@type";

  private static final int MAX_NESTING = 8;
  private static final int MAX_MEMBER_NAME_CHARS = 64;

  /** A tag and four fields of two tokens each, and two braces. */
  private static final int ITEM_TOKENS = 2 + 5 * 2;

  private static final int MAX_TOKENS = ITEM_TOKENS * ListEcho.MAX_ELEMENTS + 64;

  /** Gives the objects below a type their tag. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = TAG)
  private interface Tagged {}

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxDocumentLength(Frame.MAX_LENGTH)
                          .maxStringLength(Greeting.MAX_NAME_BYTES + Greeting.PREFIX.length())
                          .maxNameLength(MAX_MEMBER_NAME_CHARS)
                          .maxNestingDepth(MAX_NESTING)
                          .maxTokenCount(MAX_TOKENS)
                          .build())
                  .build())
          .addMixIn(Message.class, Tagged.class)
          .addMixIn(Item.class, Tagged.class)
          .registerSubtypes(
              Stream.of(
                      Message.GreetCall.class,
                      Message.Greeting.class,
                      Message.EchoCall.class,
                      Message.Echo.class,
                      Message.Refused.class,
                      Item.class)
                  .map(type -> new NamedType(type, type.getCanonicalName()))
                  .toArray(NamedType[]::new))
          .withCoercionConfig( // a name is text, not what could be made text of
              LogicalType.Textual,
              name ->
                  name.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS) // nor a number one that is none
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final ObjectReader READER = MAPPER.readerFor(Message.class);
  private static final ObjectWriter WRITER = MAPPER.writerFor(Message.class);

  private TypedJson() {}

  /** Writes a message and closes the stream. */
  public static void write(Message message, OutputStream to) {
    WRITER.writeValue(to, message);
  }

  /** Reads a message, which must be all that is there. */
  public static Message read(InputStream from) throws MalformedMessageException {
    Message message;
    try {
      message = READER.readValue(from);
    } catch (JacksonException e) {
      throw new MalformedMessageException("no message of typed JSON");
    }
    if (message == null) {
      throw new MalformedMessageException("no message of typed JSON");
    }
    return message;
  }
}
