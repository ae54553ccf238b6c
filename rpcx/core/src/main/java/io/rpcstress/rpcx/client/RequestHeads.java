package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes what stands before the parameters of one connection's requests: the frame's length, the
 * call's id and the method's names. Names are written once, with the number that stands for them
 * and for the types of the parameters from then on.
 *
 * <p>A head is written when its frame leaves for the socket. So a number is on the wire after the
 * names it stands for, whichever threads make the calls; and a frame can be sent on another
 * connection, where it gets another head. Belongs to the thread that has the right to write in the
 * {@link RequestQueue}.
 */
final class RequestHeads {
  /** The longest id (of 49 bits, which no connection lives for) and the longest number. */
  private static final int ID_AND_NUMBER_BYTES = 8 + 3;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final long idBase;
  private int begin;

  /**
   * @param idBase what is left out of ids
   */
  RequestHeads(long idBase) {
    this.idBase = idBase;
  }

  /**
   * An array for a frame: room for the longest head, and at its end for what follows the names.
   *
   * @param names length of the fields with the names, in bytes
   * @param rest length of what follows them, in bytes
   * @return an array of the most that a frame with such a rest takes
   * @throws ArithmeticException if no array is so large
   */
  static byte[] room(int names, long rest) {
    return new byte[Frames.size((long) ID_AND_NUMBER_BYTES + names + rest)];
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
    int rest = rest(frame, names);
    int more = Fields.numberSize(deadlineMs);
    byte[] longer = room(names, (long) rest + more);
    int at = longer.length - more;
    System.arraycopy(frame, frame.length - rest, longer, at - rest, rest);
    int unused = Fields.number(longer, at, Fields.DEADLINE_KEY, deadlineMs);
    return longer;
  }

  /**
   * The length of what follows the names.
   *
   * @param frame an array of {@link #room}
   * @param names length of the fields with the names, in bytes
   */
  static int rest(byte[] frame, int names) {
    return Frames.messageLength(frame.length) - ID_AND_NUMBER_BYTES - names;
  }

  /**
   * Writes the head of a request into the room before the rest, up to it, and the types of the
   * parameters if they must be sent.
   *
   * @param untyped an array of {@link #room}, its parameters without types; only what is in the
   *     room changes
   * @param method what is called
   * @return where the frame stands: the same array, or another one if there are types in it
   */
  byte[] write(byte[] untyped, Signature method, long id) {
    byte[] names = method.names();
    Integer known = numbers.get(method.key());
    byte[] frame = known != null ? untyped : method.withTypes(untyped);
    int rest = rest(frame, names.length);
    int number = known == null ? newNumber() : known;
    int named = known == null ? names.length : 0;
    long offset = id - idBase;
    int head = Fields.numberSize(offset) + Fields.numberSize(number) + named;
    begin = frame.length - Frames.size((long) head + rest);
    int at = Frames.begin(frame, begin, Fields.REQUEST, head + rest);
    at = Fields.number(frame, at, Fields.ID_KEY, offset);
    at = Fields.number(frame, at, Fields.NUMBER_KEY, number);
    System.arraycopy(names, 0, frame, at, named);
    if (known == null && number != 0) {
      numbers.put(method.key(), number);
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

  /** The next number; 0 if none is left. */
  private int newNumber() {
    int next = numbers.size() + 1;
    return next <= Limits.MAX_METHOD_NUMBERS ? next : 0;
  }
}
