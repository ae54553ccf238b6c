package io.rpcstress.server.socket;

import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.contract.socket.MalformedMessageException;
import io.rpcstress.contract.socket.Messages;
import io.rpcstress.server.base.CallProgress;
import io.rpcstress.server.base.Peer;
import io.rpcstress.server.base.Peers;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/**
 * One client's connection: its thread reads a call, answers it, and reads the next, so that nothing
 * more is read from a peer that does not take its answers. A blocking read or write has no end of
 * its own: {@link Peers} give it one, from another thread.
 */
final class Connection implements Runnable, Peer {
  /** What the tuned server reads ahead and gathers, bytes: some hundred calls of the usual size. */
  private static final int BUFFER_BYTES = 4 * 1024;

  private final Socket socket;
  private final Operations operations;
  private final Peers peers;
  private final Duration linger;
  private final CallProgress progress = new CallProgress();
  private final Input input;
  private final OutputStream output;
  private final Messages messages;

  /**
   * Takes the socket over, which has its place among the peers.
   *
   * @param linger how long it may stay with its last answer, where the server ends it
   */
  Connection(
      Socket socket, Idl idl, Operations operations, Peers peers, Duration linger, boolean tuned)
      throws IOException {
    this.socket = socket;
    this.operations = operations;
    this.peers = peers;
    this.linger = linger;
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
        if (peers.answered(this)) {
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
      cut();
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
    long until = System.nanoTime() + linger.toNanos();
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

  @Override
  public CallProgress progress() {
    return progress;
  }

  @Override
  public int unread() throws IOException {
    return input.available();
  }

  /** Its thread, if it waits for a call, reads the end of the stream. */
  @Override
  public void endInput() {
    try {
      socket.shutdownInput();
    } catch (IOException gone) {
      // it has ended
    }
  }

  @Override
  public void cut() {
    try {
      socket.close();
    } catch (IOException closing) {
      // nothing more can be done with it
    }
  }
}
