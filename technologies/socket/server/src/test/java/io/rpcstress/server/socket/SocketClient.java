package io.rpcstress.server.socket;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.contract.socket.Messages;
import io.rpcstress.server.base.ServerJarContract.Greeter;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** One socket and the messages of a language, as plain as can be. */
final class SocketClient implements Greeter {
  private static final long PATIENCE_SECONDS = 60;

  private final Socket socket = new Socket();
  private final Messages messages;
  private long lastId;

  SocketClient(Idl idl, InetSocketAddress server) throws IOException {
    socket.connect(server);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    messages = idl.open(socket.getInputStream(), socket.getOutputStream(), false);
  }

  /** A call as it is sent. */
  static byte[] bytes(Idl idl, Call call) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      idl.open(InputStream.nullInputStream(), bytes, false).write(call);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** An answer as it is sent. */
  static byte[] bytes(Idl idl, Answer answer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      idl.open(InputStream.nullInputStream(), bytes, false).write(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  void send(Call call) throws IOException {
    messages.write(call);
  }

  Answer receive() throws IOException {
    Answer answer = messages.readAnswer();
    if (answer == null) {
      throw new EOFException("the server ended the connection");
    }
    return answer;
  }

  Answer ask(Call call) throws IOException {
    send(call);
    return receive();
  }

  Answer put(byte[] key, byte[] value) throws IOException {
    return ask(Call.put(++lastId, new Entry(key, value)));
  }

  @Override
  public String greet(String name) throws IOException {
    Answer answer = ask(Call.greet(++lastId, name));
    if (answer.kind() != Answer.Kind.GREETING || answer.id() != lastId) {
      throw new IOException("sent " + lastId + ", received " + answer);
    }
    return answer.text();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
