package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.generated.Calls;
import io.rpcstress.contract.thrift.generated.Item;
import io.rpcstress.server.base.HostilePeersContract.GoodClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/** Thrift's own client, on one connection. */
final class ThriftClient implements GoodClient {
  private static final int PATIENCE_MILLIS = (int) TimeUnit.MINUTES.toMillis(1);
  private static final int ENOUGH_BYTES = 64;

  final TProtocol protocol;
  final Calls.Client calls;
  private final TTransport transport;

  ThriftClient(InetSocketAddress server, boolean tuned) throws IOException {
    try {
      TSocket socket = new TSocket(server.getHostString(), server.getPort(), PATIENCE_MILLIS);
      socket.open();
      transport = tuned ? new TFramedTransport(socket) : socket;
      protocol = protocol(transport, tuned);
      calls = new Calls.Client(protocol);
    } catch (TException e) {
      throw new IOException(e);
    }
  }

  private static TProtocol protocol(TTransport transport, boolean tuned) {
    return tuned ? new TCompactProtocol(transport) : new TBinaryProtocol(transport);
  }

  private interface Writing {
    void to(TProtocol protocol) throws TException;
  }

  private static byte[] written(boolean tuned, Writing message) {
    try {
      TMemoryBuffer memory = new TMemoryBuffer(ENOUGH_BYTES);
      message.to(protocol(tuned ? new TFramedTransport(memory) : memory, tuned));
      byte[] bytes = new byte[memory.length()];
      System.arraycopy(memory.getArray(), 0, bytes, 0, bytes.length);
      return bytes;
    } catch (TException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A call as it is sent first. */
  static byte[] request(String name, boolean tuned) {
    return written(tuned, protocol -> new Calls.Client(protocol).send_greet(name));
  }

  /** A list as it is sent first. */
  static byte[] request(List<Item> items, boolean tuned) {
    return written(tuned, protocol -> new Calls.Client(protocol).send_listEcho(items));
  }

  /** Its answer as it is sent. */
  static byte[] answer(String greeting, boolean tuned) {
    return written(
        tuned,
        protocol -> {
          protocol.writeMessageBegin(new TMessage("greet", TMessageType.REPLY, 1));
          Calls.greet_result result = new Calls.greet_result();
          result.setSuccess(greeting);
          result.write(protocol);
          protocol.writeMessageEnd();
          protocol.getTransport().flush();
        });
  }

  @Override
  public String greet(String name) throws IOException {
    try {
      return calls.greet(name);
    } catch (TException e) {
      throw new IOException(e);
    }
  }

  boolean put(byte[] key, byte[] value) throws TException {
    return calls.put(ByteBuffer.wrap(key), ByteBuffer.wrap(value));
  }

  @Override
  public void close() {
    transport.close();
  }
}
