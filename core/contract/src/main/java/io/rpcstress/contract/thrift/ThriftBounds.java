package io.rpcstress.contract.thrift;

import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Put;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/** How large a message may be. Thrift's own limits are 100 MB a message and 16 MB a frame. */
public final class ThriftBounds {

  /** What a message has beside what it carries, bytes: names, types, lengths; with room. */
  private static final int AROUND_BYTES = 1024;

  /** An item of the longest name, bytes, in the binary protocol; the compact one needs fewer. */
  private static final int ITEM_BYTES =
      4 * (Byte.BYTES + Short.BYTES) // each field's type and number
          + Long.BYTES
          + Integer.BYTES // the name's length
          + ListEcho.MAX_NAME_BYTES
          + Integer.BYTES
          + Byte.BYTES
          + Byte.BYTES; // behind the last field

  /**
   * The longest string, bytes, and the longest message but of list-echo: a key, a value, and what
   * is around them. Whatever is announced, no more memory is taken for one string.
   */
  public static final int MAX_STRING_BYTES = Put.MAX_KEY_BYTES + Put.MAX_VALUE_BYTES + AROUND_BYTES;

  /**
   * Elements of a list, a set or a map; those of unknown fields, too. One more than a list may have
   * that is answered: that one is refused in words, and its connection goes on.
   */
  public static final int MAX_ELEMENTS = ListEcho.MAX_ELEMENTS + 1;

  /** The longest message, and the longest frame, bytes: a list of the longest names. */
  public static final int MAX_MESSAGE_BYTES = MAX_ELEMENTS * ITEM_BYTES + AROUND_BYTES;

  private ThriftBounds() {}

  /** The bounds for a transport without frames. A new one each time: transports change theirs. */
  public static TConfiguration ofStream() {
    return new TConfiguration(
        MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES, TConfiguration.DEFAULT_RECURSION_DEPTH);
  }

  /**
   * A transport whose messages are frames, which are bounded by their announced size before
   * anything is kept for them.
   *
   * @param inner what carries the frames; its configuration is changed
   * @throws TTransportException never: Thrift declares it
   */
  public static TTransport framed(TTransport inner) throws TTransportException {
    // Thrift takes a frame from what the message may have, and then each of its strings again.
    inner.getConfiguration().setMaxMessageSize(2 * MAX_MESSAGE_BYTES + Integer.BYTES);
    inner.updateKnownMessageSize(0); // from now on
    return new TFramedTransport(inner, MAX_MESSAGE_BYTES);
  }
}
