package io.rpcstress.driver;

import java.util.Locale;

/**
 * How calling threads share connections; equal policies make technologies comparable.
 *
 * @param kind the way of sharing
 * @param count connections; 0 for {@link Kind#PER_THREAD}, where the threads determine it
 */
public record ConnectionPolicy(Kind kind, int count) {

  /** The ways of sharing. */
  public enum Kind {
    /** Many calls are open on each connection at once; threads are spread over them in turn. */
    MULTIPLEXED,
    /** A connection carries one call at a time; threads borrow one and give it back. */
    POOL,
    /** Every thread has a connection of its own. */
    PER_THREAD;

    /** The word used in options and files. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static final int MAX_COUNT = 100_000;

  /**
   * Checks the count.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public ConnectionPolicy {
    boolean good = kind == Kind.PER_THREAD ? count == 0 : count >= 1 && count <= MAX_COUNT;
    if (!good) {
      throw new IllegalArgumentException(
          "connections: %d %s given, 1 to %d expected".formatted(count, kind.label(), MAX_COUNT));
    }
  }

  /** Every thread has a connection of its own. */
  public static ConnectionPolicy perThread() {
    return new ConnectionPolicy(Kind.PER_THREAD, 0);
  }

  /** Many calls at once on each of {@code count} connections. */
  public static ConnectionPolicy multiplexed(int count) {
    return new ConnectionPolicy(Kind.MULTIPLEXED, count);
  }

  /** One call at a time on each of {@code count} connections. */
  public static ConnectionPolicy pool(int count) {
    return new ConnectionPolicy(Kind.POOL, count);
  }

  /**
   * Reads {@code multiplexed}, {@code multiplexed:N}, {@code pool:K}, {@code per-thread}, or a
   * plain {@code N}: that many connections of the technology's own kind.
   *
   * @param own the technology's own policy, whose kind a plain number takes
   * @throws IllegalArgumentException if the text is none of these; the message says what is
   *     expected
   */
  public static ConnectionPolicy parse(String text, ConnectionPolicy own) {
    int colon = text.indexOf(':');
    String word = colon < 0 ? text : text.substring(0, colon);
    String number = colon < 0 ? "" : text.substring(colon + 1);
    try {
      if (text.equals(Kind.PER_THREAD.label())) {
        return perThread();
      }
      if (word.equals(Kind.MULTIPLEXED.label())) {
        return multiplexed(colon < 0 ? 1 : Integer.parseInt(number));
      }
      if (word.equals(Kind.POOL.label()) && colon > 0) {
        return pool(Integer.parseInt(number));
      }
      int plain = Integer.parseInt(text);
      return own.kind == Kind.PER_THREAD ? pool(plain) : new ConnectionPolicy(own.kind, plain);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + text + "': multiplexed, multiplexed:N, pool:K, per-thread or a number expected", e);
    }
  }

  /** As in options and files: {@code multiplexed:1}, {@code pool:15}, {@code per-thread}. */
  @Override
  public String toString() {
    return kind == Kind.PER_THREAD ? kind.label() : kind.label() + ":" + count;
  }
}
