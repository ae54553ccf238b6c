package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.Limits;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One address of a service, and whether it is sick: one that failed {@link
 * Limits#EJECT_AFTER_FAILURES} times in a row gets no calls for {@link Limits#EJECTION} while
 * others do. After that a single further failure ejects it again, and a single success forgives it.
 * Thread-safe.
 */
final class Address {
  private final String host;
  private final int port;
  private final AtomicInteger failures = new AtomicInteger();
  private volatile boolean ejected;
  private volatile long ejectedUntilNanos;

  Address(String host, int port) {
    this.host = host;
    this.port = port;
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }

  /** A call was answered well. Costs a read in the usual case. */
  void succeeded() {
    if (failures.get() != 0) {
      failures.set(0);
      ejected = false;
    }
  }

  /** A call found the server overloaded, lost, or too slow for its deadline. */
  void failed() {
    if (failures.incrementAndGet() >= Limits.EJECT_AFTER_FAILURES && !ejected()) {
      ejectedUntilNanos = System.nanoTime() + Limits.EJECTION.toNanos();
      ejected = true;
    }
  }

  /** Whether it was sick lately. */
  boolean ejected() {
    return ejected && ejectedUntilNanos - System.nanoTime() > 0;
  }

  @Override
  public String toString() {
    return port == 0 ? host + " (in this process)" : host + ":" + port;
  }
}
