package io.rpcstress.server.socket;

import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.contract.socket.MalformedMessageException;
import io.rpcstress.contract.socket.Messages;
import io.rpcstress.server.base.CallProgress;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/**
 * One client's connection: its thread reads a call, answers it, and reads the next, so that nothing
 * more is read from a peer that does not take its answers. A blocking read or write has no end of
 * its own: {@link #closeWhereLate} gives it one, from another thread.
 */
final class Connection implements Runnable {
  /** What the tuned server reads ahead and gathers, bytes: some hundred calls of the usual size. */
  private static final int BUFFER_BYTES = 4 * 1024;

  private final Socket socket;
  private final Operations operations;
  private final TimeLimits limits;
  private final CallProgress progress = new CallProgress();
  private final Input input;
  private final OutputStream output;
  private final Messages messages;

  private volatile boolean draining;

  /** Takes the socket over. */
  Connection(Socket socket, Idl idl, Operations operations, TimeLimits limits, boolean tuned)
      throws IOException {
    this.socket = socket;
    this.operations = operations;
    this.limits = limits;
    OutputStream out = socket.getOutputStream();
    if (tuned) {
      socket.setTcpNoDelay(true);
      out = new BufferedOutputStream(out, BUFFER_BYTES);
    }
    output = out;
    input = new Input(socket.getInputStream(), progress, tuned ? BUFFER_BYTES : 0);
    messages = idl.open(input, output, tuned);
  }

  @Override
  public void run() {
    try {
      Call call = messages.readCall();
      while (call != null) {
        Answer answer = operations.answer(call);
        messages.write(answer);
        if (!input.isAhead()) { // else the next answer leaves with this one
          output.flush();
        }
        progress.end();
        if (draining && input.available() == 0) {
          break;
        }
        call = messages.readCall();
      }
      end();
    } catch (MalformedMessageException malformed) {
      operations.malformed();
      end(); // the bytes that follow cannot be told from those before
    } catch (IOException gone) {
      // The peer, or it was late.
    } finally {
      close();
    }
  }

  /**
   * Ends the output behind the last answer. To close at once, with unread input, would destroy it.
   */
  private void end() {
    try {
      output.flush();
      socket.shutdownOutput();
      if (!socket.isInputShutdown()) {
        linger();
      }
    } catch (IOException gone) {
      // It took what it wanted.
    }
  }

  private void linger() throws IOException {
    long until = System.nanoTime() + limits.linger().toNanos();
    InputStream in = socket.getInputStream();
    byte[] unread = new byte[BUFFER_BYTES];
    int read = 0;
    while (read >= 0) {
      long left = Duration.ofNanos(until - System.nanoTime()).toMillis();
      if (left <= 0) {
        return;
      }
      socket.setSoTimeout((int) left);
      read = in.read(unread);
    }
  }

  /** Cuts it. */
  void close() {
    try {
      socket.close();
    } catch (IOException closing) {
      // nothing more can be done with it
    }
  }

  /** Closes it where its peer keeps it waiting for too long. Called now and then, by one thread. */
  void closeWhereLate(long now) {
    if (progress.isLate(now, limits.stalled(), limits.idle())) {
      close();
    }
  }

  /**
   * Ends it as soon as what has arrived is answered. Called again and again, by one thread, until
   * it is over.
   */
  void drain() {
    draining = true;
    try {
      if (progress.isQuiet() && input.available() == 0) {
        socket.shutdownInput(); // its thread, if it waits for a call, reads the end of the stream
      }
    } catch (IOException gone) {
      close();
    }
  }
}
