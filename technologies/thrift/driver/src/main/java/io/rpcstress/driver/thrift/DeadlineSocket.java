package io.rpcstress.driver.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import io.rpcstress.driver.Address;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;

/**
 * Thrift's socket, whose reads all end by one deadline, however the bytes of an answer come. Used
 * by one thread at a time.
 */
final class DeadlineSocket extends TSocket {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private long until;
  private boolean broken;

  /** One that is not open. */
  DeadlineSocket(Address server, Duration connectTimeout) throws TTransportException {
    super(
        ThriftBounds.ofStream(),
        server.host(),
        server.port(),
        0,
        Math.max(1, (int) Math.min(connectTimeout.toMillis(), Integer.MAX_VALUE)));
  }

  /**
   * What is read from now on has to be here by then.
   *
   * @param deadline as {@link System#nanoTime} returns it
   */
  void limit(long deadline) {
    until = deadline;
  }

  /** Whether a read failed: the connection, not what came over it. */
  boolean isBroken() {
    return broken;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws TTransportException {
    try {
      long left = (until - System.nanoTime()) / NANOS_PER_MILLI;
      if (left <= 0) {
        throw new TTransportException(
            TTransportException.TIMED_OUT, new SocketTimeoutException("amid an answer"));
      }
      setSocketTimeout((int) Math.min(left, Integer.MAX_VALUE)); // no system call
      return super.read(into, offset, length);
    } catch (TTransportException e) {
      broken = true;
      throw e;
    }
  }
}
