package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * How many objects the values of one request, or one result, may still be decoded into. Two bytes
 * can become a list, so the bytes alone do not bound the memory. Not thread-safe.
 */
public final class ObjectBudget {
  /** For values that are one object each, which are not counted. */
  public static final ObjectBudget FOR_PLAIN = new ObjectBudget(0);

  /** How many objects each request for room covers. */
  private static final int STEP = 32;

  /** How often a value may contain a value of its own type. */
  static final int MAX_DEPTH = 64;

  private final int max;
  private final @Nullable Room room;
  private int left;
  private int depth;

  /** Objects for which there is room and which were not made. */
  private int granted;

  /** Where objects are counted that are kept for longer than they are read. */
  public interface Room {
    /**
     * Takes room for objects that are about to be made.
     *
     * @param objects how many
     * @throws RuntimeException if there is none, which ends the reading
     */
    void take(int objects);
  }

  /**
   * Makes a budget.
   *
   * @param max how many objects
   */
  public ObjectBudget(int max) {
    this(max, null);
  }

  /**
   * Makes a budget whose objects are counted elsewhere, too.
   *
   * @param max how many objects
   * @param room requested as they come, some at a time; or null
   */
  public ObjectBudget(int max, @Nullable Room room) {
    this.max = max;
    this.room = room;
    left = max;
  }

  /** A value begins inside of one of its own type. */
  void deeper() {
    if (++depth > MAX_DEPTH) {
      throw new MalformedFrameException("values nested deeper than " + MAX_DEPTH);
    }
  }

  /** It has ended. */
  void higher() {
    depth--;
  }

  /**
   * Counts objects that are about to be made.
   *
   * @param objects how many, 0 or more
   * @throws MalformedFrameException if they are too many
   */
  void take(int objects) {
    if (objects > left) {
      throw new MalformedFrameException("values of more than " + max + " objects");
    }
    left -= objects;
    granted -= objects;
    if (granted < 0 && room != null) {
      int more = Math.max(STEP, -granted);
      room.take(more);
      granted += more;
    }
  }
}
