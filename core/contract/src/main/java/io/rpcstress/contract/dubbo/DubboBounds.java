package io.rpcstress.contract.dubbo;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;

/** How messages are bounded. Dubbo's own limit is 8 MiB, and a peer may choose. */
public final class DubboBounds {

  /** The head of a frame, bytes: magic number, flags, status, id, length. */
  public static final int HEAD_BYTES = 16;

  /** Where a head has the length of what follows. */
  public static final int LENGTH_AT = 12;

  /** The number of Hessian, which is what both sides speak, in a head's flags. */
  public static final int HESSIAN2 = 2;

  /** What an item may take beside its name: its class by number, id, quantity and flag; bytes. */
  private static final int AROUND_ITEM_BYTES = 20;

  /** What a message has beside its list, bytes: names, attachments; with room. */
  private static final int AROUND_BYTES = 16 * 1024;

  /** The longest message behind a head, bytes: the longest list whose names are all longest. */
  public static final int MAX_BODY_BYTES =
      ListEcho.MAX_ELEMENTS * (ListEcho.MAX_NAME_BYTES + AROUND_ITEM_BYTES) + AROUND_BYTES;

  /** The longest message of Triple that has no list, bytes: the longest name, and its wrapper. */
  public static final int MAX_GREETING_BYTES = Greeting.MAX_NAME_BYTES + 1024;

  private DubboBounds() {}
}
