package io.rpcstress.rpcx.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.util.internal.PlatformDependent;
import io.rpcstress.rpcx.Limits;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a process holds at a moment. Immutable.
 *
 * @param values all that was read
 */
record Held(Map<Resource, Long> values) {
  private static final int MEGABYTE = 1 << 20;
  private static final long COLLECT_PAUSE_MILLIS = 100;

  /** What is looked at, and by how much it may be more than before. */
  enum Resource {
    /** Used heap, bytes. */
    HEAP(16L * MEGABYTE),
    /** Buffers outside of the heap, bytes: Netty keeps chunks for the next ones. */
    DIRECT(32L * MEGABYTE),
    /** Live threads: the pool of blocking handlers ends its threads after a while. */
    THREADS(Limits.BLOCKING_THREADS / 4),
    /** Open file descriptors, sockets included. */
    DESCRIPTORS(8),
    /** Calls that have not ended. */
    IN_FLIGHT(0),
    /** Connections of a service centre. */
    CONNECTIONS(0),
    /** Unread replies, bytes, as the budget counts them. */
    UNWRITTEN(0),
    /** Large frames that are not whole, bytes, as the budget counts them. */
    RECEIVING(0),
    /** Requests of calls that have left the event loop, bytes, as the budget counts them. */
    REQUESTS(0),
    /** Buffers that Netty found unreleased. */
    LEAKS(0);

    private final long tolerance;

    Resource(long tolerance) {
      this.tolerance = tolerance;
    }

    /** By how much it may be more than before, in its unit. */
    long tolerance() {
      return tolerance;
    }

    String text(long value) {
      boolean bytes = this == HEAP || this == DIRECT;
      return bytes ? "%.1f MB".formatted(value / (double) MEGABYTE) : Long.toString(value);
    }
  }

  /**
   * Reads this process; what only a service centre knows is 0.
   *
   * @param collect whether garbage goes first
   */
  static Held here(boolean collect, long inFlight) throws InterruptedException {
    if (collect) {
      // Twice: the first one finds the buffers that the second one's cleaners have freed.
      System.gc();
      Thread.sleep(COLLECT_PAUSE_MILLIS);
      System.gc();
    }
    Map<Resource, Long> values = new EnumMap<>(Resource.class);
    for (Resource each : Resource.values()) {
      values.put(each, 0L);
    }
    values.put(Resource.HEAP, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    values.put(Resource.DIRECT, direct());
    values.put(Resource.THREADS, (long) ManagementFactory.getThreadMXBean().getThreadCount());
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    if (system instanceof UnixOperatingSystemMXBean unix) {
      values.put(Resource.DESCRIPTORS, unix.getOpenFileDescriptorCount());
    }
    values.put(Resource.IN_FLIGHT, inFlight);
    values.put(Resource.LEAKS, Leaks.found());
    return new Held(values);
  }

  private static long direct() {
    long bytes = PlatformDependent.useDirectBufferNoCleaner() ? nettysOwn() : 0;
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      if ("direct".equals(pool.getName())) {
        bytes += pool.getMemoryUsed();
      }
    }
    return bytes;
  }

  /** What Netty takes past the JDK's pool. */
  private static long nettysOwn() {
    return Math.max(0, PlatformDependent.usedDirectMemory());
  }

  long get(Resource resource) {
    return values.getOrDefault(resource, 0L);
  }

  /** The same with another value. */
  Held with(Resource resource, long value) {
    Map<Resource, Long> changed = new EnumMap<>(values);
    changed.put(resource, value);
    return new Held(changed);
  }

  /** In one line, for {@link #parse}. */
  String line() {
    StringBuilder line = new StringBuilder();
    values.forEach(
        (resource, value) -> line.append(resource).append('=').append(value).append(' '));
    return line.toString().trim();
  }

  /**
   * Reads a line of {@link #line}.
   *
   * @throws IllegalArgumentException if it is another one
   */
  static Held parse(String line) {
    Map<Resource, Long> values = new EnumMap<>(Resource.class);
    for (String pair : line.split(" ", -1)) {
      int at = pair.indexOf('=');
      if (at < 0) {
        throw new IllegalArgumentException("\"" + line + "\" does not contain what is held");
      }
      values.put(Resource.valueOf(pair.substring(0, at)), Long.parseLong(pair.substring(at + 1)));
    }
    return new Held(values);
  }

  /** What is more than it was before, beyond its tolerance. */
  List<Resource> beyond(Held before) {
    List<Resource> beyond = new ArrayList<>();
    for (Resource each : Resource.values()) {
      if (get(each) - before.get(each) > each.tolerance()) {
        beyond.add(each);
      }
    }
    return beyond;
  }
}
