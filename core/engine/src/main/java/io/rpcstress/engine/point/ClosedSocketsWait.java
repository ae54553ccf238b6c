package io.rpcstress.engine.point;

import io.rpcstress.driver.Address;
import io.rpcstress.driver.Target;
import io.rpcstress.usage.ClosedSockets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Waits for the connections to a point's servers that the kernel remembers. Each holds a port, and
 * a client that connects searches for a free one: a load that left thousands of them is part of the
 * next one's latencies, which are of another rate. Confined to one thread.
 */
record ClosedSocketsWait(IntSupplier remembered, Duration longest, Duration look) {
  /** Fewer are left alone: a fourteenth of the ports that Linux has for connections. */
  static final int MAX_REMEMBERED = 2_000;

  /** Linux remembers one for 60 s. */
  private static final Duration LONGEST = Duration.ofSeconds(65);

  private static final Duration LOOK = Duration.ofMillis(500);

  /** For those to a point's servers. */
  ClosedSocketsWait(Target target) {
    this(remembered(ports(target)), LONGEST, LOOK);
  }

  private static Set<Integer> ports(Target target) {
    Set<Integer> ports = new HashSet<>();
    ports.add(target.primary().port());
    target.replicas().stream().map(Address::port).forEach(ports::add);
    return Set.copyOf(ports);
  }

  private static IntSupplier remembered(Set<Integer> ports) {
    ClosedSockets closed = new ClosedSockets();
    return () -> closed.to(ports, MAX_REMEMBERED);
  }

  /**
   * Waits until few are remembered, at most as long as the kernel remembers one.
   *
   * @param warning receives a line where it waits, and where too many are left
   */
  void await(Consumer<String> warning) throws InterruptedException {
    int left = remembered.getAsInt();
    if (left <= MAX_REMEMBERED) {
      return;
    }
    warning.accept(
        ("waiting until the kernel has forgotten %,d closed connections of the load before, %d s "
                + "at most")
            .formatted(left, longest.toSeconds()));
    long end = System.nanoTime() + longest.toNanos();
    while (left > MAX_REMEMBERED && System.nanoTime() - end < 0) {
      Thread.sleep(look.toMillis());
      left = remembered.getAsInt();
    }
    if (left > MAX_REMEMBERED) {
      warning.accept(
          "%,d closed connections are still remembered; opening a connection may be slower"
              .formatted(left));
    }
  }
}
