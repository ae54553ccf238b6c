package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Limits;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * What a peer can make a server log, at most so many lines a second: a stack for every failed call
 * would fill a disk. Thread-safe.
 */
final class FailureLog {
  private final Logger logger;
  private final LongSupplier nanos;
  private long second;
  private int lines;
  private long left;

  FailureLog(LongSupplier nanos) {
    this(nanos, LoggerFactory.getLogger("io.rpcstress.rpcx.server"));
  }

  FailureLog(LongSupplier nanos, Logger logger) {
    this.nanos = nanos;
    this.logger = logger;
    second = seconds();
  }

  /** Logs a call that failed: an exception as a warning, an error of the JVM as an error. */
  void failed(String label, Throwable problem) {
    failed(label, problem, problem instanceof Exception ? Level.WARN : Level.ERROR);
  }

  /** Logs a call that failed. */
  void failed(String label, Throwable problem, Level level) {
    long unlogged;
    synchronized (this) {
      long now = seconds();
      if (now != second) {
        second = now;
        lines = 0;
      }
      if (++lines > Limits.MAX_LOGGED_PER_SECOND) {
        left++;
        return;
      }
      unlogged = left;
      left = 0;
    }
    if (unlogged > 0) {
      logger.atLevel(level).log("{} more calls failed that were not logged", unlogged);
    }
    logger.atLevel(level).setCause(problem).log("{} failed", label);
  }

  /** The logger, for what no peer can repeat at will. */
  Logger logger() {
    return logger;
  }

  private long seconds() {
    return TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong());
  }

  /** The server's log, made when there is something to log: a good call needs none. */
  static final class Lazy {
    private @Nullable FailureLog log;

    Lazy() {}

    /** A log that is made already. */
    Lazy(FailureLog log) {
      this.log = log;
    }

    synchronized FailureLog get() {
      FailureLog found = log;
      if (found == null) {
        found = new FailureLog(System::nanoTime);
        log = found;
      }
      return found;
    }
  }
}
