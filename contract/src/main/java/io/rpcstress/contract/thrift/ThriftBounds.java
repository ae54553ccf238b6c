package io.rpcstress.contract.thrift;

import io.rpcstress.contract.Put;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/**
 * How large a message may be. Thrift's own limits are 100 MB a message, 16 MB a frame, and none on
 * how deep unknown fields lie within each other.
 */
public final class ThriftBounds {

  /** What a message has beside a key and a value, bytes: names, types, lengths; with room. */
  private static final int AROUND_BYTES = 1024;

  /** The longest message, and the longest frame, bytes. */
  public static final int MAX_MESSAGE_BYTES =
      Put.MAX_KEY_BYTES + Put.MAX_VALUE_BYTES + AROUND_BYTES;

  /** Elements of a list, a set or a map. No operation has one yet; unknown fields may. */
  public static final int MAX_ELEMENTS = 1024;

  /** How deep unknown fields, which are skipped, may lie within each other. */
  public static final int MAX_DEPTH = 16;

  static {
    // Thrift knows this limit for the whole process alone. Without it the stack is the limit.
    TProtocolUtil.setMaxSkipDepth(MAX_DEPTH);
  }

  private ThriftBounds() {}

  /** The bounds for a transport without frames. A new one each time: transports change theirs. */
  public static TConfiguration ofStream() {
    return new TConfiguration(MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES, MAX_DEPTH);
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
