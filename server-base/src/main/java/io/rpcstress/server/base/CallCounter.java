package io.rpcstress.server.base;

import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import io.rpcstress.usage.ServerVariant;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Counts the calls of a server: a few nanoseconds each, from any thread. */
public final class CallCounter {
  private final LongAdder served = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private volatile LongSupplier connections = () -> ProcessUsage.UNKNOWN;

  /** A counter at zero. */
  public CallCounter() {}

  /** One call was answered as asked. */
  public void served() {
    served.increment();
  }

  /** One call was answered with an error, or refused. */
  public void failed() {
    failed.increment();
  }

  /** Where to ask for the number of open connections; unknown until a technology says so. */
  public void connectionsFrom(LongSupplier open) {
    connections = open;
  }

  /** What was counted so far, with what this process has used. */
  ServerUsage usage(String technology, ServerVariant variant) {
    return new ServerUsage(
        technology,
        variant.label(),
        ManagementFactory.getRuntimeMXBean().getStartTime(),
        ProcessHandle.current().pid(),
        served.sum(),
        failed.sum(),
        connections.getAsLong(),
        ProcessUsage.read());
  }
}
