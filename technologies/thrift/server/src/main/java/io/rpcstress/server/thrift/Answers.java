package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransport;

/**
 * What a connection's protocol knows of its last answer. Thrift answers what its decoders do not
 * understand, or what is no method, by an exception of its own, and says so to nobody else.
 */
interface Answers {

  /** Whether the last answer was such an exception. */
  boolean lastWasException();

  /** Thrift's binary protocol with bounds, for both directions of a {@link BlockingPeer}. */
  static TProtocol binary(TTransport peer) {
    return new Binary((BlockingPeer) peer);
  }

  /** Thrift's compact protocol with bounds, for both directions. */
  static TProtocol compact(TTransport transport) {
    return new Compact(transport);
  }

  /** Thrift's default: a message without a version is read, and never written. */
  final class Binary extends TBinaryProtocol implements Answers {
    private final BlockingPeer peer;
    private boolean exception;

    private Binary(BlockingPeer peer) {
      super(peer, ThriftBounds.MAX_STRING_BYTES, ThriftBounds.MAX_ELEMENTS);
      this.peer = peer;
    }

    @Override
    public TList readListBegin() throws TException {
      TList list = super.readListBegin();
      peer.announced(list.size);
      return list;
    }

    @Override
    public void writeMessageBegin(TMessage message) throws TException {
      exception = message.type == TMessageType.EXCEPTION;
      super.writeMessageBegin(message);
    }

    @Override
    public boolean lastWasException() {
      return exception;
    }
  }

  /** As Thrift's. */
  final class Compact extends TCompactProtocol implements Answers {
    private boolean exception;

    private Compact(TTransport transport) {
      super(transport, ThriftBounds.MAX_STRING_BYTES, ThriftBounds.MAX_ELEMENTS);
    }

    /** Of a message that could not be read to its end Thrift keeps in which structures it was. */
    @Override
    public TMessage readMessageBegin() throws TException {
      reset();
      return super.readMessageBegin();
    }

    @Override
    public void writeMessageBegin(TMessage message) throws TException {
      exception = message.type == TMessageType.EXCEPTION;
      super.writeMessageBegin(message);
    }

    @Override
    public boolean lastWasException() {
      return exception;
    }
  }
}
