package io.rpcstress.contract.mml;

import io.rpcstress.contract.ListEcho;

/**
 * A frame's head: the length of what follows (4 bytes, big-endian), and the call's id (8 bytes,
 * big-endian), which an answer repeats. Behind it comes the {@link Message}.
 */
public final class Frame {
  /** Bytes of the length, which does not count itself. */
  public static final int LENGTH_BYTES = Integer.BYTES;

  /** Bytes of the id, which the length counts. */
  public static final int ID_BYTES = Long.BYTES;

  /** An item's fields and tag, and a name of which each byte is a Unicode escape. */
  private static final int MAX_ITEM_BYTES = 6 * ListEcho.MAX_NAME_BYTES + 192;

  /**
   * The largest length that either side takes: what the longest list needs in its longest spelling.
   */
  public static final int MAX_LENGTH = ID_BYTES + ListEcho.MAX_ELEMENTS * MAX_ITEM_BYTES + 1024;

  private Frame() {}
}
