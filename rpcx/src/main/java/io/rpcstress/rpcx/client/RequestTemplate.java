package io.rpcstress.rpcx.client;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Varints;
import org.jspecify.annotations.Nullable;

/**
 * Writes the frames of one method's requests by hand: names and aliases are bytes already, and
 * everything goes into one array of exactly the frame's size. The very bytes that {@link
 * RequestMessage} has the generated code write, which the tests compare. Thread-safe.
 */
final class RequestTemplate {
  private static final int TYPE_BITS = 3;
  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;
  private static final byte ID_KEY = RPCXRequest.ID_FIELD_NUMBER << TYPE_BITS | FIXED64;
  private static final byte PARAMETER_KEY =
      RPCXRequest.PARAMETERS_FIELD_NUMBER << TYPE_BITS | LENGTH_DELIMITED;
  private static final byte VALUE_KEY =
      Parameter.VALUE_FIELD_NUMBER << TYPE_BITS | LENGTH_DELIMITED;
  private static final byte DEADLINE_KEY = RPCXRequest.DEADLINE_MS_FIELD_NUMBER << TYPE_BITS;
  private static final byte ONE_WAY_KEY = RPCXRequest.ONE_WAY_FIELD_NUMBER << TYPE_BITS;
  private static final int ID_BYTES = 1 + Long.BYTES;
  private static final int ONE_WAY_BYTES = 2;

  /** Stands for a parameter's length if it has no value. */
  private static final int ABSENT = -1;

  private final byte[] names;
  private final byte[][] aliases;
  private final ValueCodec[] codecs;
  private final boolean oneWay;

  /**
   * Prepares what is the same for every request.
   *
   * @param codecs one for each parameter
   */
  RequestTemplate(String service, String method, ValueCodec[] codecs, boolean oneWay) {
    names = Frames.names(service, method);
    aliases = new byte[codecs.length][];
    for (int i = 0; i < codecs.length; i++) {
      aliases[i] = Frames.text(Parameter.TYPE_FIELD_NUMBER, codecs[i].alias());
    }
    this.codecs = codecs;
    this.oneWay = oneWay;
  }

  /** The size of a length-delimited field with a key of one byte. */
  private static long field(long length) {
    return 1 + Varints.size(length) + length;
  }

  /**
   * Writes a request's frame.
   *
   * @param id not 0, which Protobuf would leave out
   * @param deadlineMs what the request says, in ms; 0 for the connection's default
   * @throws IllegalArgumentException if an argument cannot travel
   */
  byte[] frame(long id, @Nullable Object @Nullable [] arguments, long deadlineMs) {
    ByteString @Nullable [] contents = null;
    long length = (long) ID_BYTES + names.length + (oneWay ? ONE_WAY_BYTES : 0);
    if (deadlineMs != 0) {
      length += 1 + Varints.size(deadlineMs);
    }
    for (int i = 0; i < codecs.length; i++) {
      Object argument = arguments == null ? null : arguments[i];
      int value = argument == null ? ABSENT : codecs[i].plainSize(argument);
      if (argument != null && value < 0) {
        ByteString content = codecs[i].encode(argument);
        contents = contents == null ? new ByteString[codecs.length] : contents;
        contents[i] = content;
        value = content.size();
      }
      length += field(parameter(i, value));
    }
    byte[] frame = new byte[Frames.size(length)];
    int at = Frames.begin(frame, Envelope.REQUEST_FIELD_NUMBER, (int) length);
    frame[at] = ID_KEY;
    at = Varints.writeFixed64(frame, at + 1, id);
    System.arraycopy(names, 0, frame, at, names.length);
    at += names.length;
    for (int i = 0; i < codecs.length; i++) {
      Object argument = arguments == null ? null : arguments[i];
      at = write(frame, at, i, argument, contents == null ? null : contents[i]);
    }
    end(frame, at, deadlineMs);
    return frame;
  }

  /** The length of a parameter with a value of so many bytes. */
  private long parameter(int i, int value) {
    return aliases[i].length + (value == ABSENT ? 0 : field(value));
  }

  private int write(
      byte[] frame, int begin, int i, @Nullable Object argument, @Nullable ByteString content) {
    byte[] alias = aliases[i];
    int value = ABSENT;
    if (content != null) {
      value = content.size();
    } else if (argument != null) {
      value = codecs[i].plainSize(argument);
    }
    frame[begin] = PARAMETER_KEY;
    int at = Varints.write(frame, begin + 1, parameter(i, value));
    System.arraycopy(alias, 0, frame, at, alias.length);
    at += alias.length;
    if (argument == null) {
      return at;
    }
    frame[at] = VALUE_KEY;
    at = Varints.write(frame, at + 1, value);
    if (content != null) {
      content.copyTo(frame, at);
    } else {
      codecs[i].writePlain(argument, frame, at);
    }
    return at + value;
  }

  private void end(byte[] frame, int begin, long deadlineMs) {
    int at = begin;
    if (deadlineMs != 0) {
      frame[at] = DEADLINE_KEY;
      at = Varints.write(frame, at + 1, deadlineMs);
    }
    if (oneWay) {
      frame[at] = ONE_WAY_KEY;
      frame[at + 1] = 1;
    }
  }

  /**
   * Changes the id in a request's frame: the first field of the request, after the frame's length,
   * the envelope's key and the request's length.
   */
  static void changeId(byte[] frame, long id) {
    int at = Integer.BYTES + 1;
    while (frame[at] < 0) {
      at++;
    }
    int unusedEnd = Varints.writeFixed64(frame, at + 2, id);
  }
}
