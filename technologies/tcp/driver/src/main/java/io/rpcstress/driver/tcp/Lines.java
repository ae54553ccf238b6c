package io.rpcstress.driver.tcp;

import io.rpcstress.contract.Message;
import io.rpcstress.contract.MessageFrame;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.BlockingSocket;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/**
 * One connection that carries requests out and lines in, each ended by a newline. Written by one
 * thread at a time and read by one thread at a time, which may be two.
 */
final class Lines implements AutoCloseable {

  /** The longest reply that is read, bytes: a peer must not choose how much memory is taken. */
  static final int LONGEST_LINE = Message.MAX_BYTES + MessageFrame.REPLY_HEADER_BYTES;

  private static final int FIRST_BUFFER = 1_024;

  private final BlockingSocket socket;
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int from;
  private int to;

  Lines(Address server, Duration timeout) throws CallException {
    socket = BlockingSocket.connect(server, timeout, /* noDelay= */ true);
  }

  /** Sends a request in one packet where it fits one. */
  void write(byte[] request) throws CallException {
    try {
      socket.output().write(request);
    } catch (IOException e) {
      throw socket.failure(e);
    }
  }

  /** Reads one line by a deadline. After a miss the connection is out of step: close it. */
  <T> T read(Line<T> line, Duration deadline) throws CallException {
    socket.limitReads(System.nanoTime() + deadline.toNanos(), deadline);
    return read(line);
  }

  /** Reads one line, for as long as it takes. */
  <T> T read(Line<T> line) throws CallException {
    int searched = from;
    while (true) {
      int end = to > from ? line.end(buffer, from, searched, to) : Line.INCOMPLETE;
      if (end != Line.INCOMPLETE) {
        int begin = from;
        from = end;
        return line.read(buffer, begin, end);
      }
      searched = to - from;
      makeRoom();
      readMore();
    }
  }

  private void readMore() throws CallException {
    try {
      int read = socket.input().read(buffer, to, buffer.length - to);
      if (read < 0) {
        throw new CallException(FailureKind.DISCONNECTED, "the server closed the connection");
      }
      to += read;
    } catch (IOException e) {
      throw socket.failure(e);
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

  @Override
  public void close() {
    socket.close();
  }
}
