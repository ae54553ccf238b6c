package io.rpcstress.server.thrift;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.ServerContext;
import org.apache.thrift.server.TServerEventHandler;
import org.apache.thrift.transport.TTransport;
import org.jspecify.annotations.Nullable;

/** Counts the connections that Thrift reports as open. Thread-safe. */
final class OpenConnections implements TServerEventHandler {
  private final AtomicInteger open = new AtomicInteger();

  int count() {
    return open.get();
  }

  @Override
  public void preServe() {}

  @Override
  @SuppressWarnings("NullAway") // a connection without a context has null
  public @Nullable ServerContext createContext(TProtocol in, TProtocol out) {
    open.incrementAndGet();
    return null;
  }

  @Override
  public void deleteContext(@Nullable ServerContext context, TProtocol in, TProtocol out) {
    open.decrementAndGet();
  }

  @Override
  public void processContext(@Nullable ServerContext context, TTransport in, TTransport out) {}
}
