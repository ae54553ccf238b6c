package io.rpcstress.contract.bolt;

import io.rpcstress.contract.Greeting;

/** How SOFABolt's frames are bounded: its own decoder waits for whatever length is announced. */
public final class BoltFrame {

  /** The version of its protocol that its client speaks by default. */
  public static final byte PROTOCOL = 1;

  /** The head of a request, bytes. */
  public static final int REQUEST_HEAD_BYTES = 22;

  /** The head of a response, bytes. */
  public static final int RESPONSE_HEAD_BYTES = 20;

  /** Where the lengths of class name (2 bytes), header (2) and content (4) end a head, bytes. */
  public static final int LENGTHS_BYTES = 8;

  /** The longest name of a class: that of its exception, with room. */
  public static final int MAX_CLASS_BYTES = 128;

  /** The longest content, bytes: a name that is refused, a greeting, or why a call failed. */
  public static final int MAX_CONTENT_BYTES = 4 * Greeting.MAX_NAME_BYTES;

  private BoltFrame() {}
}
