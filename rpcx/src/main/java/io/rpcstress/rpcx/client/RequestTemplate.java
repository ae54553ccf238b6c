package io.rpcstress.rpcx.client;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Varints;
import org.jspecify.annotations.Nullable;

/**
 * Writes the frames of one method's requests by hand: names and aliases are bytes already, and
 * everything goes into one array of exactly the frame's size. The very bytes that {@link
 * RequestMessage} has the generated code write, which the tests compare. Thread-safe.
 */
final class RequestTemplate {
  private static final int ONE_WAY_BYTES = 2;

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

  /**
   * Writes a request's frame.
   *
   * @param id not 0, which Protobuf would leave out
   * @param deadlineMs what the request says, in ms; 0 for the connection's default
   * @throws IllegalArgumentException if an argument cannot travel
   */
  byte[] frame(long id, @Nullable Object @Nullable [] arguments, long deadlineMs) {
    ByteString @Nullable [] contents = null;
    long length = (long) Fields.ID_BYTES + names.length + (oneWay ? ONE_WAY_BYTES : 0);
    if (deadlineMs != 0) {
      length += 1 + Varints.size(deadlineMs);
    }
    for (int i = 0; i < codecs.length; i++) {
      Object argument = arguments == null ? null : arguments[i];
      int value = argument == null ? Fields.ABSENT : codecs[i].plainSize(argument);
      if (argument != null && value < 0) {
        ByteString content = codecs[i].encode(argument);
        contents = contents == null ? new ByteString[codecs.length] : contents;
        contents[i] = content;
        value = content.size();
      }
      length += Fields.size(parameter(i, value));
    }
    byte[] frame = new byte[Frames.size(length)];
    int at = Frames.begin(frame, Envelope.REQUEST_FIELD_NUMBER, (int) length);
    at = Fields.writeId(frame, at, id);
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
    return aliases[i].length + (value == Fields.ABSENT ? 0 : Fields.size(value));
  }

  private int write(
      byte[] frame, int begin, int i, @Nullable Object argument, @Nullable ByteString content) {
    byte[] alias = aliases[i];
    int value = Fields.ABSENT;
    if (content != null) {
      value = content.size();
    } else if (argument != null) {
      value = codecs[i].plainSize(argument);
    }
    int at = Fields.begin(frame, begin, Fields.PARAMETER_KEY, parameter(i, value));
    System.arraycopy(alias, 0, frame, at, alias.length);
    at += alias.length;
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

  private void end(byte[] frame, int begin, long deadlineMs) {
    int at = begin;
    if (deadlineMs != 0) {
      frame[at] = Fields.DEADLINE_KEY;
      at = Varints.write(frame, at + 1, deadlineMs);
    }
    if (oneWay) {
      frame[at] = Fields.ONE_WAY_KEY;
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
