package io.rpcstress.driver;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * A connection whose reads can have to be done by a deadline, however the bytes come. Written by
 * one thread at a time and read by one thread at a time, which may be two.
 */
public final class BlockingSocket implements AutoCloseable {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  /** Zero where reads take as long as they do. */
  private Duration deadline = Duration.ZERO;

  private long until;

  private BlockingSocket(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new TimedInput(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /**
   * Connects.
   *
   * @param noDelay whether {@code TCP_NODELAY} is set
   * @throws CallException of kind {@link FailureKind#CONNECT}
   */
  public static BlockingSocket connect(Address server, Duration timeout, boolean noDelay)
      throws CallException {
    Socket socket = new Socket();
    try {
      InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
      if (address.isUnresolved()) {
        throw new UnknownHostException("unknown host " + server.host());
      }
      if (noDelay) {
        socket.setTcpNoDelay(true);
      }
      socket.connect(address, DriverOptions.millis(timeout));
      return new BlockingSocket(socket);
    } catch (IOException e) {
      close(socket);
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
  }

  /** What the server sends. */
  public InputStream input() {
    return in;
  }

  /** What is sent to the server. */
  public OutputStream output() {
    return out;
  }

  /**
   * Limits the reads from now on.
   *
   * @param time by when they have to be done, as {@link System#nanoTime} returns it
   * @param callDeadline how long the call had that this ends
   */
  public void limitReads(long time, Duration callDeadline) {
    until = time;
    deadline = callDeadline;
  }

  /** What a call failed by whose read or write did. */
  public CallException failure(IOException e) {
    return e instanceof SocketTimeoutException
        ? new DeadlineExceededException(deadline)
        : new CallException(FailureKind.DISCONNECTED, NetworkFailures.describe(e), e);
  }

  @Override
  public void close() {
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }

  /** Gives each read what is left until the deadline. */
  private final class TimedInput extends FilterInputStream {

    TimedInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      limit();
      return in.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      limit();
      return in.read(into, offset, length);
    }

    private void limit() throws IOException {
      if (deadline.isZero()) {
        return;
      }
      long left = (until - System.nanoTime()) / NANOS_PER_MILLI;
      if (left <= 0) {
        throw new SocketTimeoutException("the deadline came amid an answer");
      }
      socket.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
    }
  }
}
