package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
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

  /** Thrift's binary protocol with bounds, for both directions. */
  static TProtocol binary(TTransport transport) {
    return new Binary(transport);
  }

  /** Thrift's compact protocol with bounds, for both directions. */
  static TProtocol compact(TTransport transport) {
    return new Compact(transport);
  }

  /** Thrift's default: a message without a version is read, and never written. */
  final class Binary extends TBinaryProtocol implements Answers {
    private boolean exception;

    private Binary(TTransport transport) {
      super(transport, ThriftBounds.MAX_MESSAGE_BYTES, ThriftBounds.MAX_ELEMENTS);
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
      super(transport, ThriftBounds.MAX_MESSAGE_BYTES, ThriftBounds.MAX_ELEMENTS);
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
