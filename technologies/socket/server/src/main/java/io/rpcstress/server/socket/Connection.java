package io.rpcstress.server.socket;

import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.contract.socket.MalformedMessageException;
import io.rpcstress.contract.socket.Messages;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** One client's connection: its thread reads a call, answers it, and reads the next. */
final class Connection implements Runnable {
  /** What the tuned server reads ahead and gathers, bytes: some hundred calls of the usual size. */
  private static final int BUFFER_BYTES = 4 * 1024;

  private final Socket socket;
  private final Operations operations;
  private final Input input;
  private final OutputStream output;
  private final Messages messages;

  Connection(Socket socket, Idl idl, Operations operations, boolean tuned) throws IOException {
    this.socket = socket;
    this.operations = operations;
    OutputStream out = socket.getOutputStream();
    if (tuned) {
      socket.setTcpNoDelay(true);
      out = new BufferedOutputStream(out, BUFFER_BYTES);
    }
    output = out;
    input = new Input(socket.getInputStream(), tuned ? BUFFER_BYTES : 0);
    messages = idl.open(input, output, tuned);
  }

  @Override
  public void run() {
    try (socket) {
      Call call = messages.readCall();
      while (call != null) {
        Answer answer = operations.answer(call);
        messages.write(answer);
        if (!input.isAhead()) { // else the next answer leaves with this one
          output.flush();
        }
        call = messages.readCall();
      }
      output.flush();
    } catch (MalformedMessageException malformed) {
      operations.malformed(); // the bytes that follow cannot be separated from those before
    } catch (IOException gone) {
      // the peer, or the server drains
    }
  }
}
