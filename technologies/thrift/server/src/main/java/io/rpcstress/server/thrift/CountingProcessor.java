package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.generated.Calls;
import io.rpcstress.server.base.CallCounter;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;

/**
 * The generated processor; what is no call of the service is counted, and ends its connection where
 * nothing tells where the next message begins. Thread-safe.
 */
final class CountingProcessor implements TProcessor {
  private final TProcessor calls;
  private final CallCounter counter;
  private final boolean framed;

  /**
   * A processor.
   *
   * @param framed whether each message is a frame, so that the next is found behind any
   */
  CountingProcessor(Operations operations, CallCounter counter, boolean framed) {
    this.calls = new Calls.Processor<Calls.Iface>(operations);
    this.counter = counter;
    this.framed = framed;
  }

  @Override
  public void process(TProtocol in, TProtocol out) throws TException {
    try {
      calls.process(in, out);
    } catch (TTransportException goneOrTooMuch) {
      throw goneOrTooMuch;
    } catch (TException | RuntimeException malformed) { // the decoders throw any, as arrays do
      counter.failed();
      throw ended(malformed);
    }
    if (((Answers) out).lastWasException()) {
      counter.failed();
      if (!framed) {
        throw ended(null);
      }
    }
  }

  /** Thrift's servers take this type for a peer that has left, and log nothing. */
  private static TTransportException ended(@Nullable Exception why) {
    return new TTransportException(TTransportException.END_OF_FILE, "no call", why);
  }
}
