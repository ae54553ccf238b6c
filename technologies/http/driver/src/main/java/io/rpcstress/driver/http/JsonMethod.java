package io.rpcstress.driver.http;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * One operation as JSON in a POST, whichever client sends it. Stateless and safe for use by many
 * threads.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 * @param <A> the record that a reply's body is read as
 */
abstract class JsonMethod<Q, R, A> implements BodyMethod<Q, R> {
  private static final String TYPE = "application/json";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final String path;
  private final ObjectWriter requests;
  private final ObjectReader replies;

  /** An operation's, with the path of its resource and the records of its two bodies. */
  JsonMethod(String path, Class<?> request, Class<A> reply) {
    this.path = path;
    this.requests = MAPPER.writerFor(request);
    this.replies = MAPPER.readerFor(reply);
  }

  @Override
  public final String path() {
    return path;
  }

  @Override
  public final String type() {
    return TYPE;
  }

  @Override
  public int maxReplyBytes() {
    return Replies.MAX_GREETING_BYTES;
  }

  @Override
  public final byte[] request(Q asked) {
    return requests.writeValueAsBytes(message(asked));
  }

  @Override
  public final R reply(byte[] body) throws CallException {
    A answer;
    try {
      answer = replies.readValue(body);
    } catch (JacksonException e) {
      throw new CallException(FailureKind.PROTOCOL, "the reply is no JSON of an answer", e);
    }
    R reply = answer == null ? null : answered(answer);
    if (reply == null) {
      throw new CallException(FailureKind.PROTOCOL, "the reply has no answer");
    }
    return reply;
  }

  /** The record that asks. */
  abstract Object message(Q asked);

  /** What the record that answers says; null where it says nothing. */
  abstract @Nullable R answered(A answer);
}
