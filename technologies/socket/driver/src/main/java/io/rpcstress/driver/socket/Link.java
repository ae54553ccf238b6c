package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.MalformedMessageException;
import io.rpcstress.contract.socket.Messages;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.socket.SocketDriver.Setup;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * One connection that carries calls out and answers in. Written by one thread at a time and read by
 * one thread at a time, which may be two. After an exception it is out of step: close it.
 */
final class Link implements AutoCloseable {
  /** What is read at a time where reading is buffered, bytes. */
  private static final int BUFFER_BYTES = 8 * 1024;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Socket socket;
  private final DeadlineInput input;
  private final Messages messages;

  private Link(Socket socket, Setup setup) throws IOException {
    this.socket = socket;
    this.input = new DeadlineInput(socket);
    this.messages =
        setup
            .idl()
            .open(
                setup.buffered() ? new BufferedInputStream(input, BUFFER_BYTES) : input,
                socket.getOutputStream(),
                setup.reused());
  }

  /**
   * Connects.
   *
   * @throws CallException of kind {@link FailureKind#CONNECT}
   */
  static Link connect(Setup setup, Address server, Duration timeout) throws CallException {
    Socket socket = new Socket();
    try {
      InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
      if (address.isUnresolved()) {
        throw new UnknownHostException("unknown host " + server.host());
      }
      if (setup.noDelay()) {
        socket.setTcpNoDelay(true);
      }
      socket.connect(address, Math.toIntExact(timeout.toMillis()));
      return new Link(socket, setup);
    } catch (IOException e) {
      closeQuietly(socket);
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
  }

  /**
   * Sends a call.
   *
   * @throws CallException where the connection broke
   */
  void write(Call call) throws CallException {
    try {
      messages.write(call);
    } catch (IOException e) {
      throw disconnected(e);
    }
  }

  /**
   * Reads the next answer, for as long as it takes.
   *
   * @throws CallException where the connection broke, or what came is no answer
   */
  Answer read() throws CallException {
    try {
      Answer answer = messages.readAnswer();
      if (answer == null) {
        throw new CallException(FailureKind.DISCONNECTED, "the server closed the connection");
      }
      return answer;
    } catch (MalformedMessageException e) {
      throw new CallException(FailureKind.PROTOCOL, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw disconnected(e);
    }
  }

  /**
   * Reads the next answer by a deadline, however its bytes come.
   *
   * @param until as {@link System#nanoTime} returns it
   * @param deadline how long that was, for the message
   * @throws DeadlineExceededException where it did not come in time
   * @throws CallException where the connection broke, or what came is no answer
   */
  Answer read(long until, Duration deadline) throws CallException {
    input.until = until;
    input.limited = true;
    try {
      return read();
    } catch (CallException e) {
      throw e.getCause() instanceof SocketTimeoutException
          ? new DeadlineExceededException(deadline)
          : e;
    }
  }

  private static CallException disconnected(IOException e) {
    return new CallException(FailureKind.DISCONNECTED, NetworkFailures.describe(e), e);
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

  /** Gives each read what is left until the deadline. Confined to the thread that reads. */
  private static final class DeadlineInput extends InputStream {
    private final Socket socket;
    private final InputStream in;
    private boolean limited;
    private long until;

    DeadlineInput(Socket socket) throws IOException {
      this.socket = socket;
      this.in = socket.getInputStream();
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
      if (!limited) {
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
