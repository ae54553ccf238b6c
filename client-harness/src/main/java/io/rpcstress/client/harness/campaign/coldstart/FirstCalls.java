package io.rpcstress.client.harness.campaign.coldstart;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a fresh client process says of its first calls. Instants are of the host's monotonic clock
 * ({@link System#nanoTime}), which all processes of a Linux host share, so that the one that
 * started this one can subtract its own.
 *
 * @param openedAt when it began to connect, ns
 * @param firstAt when the first good reply was there, ns
 * @param lastAt when the last one was, ns
 * @param calls good replies, 1 or more
 * @param cpuNanos CPU time of the process until then, the start of the JVM included, ns; or {@link
 *     io.rpcstress.usage.ProcessUsage#UNKNOWN}
 * @param rssKb resident memory with the connection open and no call, KiB; or unknown
 */
public record FirstCalls(
    long openedAt, long firstAt, long lastAt, int calls, long cpuNanos, long rssKb) {

  private static final String START = "first-calls ";

  public String line() {
    return START + JsonMapper.shared().writeValueAsString(this);
  }

  static FirstCalls parse(String text) {
    String line =
        text.lines()
            .filter(each -> each.startsWith(START))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("it wrote nothing of its calls"));
    try {
      return JsonMapper.shared().readValue(line.substring(START.length()), FirstCalls.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("what it wrote of its calls: " + e.getMessage(), e);
    }
  }
}
