package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.contract.socket.Messages;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Target;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers each call as a test wants it; one thread for each connection. */
final class ScriptedServer implements AutoCloseable {

  /** What it does with a call. */
  interface Script {
    void answer(Call call, Messages messages, OutputStream out) throws Exception;
  }

  final AtomicInteger connections = new AtomicInteger();
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Idl idl;
  private final Script script;

  ScriptedServer(Idl idl, Script script) throws IOException {
    this.idl = idl;
    this.script = script;
    daemon(this::accept);
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  Target target() {
    return Target.of(new Address("127.0.0.1", listener.getLocalPort()));
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        daemon(() -> serve(socket));
      }
    } catch (IOException closed) {
      // the test is over
    }
  }

  private void serve(Socket socket) {
    try (socket;
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream()) {
      Messages messages = idl.open(in, out, false);
      for (Call call = messages.readCall(); call != null; call = messages.readCall()) {
        script.answer(call, messages, out);
      }
    } catch (Exception gone) {
      // the driver closed it, or the script wants it closed
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
