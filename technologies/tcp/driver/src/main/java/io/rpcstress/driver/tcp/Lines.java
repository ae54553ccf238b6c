package io.rpcstress.driver.tcp;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;

/**
 * One connection that carries requests out and lines in, each ended by a newline. Written by one
 * thread at a time and read by one thread at a time, which may be two.
 */
final class Lines implements AutoCloseable {

  /** The longest line that is read, bytes: a peer must not choose how much memory is taken. */
  static final int LONGEST_LINE = 16 * 1024 * 1024;

  private static final int FIRST_BUFFER = 1_024;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int from;
  private int to;

  private Lines(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  /**
   * Connects.
   *
   * @throws CallException of kind {@link FailureKind#CONNECT}
   */
  static Lines connect(String host, int port, Duration timeout) throws CallException {
    Socket socket = new Socket();
    try {
      InetSocketAddress address = new InetSocketAddress(host, port);
      if (address.isUnresolved()) {
        throw new UnknownHostException("unknown host " + host);
      }
      socket.setTcpNoDelay(true);
      socket.connect(address, Math.toIntExact(timeout.toMillis()));
      return new Lines(socket);
    } catch (IOException e) {
      closeQuietly(socket);
      throw new CallException(
          FailureKind.CONNECT, e.getMessage() == null ? e.toString() : e.getMessage(), e);
    }
  }

  /**
   * Sends a request in one packet where it fits one.
   *
   * @throws CallException where the connection broke
   */
  void write(byte[] request) throws CallException {
    try {
      out.write(request);
    } catch (IOException e) {
      throw disconnected(e);
    }
  }

  /**
   * Reads one line, for as long as it takes.
   *
   * @throws CallException where the connection broke or the line is too long
   */
  <T> T read(Line<T> line) throws CallException {
    try {
      return read(line, 0, Duration.ZERO);
    } catch (IOException e) {
      throw disconnected(e);
    }
  }

  /**
   * Reads one line by a deadline. After a miss the connection is out of step: close it.
   *
   * @throws DeadlineExceededException where it did not come in time
   * @throws CallException where the connection broke or the line is too long
   */
  <T> T read(Line<T> line, Duration deadline) throws CallException {
    try {
      return read(line, System.nanoTime() + deadline.toNanos(), deadline);
    } catch (SocketTimeoutException e) {
      throw new DeadlineExceededException(deadline);
    } catch (IOException e) {
      throw disconnected(e);
    }
  }

  private <T> T read(Line<T> line, long until, Duration deadline)
      throws IOException, CallException {
    int searched = from;
    while (true) {
      int end = to > from ? line.end(buffer, from, searched, to) : Line.INCOMPLETE;
      if (end != Line.INCOMPLETE) {
        int begin = from;
        from = end;
        return line.read(buffer, begin, end);
      }
      int kept = to - from;
      makeRoom();
      searched = kept;
      if (!deadline.isZero()) {
        long left = (until - System.nanoTime()) / NANOS_PER_MILLI;
        if (left <= 0) {
          throw new DeadlineExceededException(deadline);
        }
        socket.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
      }
      int read = in.read(buffer, to, buffer.length - to);
      if (read < 0) {
        throw new CallException(FailureKind.DISCONNECTED, "the server closed the connection");
      }
      to += read;
    }
  }

  private void makeRoom() throws CallException {
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, to - from);
      to -= from;
      from = 0;
    }
    if (to == buffer.length) {
      if (to >= LONGEST_LINE) {
        throw new CallException(
            FailureKind.PROTOCOL, "a reply longer than " + LONGEST_LINE + " bytes");
      }
      buffer = Arrays.copyOf(buffer, Math.min(LONGEST_LINE, buffer.length * 2));
    }
  }

  private static CallException disconnected(IOException e) {
    return new CallException(
        FailureKind.DISCONNECTED, e.getMessage() == null ? e.toString() : e.getMessage(), e);
  }

  @Override
  public void close() {
    closeQuietly(socket);
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
