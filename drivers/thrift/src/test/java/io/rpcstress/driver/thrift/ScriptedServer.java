package io.rpcstress.driver.thrift;

import io.rpcstress.contract.thrift.generated.Calls;
import io.rpcstress.contract.thrift.generated.Refused;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Target;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializable;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.layered.TFramedTransport;

/** Answers each greeting as a test wants it; one thread for each connection. */
final class ScriptedServer implements AutoCloseable {

  /** What it does with a call. */
  interface Script {
    void answer(String name, int id, Answering answering) throws Exception;
  }

  final AtomicInteger connections = new AtomicInteger();
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final boolean tuned;
  private final Script script;

  ScriptedServer(String variant, Script script) throws IOException {
    this.tuned = variant.equals("tuned");
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
    try (socket) {
      TSocket transport = new TSocket(socket);
      TProtocol protocol =
          tuned
              ? new TCompactProtocol(new TFramedTransport(transport))
              : new TBinaryProtocol(transport);
      while (true) {
        TMessage head = protocol.readMessageBegin();
        Calls.greet_args asked = new Calls.greet_args();
        asked.read(protocol);
        protocol.readMessageEnd();
        script.answer(
            asked.getName(), head.seqid, new Answering(protocol, socket.getOutputStream()));
      }
    } catch (Exception gone) {
      // the driver closed it, or the script wants it closed
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  /**
   * What a script answers with.
   *
   * @param protocol for messages
   * @param out for anything else
   */
  record Answering(TProtocol protocol, OutputStream out) {

    void greet(int id, String name) throws TException {
      Calls.greet_result result = new Calls.greet_result();
      result.setSuccess("hello, " + name);
      write(TMessageType.REPLY, id, result);
    }

    void refuse(int id, String why) throws TException {
      Calls.greet_result result = new Calls.greet_result();
      result.setRefused(new Refused(why));
      write(TMessageType.REPLY, id, result);
    }

    void nothing(int id) throws TException {
      write(TMessageType.REPLY, id, new Calls.greet_result());
    }

    void fail(int id) throws TException {
      write(
          TMessageType.EXCEPTION,
          id,
          new TApplicationException(TApplicationException.INTERNAL_ERROR, "not today"));
    }

    private void write(byte type, int id, TSerializable content) throws TException {
      protocol.writeMessageBegin(new TMessage("greet", type, id));
      content.write(protocol);
      protocol.writeMessageEnd();
      protocol.getTransport().flush();
    }
  }
}
