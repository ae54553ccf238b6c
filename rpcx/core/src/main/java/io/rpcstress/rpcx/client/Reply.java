package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.value.Detail;
import io.rpcstress.rpcx.wire.FieldReader;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.GoAway;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.Metadata;
import java.util.Map;

/**
 * A reply where it stands in an array. Used again for every reply of a connection; confined to its
 * event loop.
 */
final class Reply {
  private final FieldReader fields = new FieldReader();
  private final FieldReader detail = new FieldReader();
  private final Metadata.Gathering metadata = new Metadata.Gathering();
  private long id;
  private int resultFrom;
  private int resultTo;
  private int status;
  private String message = "";
  private long retryAfterMs;
  private boolean detailed;
  private String detailType = "";
  private byte[] detailValue = {};

  /**
   * Reads a reply.
   *
   * @param bytes the array
   * @param from the first byte's index
   * @param to the index after the last byte
   * @throws MalformedFrameException if it is none, or one beyond the limits
   */
  void read(byte[] bytes, int from, int to) {
    fields.over(bytes, from, to);
    id = 0;
    resultFrom = Fields.ABSENT;
    resultTo = from;
    status = 0;
    message = "";
    retryAfterMs = 0;
    detailed = false;
    metadata.clear();
    for (int key = fields.next(); key != 0; key = fields.next()) {
      switch (key) {
        case Fields.ID_KEY -> id = fields.varint();
        case Fields.RESULT_KEY -> {
          fields.content();
          resultFrom = fields.from();
          resultTo = fields.end();
        }
        case Fields.STATUS_KEY -> status = (int) fields.varint();
        case Fields.MESSAGE_KEY -> message = fields.text(GoAway.MAX_MESSAGE_BYTES, "a message");
        case Fields.DETAIL_KEY -> detail();
        case Fields.RETRY_AFTER_KEY -> retryAfterMs = Integer.toUnsignedLong((int) fields.varint());
        case Fields.METADATA_KEY -> metadata.add(fields);
        default -> fields.skip(key);
      }
    }
    fields.forget();
  }

  private void detail() {
    fields.content(Detail.MAX_BYTES, "a detail");
    detailed = true;
    detailType = "";
    detailValue = new byte[0];
    detail.within(fields);
    for (int key = detail.next(); key != 0; key = detail.next()) {
      switch (key) {
        case Fields.TYPE_KEY -> detailType = detail.text(Detail.MAX_BYTES, "a type");
        case Fields.VALUE_KEY -> {
          detail.content();
          detailValue = new byte[detail.length()];
          System.arraycopy(detail.bytes(), detail.from(), detailValue, 0, detailValue.length);
        }
        default -> detail.skip(key);
      }
    }
  }

  /** The call's. */
  long id() {
    return id;
  }

  /** The result's first index, or {@link Fields#ABSENT}. */
  int resultFrom() {
    return resultFrom;
  }

  /** The index after the result's last byte. */
  int resultTo() {
    return resultTo;
  }

  /** 0 if the call succeeded. */
  int status() {
    return status;
  }

  /** Why it failed. */
  String message() {
    return message;
  }

  /** How long to wait before another attempt, in ms; 0 if the server does not report it. */
  long retryAfterMs() {
    return retryAfterMs;
  }

  /** Whether there is more about why it failed. */
  boolean detailed() {
    return detailed;
  }

  /** The alias of the detail's type. */
  String detailType() {
    return detailType;
  }

  /** The detail's content. */
  byte[] detailValue() {
    return detailValue;
  }

  /** What the server sent beside the result. */
  Map<String, String> metadata() {
    return metadata.entries();
  }
}
