package io.rpcstress.rpcx.wire;

import org.jspecify.annotations.Nullable;

/**
 * A server's farewell, as a client reads it. Immutable and thread-safe.
 *
 * @param status 0 for an orderly one
 * @param message why
 * @param callId the call whose request is the reason, or null
 * @param allAnswered whether what was not answered did not run
 */
public record GoAway(int status, String message, @Nullable Long callId, boolean allAnswered) {
  /** Longest message of a farewell or a failed call that is read, in bytes. */
  public static final int MAX_MESSAGE_BYTES = 64 * 1024;

  /**
   * Reads the message.
   *
   * @param bytes the array
   * @param from the message's first index
   * @param to the index after its last byte
   * @throws MalformedFrameException if it is none
   */
  public static GoAway read(byte[] bytes, int from, int to) {
    FieldReader fields = new FieldReader().over(bytes, from, to);
    int status = 0;
    String message = "";
    Long callId = null;
    boolean allAnswered = false;
    for (int key = fields.next(); key != 0; key = fields.next()) {
      switch (key) {
        case Frames.GO_AWAY_STATUS_KEY -> status = (int) fields.varint();
        case Frames.GO_AWAY_MESSAGE_KEY -> message = fields.text(MAX_MESSAGE_BYTES, "a message");
        case Frames.GO_AWAY_CALL_KEY -> callId = fields.varint();
        case Frames.ALL_ANSWERED_KEY -> allAnswered = fields.varint() != 0;
        default -> fields.skip(key);
      }
    }
    return new GoAway(status, message, callId, allAnswered);
  }
}
