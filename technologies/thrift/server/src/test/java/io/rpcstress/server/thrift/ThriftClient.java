package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.generated.Calls;
import io.rpcstress.server.base.ServerJarContract.Greeter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/** Thrift's own client, on one connection. */
final class ThriftClient implements Greeter {
  private static final int PATIENCE_MILLIS = (int) TimeUnit.MINUTES.toMillis(1);

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
