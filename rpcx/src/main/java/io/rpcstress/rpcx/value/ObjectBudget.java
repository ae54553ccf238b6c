package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.MalformedFrameException;

/**
 * How many objects the values of one request, or one result, may still be decoded into. Two bytes
 * can become a list, so the bytes alone do not bound the memory. Not thread-safe.
 */
public final class ObjectBudget {
  /** For values that are one object each, which are not counted. */
  public static final ObjectBudget FOR_PLAIN = new ObjectBudget(0);

  private final int max;
  private int left;

  /**
   * Makes a budget.
   *
   * @param max how many objects
   */
  public ObjectBudget(int max) {
    this.max = max;
    left = max;
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
  }
}
