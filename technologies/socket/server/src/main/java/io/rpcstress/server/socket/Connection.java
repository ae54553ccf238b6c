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
import org.jspecify.annotations.Nullable;

/** One client's connection: its thread reads a call, answers it, and reads the next. */
final class Connection implements Runnable {
  /** What the tuned server reads ahead and gathers, bytes: some hundred calls of the usual size. */
  private static final int BUFFER_BYTES = 4 * 1024;

  private final Socket socket;
  private final Operations operations;

  /** Null where a message is read as far as it is needed, and no further. */
  private final @Nullable ReadAhead ahead;

  private final OutputStream output;
  private final Messages messages;

  Connection(Socket socket, Idl idl, Operations operations, boolean tuned) throws IOException {
    this.socket = socket;
    this.operations = operations;
    if (tuned) {
      socket.setTcpNoDelay(true);
      ahead = new ReadAhead(socket.getInputStream(), BUFFER_BYTES);
      output = new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES);
      messages = idl.open(ahead, output, true);
    } else {
      ahead = null;
      output = socket.getOutputStream();
      messages = idl.open(socket.getInputStream(), output, false);
    }
  }

  @Override
  public void run() {
    try (socket) {
      Call call = messages.readCall();
      while (call != null) {
        Answer answer = operations.answer(call);
        messages.write(answer);
        if (ahead == null || !ahead.isAhead()) { // else the next answer leaves with this one
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
