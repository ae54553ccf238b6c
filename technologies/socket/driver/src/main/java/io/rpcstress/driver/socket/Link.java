package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.MalformedMessageException;
import io.rpcstress.contract.socket.Messages;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.BlockingSocket;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.socket.SocketDriver.Setup;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * One connection that carries calls out and answers in. Written by one thread at a time and read by
 * one thread at a time, which may be two. After an exception it is out of step: close it.
 */
final class Link implements AutoCloseable {
  /** What is read at a time where reading is buffered, bytes. */
  private static final int BUFFER_BYTES = 8 * 1024;

  private final BlockingSocket socket;
  private final Messages messages;

  Link(Setup setup, Address server, Duration timeout) throws CallException {
    socket = BlockingSocket.connect(server, timeout, setup.noDelay());
    InputStream plain = socket.input();
    InputStream in = setup.buffered() ? new BufferedInputStream(plain, BUFFER_BYTES) : plain;
    messages = setup.idl().open(in, socket.output(), setup.reused());
  }

  void write(Call call) throws CallException {
    try {
      messages.write(call);
    } catch (IOException e) {
      throw socket.failure(e);
    }
  }

  /** Reads the next answer, for as long as it takes. */
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
      throw socket.failure(e);
    }
  }

  /**
   * Reads the next answer by a deadline, however its bytes come.
   *
   * @param until as {@link System#nanoTime} returns it
   * @param deadline how long that was, for the message
   */
  Answer read(long until, Duration deadline) throws CallException {
    socket.limitReads(until, deadline);
    return read();
  }

  @Override
  public void close() {
    socket.close();
  }
}
