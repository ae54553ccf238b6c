package io.rpcstress.server.grpc;

import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts the open connections and refuses those beyond the limit. */
final class Connections extends ServerTransportFilter {
  private static final Attributes.Key<Boolean> COUNTED =
      Attributes.Key.create("io.rpcstress.counted");

  private final int limit;
  private final AtomicInteger open = new AtomicInteger();

  Connections(int limit) {
    this.limit = limit;
  }

  long open() {
    return open.get();
  }

  @Override
  public Attributes transportReady(Attributes attributes) {
    if (open.incrementAndGet() > limit) {
      open.decrementAndGet();
      // grpc-java has no limit of its own; an exception here ends the connection.
      throw new IllegalStateException("more than " + limit + " connections");
    }
    return attributes.toBuilder().set(COUNTED, true).build();
  }

  @Override
  public void transportTerminated(@Nullable Attributes attributes) {
    if (attributes != null && attributes.get(COUNTED) != null) {
      open.decrementAndGet();
    }
  }
}
