package io.rpcstress.driver.nats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.LoopbackServer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** Speaks as a NATS server does, and answers each request as a test wants it. */
final class ScriptedNats extends LoopbackServer {
  private static final String INFO =
      "INFO {\"server_id\":\"scripted\",\"version\":\"2.9.10\",\"proto\":1,\"headers\":true,"
          + "\"max_payload\":1048576}\r\n";

  /** What it does with a request. */
  interface Script {
    void answer(String name, Answering answering) throws Exception;
  }

  private final Script script;
  private final boolean refusing;

  ScriptedNats(Script script) throws IOException {
    this(script, false);
  }

  /** One that may refuse every client's credentials. */
  ScriptedNats(Script script, boolean refusing) throws IOException {
    super(0);
    this.script = script;
    this.refusing = refusing;
    start();
  }

  @Override
  protected void serve(Socket socket) throws Exception {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    OutputStream out = socket.getOutputStream();
    write(out, INFO);
    String subscription = "";
    while (true) {
      String[] words = line(in).split(" ", -1);
      switch (words[0]) {
        case "CONNECT" -> {
          if (refusing) {
            write(out, "-ERR 'Authorization Violation'\r\n");
            return;
          }
        }
        case "PING" -> write(out, "PONG\r\n");
        case "SUB" -> subscription = words[2]; // SUB subject id
        case "PUB" -> { // PUB subject reply-to bytes
          byte[] body = in.readNBytes(Integer.parseInt(words[3]));
          in.skipNBytes(2);
          script.answer(new String(body, UTF_8), new Answering(words[2], subscription, out));
        }
        default -> throw new IOException("unexpected: " + words[0]);
      }
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      line.write(next);
    }
    return line.toString(UTF_8).strip();
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(UTF_8));
  }

  /**
   * What a script answers a request with.
   *
   * @param out for anything that is no message
   */
  record Answering(String replyTo, String subscription, OutputStream out)
      implements DriverContract.Answering {

    @Override
    public void greet(String name) throws IOException {
      String text = "hello, " + name;
      write(
          out,
          "MSG %s %s %d\r\n%s\r\n"
              .formatted(replyTo, subscription, text.getBytes(UTF_8).length, text));
    }

    /** As our server refuses, with a reason. */
    void refuse(String why) throws IOException {
      withHeaders("NATS/1.0\r\nNats-Service-Error-Code: 400\r\n\r\n", why);
    }

    /** As a NATS server does where no subscription has the subject. */
    void reportNoResponders() throws IOException {
      withHeaders("NATS/1.0 503\r\n\r\n", "");
    }

    private void withHeaders(String headers, String body) throws IOException {
      int headerBytes = headers.getBytes(UTF_8).length;
      write(
          out,
          "HMSG %s %s %d %d\r\n%s%s\r\n"
              .formatted(
                  replyTo,
                  subscription,
                  headerBytes,
                  headerBytes + body.getBytes(UTF_8).length,
                  headers,
                  body));
    }
  }
}
