package io.rpcstress.driver.thrift;

import io.rpcstress.contract.thrift.generated.Calls;
import io.rpcstress.contract.thrift.generated.Refused;
import io.rpcstress.driver.LoopbackServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
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

/** Answers each greeting as a test wants it. */
final class ScriptedServer extends LoopbackServer {

  /** What it does with a call. */
  interface Script {
    void answer(String name, int id, Answering answering) throws Exception;
  }

  private final boolean tuned;
  private final Script script;

  ScriptedServer(String variant, Script script) throws IOException {
    super(0);
    this.tuned = variant.equals("tuned");
    this.script = script;
    start();
  }

  @Override
  protected void serve(Socket socket) throws Exception {
    TSocket transport = new TSocket(socket);
    TProtocol protocol =
        tuned
            ? new TCompactProtocol(new TFramedTransport(transport))
            : new TBinaryProtocol(transport);
    while (true) {
      TMessage head = protocol.readMessageBegin();
      Calls.greet_args greet = new Calls.greet_args();
      greet.read(protocol);
      protocol.readMessageEnd();
      script.answer(greet.getName(), head.seqid, new Answering(protocol, socket.getOutputStream()));
    }
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
