package io.rpcstress.client.harness.campaign.coldstart;

import io.rpcstress.usage.ProcessUsage;
import java.util.HashMap;
import java.util.Map;

/**
 * What a fresh client process says of its first calls. Instants are of the host's monotonic clock
 * ({@link System#nanoTime}), which all processes of a Linux host share, so that whoever started
 * this one can subtract its own.
 *
 * @param openedAt when it began to connect, ns
 * @param firstAt when the first good reply was there, ns
 * @param lastAt when the last one was, ns
 * @param calls good replies, 1 or more
 * @param cpuNanos CPU time of the process until then, the start of the JVM included, ns; or {@link
 *     ProcessUsage#UNKNOWN}
 * @param rssKb resident memory with the connection open and no call, KiB; or unknown
 */
public record FirstCalls(
    long openedAt, long firstAt, long lastAt, int calls, long cpuNanos, long rssKb) {

  private static final String START = "first-calls ";

  /** One line, for the process that started this one. */
  public String line() {
    return START
        + "openedAt=%d firstAt=%d lastAt=%d calls=%d cpuNanos=%d rssKb=%d"
            .formatted(openedAt, firstAt, lastAt, calls, cpuNanos, rssKb);
  }

  /**
   * Reads what a process wrote.
   *
   * @param text all its lines; others than this one's are passed over
   */
  static FirstCalls parse(String text) {
    String line =
        text.lines()
            .filter(each -> each.startsWith(START))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("it said nothing of its calls"));
    Map<String, Long> values = new HashMap<>();
    for (String word : line.substring(START.length()).split(" ", -1)) {
      if (!word.matches("[a-zA-Z]+=-?[0-9]{1,18}")) {
        throw new IllegalArgumentException("'" + word + "' is no value of its calls");
      }
      int equals = word.indexOf('=');
      values.put(word.substring(0, equals), Long.valueOf(word.substring(equals + 1)));
    }
    return new FirstCalls(
        value(values, "openedAt"),
        value(values, "firstAt"),
        value(values, "lastAt"),
        (int) value(values, "calls"),
        value(values, "cpuNanos"),
        value(values, "rssKb"));
  }

  private static long value(Map<String, Long> values, String name) {
    Long value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("it did not say " + name);
    }
    return value;
  }
}
