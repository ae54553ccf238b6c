package io.rpcstress.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;

/** Carries connections to a server as they are, and counts their bytes before they arrive. */
final class CountingRelay extends LoopbackServer {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final Address server;
  private final LongAdder sent = new LongAdder();
  private final LongAdder received = new LongAdder();

  CountingRelay(Address server) throws IOException {
    super(0);
    this.server = server;
    start();
  }

  /** From clients, bytes. */
  long sent() {
    return sent.sum();
  }

  /** From the server, bytes. */
  long received() {
    return received.sum();
  }

  @Override
  protected void serve(Socket client) throws Exception {
    try (Socket called = new Socket(server.host(), server.port())) {
      Thread replies = new Thread(() -> carry(called, client, received), "replies");
      replies.setDaemon(true);
      replies.start();
      carry(client, called, sent);
    }
  }

  private static void carry(Socket from, Socket to, LongAdder counted) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read; (read = in.read(buffer)) > 0; ) {
        counted.add(read);
        out.write(buffer, 0, read);
      }
      to.shutdownOutput();
    } catch (IOException gone) {
      // one of both has closed it
    }
  }
}
