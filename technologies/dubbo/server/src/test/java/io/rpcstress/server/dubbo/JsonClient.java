package io.rpcstress.server.dubbo;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.server.base.HostilePeersContract.GoodClient;
import io.rpcstress.server.base.ServerJarContract.Greeter;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** JSON over HTTP/1.1 by hand, as Triple answers it. */
final class JsonClient implements Greeter, GoodClient {
  static final String GREET = "/io.rpcstress.contract.dubbo.Calls/greet";
  private static final int PATIENCE_MILLIS = (int) TimeUnit.MINUTES.toMillis(1);
  private static final String LENGTH = "content-length: ";

  private final Socket socket = new Socket();
  private final InputStream in;

  /** What came back. */
  record Reply(int status, String body) {}

  JsonClient(InetSocketAddress server) throws IOException {
    socket.connect(server);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** A request with its body. */
  static byte[] request(String path, String type, String body) {
    byte[] bytes = body.getBytes(UTF_8);
    return "POST %s HTTP/1.1\r\nHost: b\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(path, type, bytes.length, body)
        .getBytes(UTF_8);
  }

  /** A greeting to a name that needs no escape. */
  static byte[] greeting(String name) {
    return request(GREET, "application/json", "[\"" + name + "\"]");
  }

  JsonClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  Reply receive() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(US_ASCII).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the connection ended");
      }
      head.write(next);
    }
    String text = head.toString(US_ASCII).toLowerCase(java.util.Locale.ROOT);
    int at = text.indexOf(LENGTH) + LENGTH.length();
    int length = Integer.parseInt(text.substring(at, text.indexOf("\r\n", at)));
    return new Reply(
        Integer.parseInt(text.substring(9, 12)), new String(in.readNBytes(length), UTF_8));
  }

  @Override
  public String greet(String name) throws IOException {
    Reply reply = send(greeting(name)).receive();
    if (reply.status() != 200) {
      throw new IOException("answered " + reply);
    }
    return reply.body().substring(1, reply.body().length() - 1); // a string in JSON
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
