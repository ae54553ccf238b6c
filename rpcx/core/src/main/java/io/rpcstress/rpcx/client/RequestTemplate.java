package io.rpcstress.rpcx.client;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Fields;
import org.jspecify.annotations.Nullable;

/**
 * Writes what follows the names in the requests of one method: everything goes into one array, with
 * room for the longest head. Parameters are without types, which a {@link Signature} puts in where
 * they must be sent. Thread-safe.
 */
final class RequestTemplate {
  private static final int ONE_WAY_BYTES = 2;

  private final int names;
  private final ValueCodec[] codecs;
  private final boolean oneWay;

  /**
   * Prepares what is the same for every request.
   *
   * @param names length of the fields with the method's names, in bytes
   * @param codecs one for each parameter
   */
  RequestTemplate(int names, ValueCodec[] codecs, boolean oneWay) {
    this.names = names;
    this.codecs = codecs;
    this.oneWay = oneWay;
  }

  /**
   * Writes a request's frame but for its head.
   *
   * @param metadata its fields, see {@link io.rpcstress.rpcx.wire.Metadata#fields}
   * @param deadlineMs what the request contains, in ms; 0 for the connection's default
   * @return the frame with room for its head, see {@link RequestHeads#room}
   * @throws IllegalArgumentException if an argument cannot travel
   */
  byte[] frame(@Nullable Object @Nullable [] arguments, byte[] metadata, long deadlineMs) {
    ByteString @Nullable [] contents = null;
    long length =
        (long) metadata.length + Fields.numberSize(deadlineMs) + (oneWay ? ONE_WAY_BYTES : 0);
    for (int i = 0; i < codecs.length; i++) {
      Object argument = arguments == null ? null : arguments[i];
      int value = argument == null ? Fields.ABSENT : codecs[i].plainSize(argument);
      if (argument != null && value < 0) {
        ByteString content = codecs[i].encode(argument);
        contents = contents == null ? new ByteString[codecs.length] : contents;
        contents[i] = content;
        value = content.size();
      }
      length += Fields.size(parameter(value));
    }
    byte[] frame = RequestHeads.room(names, length);
    int at = frame.length - (int) length;
    for (int i = 0; i < codecs.length; i++) {
      Object argument = arguments == null ? null : arguments[i];
      at = write(frame, at, i, argument, contents == null ? null : contents[i]);
    }
    at = Fields.number(frame, at, Fields.DEADLINE_KEY, deadlineMs);
    at = Fields.number(frame, at, Fields.ONE_WAY_KEY, oneWay ? 1 : 0);
    System.arraycopy(metadata, 0, frame, at, metadata.length);
    return frame;
  }

  /** The length of a parameter with a value of so many bytes. */
  private static long parameter(int value) {
    return value == Fields.ABSENT ? 0 : Fields.size(value);
  }

  private int write(
      byte[] frame, int begin, int i, @Nullable Object argument, @Nullable ByteString content) {
    int value = Fields.ABSENT;
    if (content != null) {
      value = content.size();
    } else if (argument != null) {
      value = codecs[i].plainSize(argument);
    }
    int at = Fields.begin(frame, begin, Fields.PARAMETER_KEY, parameter(value));
    if (argument == null) {
      return at;
    }
    at = Fields.begin(frame, at, Fields.VALUE_KEY, value);
    if (content != null) {
      content.copyTo(frame, at);
    } else {
      codecs[i].writePlain(argument, frame, at);
    }
    return at + value;
  }
}
