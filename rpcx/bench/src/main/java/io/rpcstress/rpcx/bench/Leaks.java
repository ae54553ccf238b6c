package io.rpcstress.rpcx.bench;

import io.netty.buffer.ByteBufUtil;
import io.netty.util.ResourceLeakDetector;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the buffers that Netty finds unreleased in this process. Thread-safe. */
final class Leaks {
  private static final AtomicLong FOUND = new AtomicLong();

  private Leaks() {}

  /** Has every buffer watched, from now on. */
  static void watch() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ByteBufUtil.setLeakListener(
        (kind, records) -> {
          long unused = FOUND.incrementAndGet();
          System.err.println("leak of " + kind + ": " + records);
        });
  }

  /** How many there were; 0 if not watched. */
  static long found() {
    return FOUND.get();
  }
}
