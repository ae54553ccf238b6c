package io.rpcstress.server.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** The jar as every server's jar is held to. */
class TcpServerJarIT extends ServerJarContract {
  TcpServerJarIT() {
    super("tcp", 9004);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) throws IOException {
    return new LineClient(server);
  }

  /** One socket, one call at a time. */
  private static final class LineClient implements Greeter {
    private final Socket socket = new Socket();
    private final BufferedReader replies;

    LineClient(InetSocketAddress server) throws IOException {
      socket.connect(server);
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(ServerProcess.PATIENCE_SECONDS));
      replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    @Override
    public String greet(String name) throws IOException {
      socket.getOutputStream().write((name + "\n").getBytes(UTF_8));
      String reply = replies.readLine();
      if (reply == null) {
        throw new EOFException("the server ended the connection");
      }
      return reply;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
