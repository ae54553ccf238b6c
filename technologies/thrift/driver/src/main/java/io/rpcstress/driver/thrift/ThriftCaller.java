package io.rpcstress.driver.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import io.rpcstress.contract.thrift.generated.Calls;
import io.rpcstress.contract.thrift.generated.Refused;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Deadlines;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.io.IOException;
import java.time.Duration;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;

/**
 * A thread's calls by a generated client on a connection of its own, one after the other. The
 * connection is made anew where it broke. Used by one thread at a time.
 */
final class ThriftCaller<Q, R> implements Caller<Q, R> {
  private final ThriftMethod<Q, R> method;
  private final Address server;
  private final boolean tuned;
  private final DriverOptions options;
  private @Nullable Connection open;

  /** For calls that only write, which no read ends in time; null for others. */
  private @Nullable Deadlines writes;

  private record Connection(DeadlineSocket socket, Calls.Client calls) {}

  private ThriftCaller(
      ThriftMethod<Q, R> method, Address server, boolean tuned, DriverOptions options) {
    this.method = method;
    this.server = server;
    this.tuned = tuned;
    this.options = options;
  }

  static <Q, R> ThriftCaller<Q, R> connected(
      ThriftMethod<Q, R> method, Address server, boolean tuned, DriverOptions options)
      throws CallException {
    ThriftCaller<Q, R> caller = new ThriftCaller<>(method, server, tuned, options);
    caller.open = caller.connect(options.connectTimeout());
    return caller;
  }

  /** The same, whose socket is closed where a call that has no reply is not written in time. */
  ThriftCaller<Q, R> writingWithin(Deadlines deadlines) {
    writes = deadlines;
    return this;
  }

  private Connection connect(Duration timeout) throws CallException {
    try {
      DeadlineSocket socket = new DeadlineSocket(server, timeout, options.tls());
      socket.open();
      return new Connection(socket, new Calls.Client(protocol(socket)));
    } catch (TException e) {
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
  }

  private TProtocol protocol(DeadlineSocket socket) throws TTransportException {
    return tuned
        ? new TCompactProtocol(
            ThriftBounds.framed(socket), ThriftBounds.MAX_STRING_BYTES, ThriftBounds.MAX_ELEMENTS)
        : new TBinaryProtocol(socket, ThriftBounds.MAX_STRING_BYTES, ThriftBounds.MAX_ELEMENTS);
  }

  @Override
  public R call(Q request) throws CallException {
    Duration deadline = options.deadline();
    long until = System.nanoTime() + deadline.toNanos();
    Connection now = open;
    if (now == null) {
      now = connect(options.deadline());
      open = now;
    }
    now.socket.limit(until);
    try (Deadlines.Watch watch = writes == null ? null : writes.watch()) {
      if (watch != null) {
        watch.endBy(now.socket::cut);
      }
      return method.call(now.calls, request);
    } catch (Refused refused) {
      throw new CallException(FailureKind.REFUSED, String.valueOf(refused.getReason()), refused);
    } catch (TException | RuntimeException e) { // the decoders throw any, as arrays do
      close(); // a late answer must not answer the next call
      throw writes != null && until - System.nanoTime() <= 0
          ? new DeadlineExceededException(deadline)
          : failure(e, now.socket.isBroken(), deadline);
    }
  }

  private static CallException failure(Exception e, boolean broken, Duration deadline) {
    if (e instanceof TTransportException transport) {
      if (transport.getType() == TTransportException.TIMED_OUT) {
        return new DeadlineExceededException(deadline);
      }
      if (broken || e.getCause() instanceof IOException) {
        return new CallException(FailureKind.DISCONNECTED, NetworkFailures.describe(e), e);
      }
    }
    return new CallException(
        isOfTheServer(e) ? FailureKind.REFUSED : FailureKind.PROTOCOL,
        NetworkFailures.describe(e),
        e);
  }

  /** Thrift's client throws this exception, too, where an answer is none to the call. */
  private static boolean isOfTheServer(Exception e) {
    return e instanceof TApplicationException application
        && application.getType() != TApplicationException.BAD_SEQUENCE_ID
        && application.getType() != TApplicationException.MISSING_RESULT;
  }

  @Override
  public void close() {
    Connection now = open;
    if (now != null) {
      open = null;
      now.socket.close();
    }
  }
}
