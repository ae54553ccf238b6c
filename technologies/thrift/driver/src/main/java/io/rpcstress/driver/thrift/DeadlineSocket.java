package io.rpcstress.driver.thrift;

import io.rpcstress.contract.TlsSide;
import io.rpcstress.contract.thrift.ThriftBounds;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.DriverOptions;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;

/**
 * Thrift's socket, whose reads all end by one deadline, however the bytes of an answer come. Used
 * by one thread at a time.
 */
final class DeadlineSocket extends TSocket {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Address server;
  private final Duration connectTimeout;
  private final @Nullable TlsSide tls;
  private long until;
  private boolean broken;

  /** One that is not open, and will be plain where there are no keys. */
  DeadlineSocket(Address server, Duration connectTimeout, @Nullable TlsSide tls)
      throws TTransportException {
    super(
        ThriftBounds.ofStream(),
        server.host(),
        server.port(),
        0,
        DriverOptions.millis(connectTimeout));
    this.server = server;
    this.connectTimeout = connectTimeout;
    this.tls = tls;
  }

  /** Thrift's own sockets with TLS do not verify the server's name. */
  @Override
  public void open() throws TTransportException {
    super.open();
    if (tls == null) {
      return;
    }
    try {
      setSocketTimeout(DriverOptions.millis(connectTimeout));
      SSLSocket encrypted =
          (SSLSocket)
              tls.context()
                  .getSocketFactory()
                  .createSocket(getSocket(), server.host(), server.port(), /* autoClose= */ true);
      SSLParameters verifying = encrypted.getSSLParameters();
      verifying.setEndpointIdentificationAlgorithm("HTTPS");
      encrypted.setSSLParameters(verifying);
      encrypted.startHandshake();
      inputStream_ = new BufferedInputStream(encrypted.getInputStream());
      outputStream_ = new BufferedOutputStream(encrypted.getOutputStream());
    } catch (IOException e) {
      close();
      throw new TTransportException(TTransportException.NOT_OPEN, e);
    }
  }

  /** What is read from now on has to be here by then, as {@link System#nanoTime} returns it. */
  void limit(long deadline) {
    until = deadline;
  }

  /** Ends what another thread writes. */
  void cut() {
    try {
      getSocket().close();
    } catch (IOException gone) {
      // it is what was wanted
    }
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
