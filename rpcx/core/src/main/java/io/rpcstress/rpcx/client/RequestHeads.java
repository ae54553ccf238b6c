package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.wire.CallIds;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Varints;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes what stands before the parameters of one connection's requests: the frame's length, the
 * call's id and the method's names. In wire 1.1 an id is an offset, and names are written once,
 * with the number that stands for them from then on; in wire 1.2 it stands for the types of the
 * parameters, too, and frames leave as they were made.
 *
 * <p>A head is written when its frame leaves for the socket. So a number is on the wire after the
 * names it stands for, whichever threads make the calls; and a frame can be sent on another
 * connection, where it gets another head. Belongs to whoever has the right to write in the {@link
 * RequestQueue}.
 */
final class RequestHeads {
  private final Map<String, Integer> numbers = new HashMap<>();
  private CallIds ids = CallIds.WHOLE;
  private int maxNumbers;
  private boolean typesByNumber;
  private int begin;

  /**
   * Takes what HELLO agreed on; before the first frame leaves.
   *
   * @param callIds how ids are written
   * @param mostNumbers how many numbers may be given; 0 for none
   * @param types whether a number stands for the types of the parameters, too
   */
  void agree(CallIds callIds, int mostNumbers, boolean types) {
    ids = callIds;
    maxNumbers = mostNumbers;
    typesByNumber = types;
  }

  /**
   * An array for a frame: room for the longest head, and at its end for what follows the names.
   *
   * @param names length of the fields with the names, in bytes
   * @param rest length of what follows them, in bytes
   * @return an array of the size that the frame has in wire 1.0 with such a rest
   * @throws ArithmeticException if no array is so large
   */
  static byte[] room(int names, long rest) {
    return new byte[Frames.size((long) Fields.ID_BYTES + names + rest)];
  }

  /**
   * A copy of a frame with a deadline at its end: of a field that comes twice the last one counts.
   *
   * @param frame an array of {@link #room}
   * @param names length of the fields with the names, in bytes
   * @param deadlineMs in ms, at least 1
   * @return another array of {@link #room}
   */
  static byte[] withDeadline(byte[] frame, int names, long deadlineMs) {
    int rest = Frames.messageLength(frame.length) - Fields.ID_BYTES - names;
    int more = 1 + Varints.size(deadlineMs);
    byte[] longer = room(names, (long) rest + more);
    int at = longer.length - more;
    System.arraycopy(frame, frame.length - rest, longer, at - rest, rest);
    longer[at] = Fields.DEADLINE_KEY;
    int unused = Varints.write(longer, at + 1, deadlineMs);
    return longer;
  }

  /**
   * Writes the head of a request into the room before the rest, up to it, and the types of the
   * parameters if they must be said.
   *
   * @param untyped an array of {@link #room}, its parameters without types; only what is in the
   *     room changes
   * @param method what is called
   * @return where the frame stands: the same array, or another one if there are types in it
   */
  byte[] write(byte[] untyped, Signature method, long id) {
    byte[] names = method.names();
    Integer known = maxNumbers == 0 ? null : numbers.get(method.key());
    byte[] frame = known != null && typesByNumber ? untyped : method.withTypes(untyped);
    int rest = Frames.messageLength(frame.length) - Fields.ID_BYTES - names.length;
    int number = known == null ? newNumber(id) : known;
    int named = known == null ? names.length : 0;
    int head = ids.size(id) + (number == 0 ? 0 : 1 + Varints.size(number)) + named;
    begin = frame.length - Frames.size((long) head + rest);
    int at = Frames.begin(frame, begin, Envelope.REQUEST_FIELD_NUMBER, head + rest);
    at = ids.write(frame, at, id);
    if (number != 0) {
      frame[at] = Fields.NUMBER_KEY;
      at = Varints.write(frame, at + 1, number);
    }
    if (known == null) {
      System.arraycopy(names, 0, frame, at, named);
      if (number != 0) {
        numbers.put(method.key(), number);
      }
    }
    return frame;
  }

  /** The next frame to leave has no head of a request. */
  void none() {
    begin = 0;
  }

  /** The index of the first byte of the frame whose head was written last. */
  int begin() {
    return begin;
  }

  /** The next number; 0 if none is left, or if there is no room for one beside the names. */
  private int newNumber(long id) {
    int next = numbers.size() + 1;
    boolean fits = ids.size(id) + 1 + Varints.size(next) <= Fields.ID_BYTES;
    return next <= maxNumbers && fits ? next : 0;
  }
}
