package io.rpcstress.contract.thrift;

import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/** How large a message may be. Thrift's own limits are 100 MB a message and 16 MB a frame. */
public final class ThriftBounds {

  /** What a message has beside what it carries, bytes: names, types, lengths; with room. */
  private static final int AROUND_BYTES = 1024;

  /** The longest string, bytes. Whatever is announced, no more memory is taken for one. */
  public static final int MAX_STRING_BYTES = Message.MAX_BYTES;

  /**
   * Elements of a list, a set or a map; those of unknown fields, too. One more than a list may have
   * that is answered: that one is refused in words, and its connection goes on.
   */
  public static final int MAX_ELEMENTS = ListEcho.MAX_ELEMENTS + 1;

  /** The longest message, and the longest frame, bytes: no list needs as much. */
  public static final int MAX_MESSAGE_BYTES = MAX_STRING_BYTES + AROUND_BYTES;

  private ThriftBounds() {}

  /** The bounds for a transport without frames. A new one each time: transports change theirs. */
  public static TConfiguration ofStream() {
    return new TConfiguration(
        MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES, TConfiguration.DEFAULT_RECURSION_DEPTH);
  }

  /**
   * A transport whose messages are frames, which are bounded by their announced size before
   * anything is kept for them.
   */
  public static TTransport framed(TTransport inner) throws TTransportException {
    // Thrift takes a frame from what the message may have, and then each of its strings again.
    inner.getConfiguration().setMaxMessageSize(2 * MAX_MESSAGE_BYTES + Integer.BYTES);
    inner.updateKnownMessageSize(0); // from now on
    return new TFramedTransport(inner, MAX_MESSAGE_BYTES);
  }
}
