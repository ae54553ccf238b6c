package io.rpcstress.driver.mml;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.mml.Frame;
import io.rpcstress.contract.mml.MalformedMessageException;
import io.rpcstress.contract.mml.Message;
import io.rpcstress.contract.mml.TypedJson;
import io.rpcstress.driver.LoopbackServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * An MML server on plain sockets, which records every name and does what a name requests: {@code
 * late} is never answered, {@code garbage} by what is no message, {@code huge} by a length beyond
 * all limits, {@code foreign} with another id, {@code list} by a list.
 */
final class ScriptedServer extends LoopbackServer {
  /** Names in the order of their arrival. */
  final Queue<String> names = new ConcurrentLinkedQueue<>();

  ScriptedServer() throws IOException {
    this(0);
  }

  ScriptedServer(int port) throws IOException {
    super(port);
    start();
  }

  @Override
  protected void serve(Socket socket) throws IOException, MalformedMessageException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    OutputStream out = socket.getOutputStream();
    while (true) {
      byte[] frame = new byte[in.readInt()];
      in.readFully(frame);
      long id = ByteBuffer.wrap(frame).getLong();
      Message call =
          TypedJson.read(
              new ByteArrayInputStream(frame, Frame.ID_BYTES, frame.length - Frame.ID_BYTES));
      String name = ((Message.GreetCall) call).name();
      names.add(name);
      switch (name) {
        case "late" -> {}
        case "garbage" -> out.write(frame(id, "{\"@type\":\"java.lang.Runtime\"}".getBytes(UTF_8)));
        case "huge" -> out.write(new byte[] {0x7f, 0, 0, 0});
        case "foreign" -> out.write(frame(id + 1_000, message(new Message.Greeting("hello"))));
        case "list" -> out.write(frame(id, message(new Message.Echo(List.of()))));
        case "refused" -> out.write(frame(id, message(new Message.Refused("not so"))));
        default -> out.write(frame(id, message(new Message.Greeting("hello, " + name))));
      }
    }
  }

  private static byte[] message(Message message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TypedJson.write(message, bytes);
    return bytes.toByteArray();
  }

  private static byte[] frame(long id, byte[] json) {
    return ByteBuffer.allocate(Frame.LENGTH_BYTES + Frame.ID_BYTES + json.length)
        .putInt(Frame.ID_BYTES + json.length)
        .putLong(id)
        .put(json)
        .array();
  }

  @Override
  public void close() throws IOException {
    die();
  }

  /** Every connection is reset, and nothing listens. */
  void die() throws IOException {
    reset();
  }
}
