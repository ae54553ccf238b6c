package io.rpcstress.usage;

import static io.rpcstress.usage.ProcessUsage.UNKNOWN;

import java.util.Map;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a server reports about itself at its usage endpoint: the calls it served and what they cost.
 * Unknown values are {@link ProcessUsage#UNKNOWN} and are left out of the text.
 *
 * @param variant how it is set up, {@code example} or {@code tuned}; null where an older server
 *     does not report it
 * @param startedMillis when the server's process started, ms since 1970 by its host's clock;
 *     another value means another process, whose counters began anew
 * @param callsServed calls answered correctly since start-up
 * @param callsFailed calls answered with an error (too long a name, an unknown method)
 * @param processors that the server's process may use, 1 or more; an older server is unknown, as
 *     with all that follows
 * @param readyRssKb resident memory when the server began to accept calls, KiB: its memory at rest
 * @param workNanos how long the calls that it served took in it, added up, without the time in
 *     which they waited for other services, ns; unknown of a server whose operations call no other
 * @param scrapes how often its counters were read by a client that does not measure, such as
 *     Prometheus: each reading takes processor time
 * @param pack the packs of messages that it answers, by name and hash, with commas between; null
 *     where it has none
 * @param tls how connections to it are encrypted; null where they are not
 * @param callsRan different calls that it ran, by the numbers in their names; unknown of a server
 *     that does not count them
 * @param callsRanAgain how often it ran one of these again
 */
public record ServerUsage(
    String technology,
    @Nullable String variant,
    long startedMillis,
    long processId,
    long callsServed,
    long callsFailed,
    long openConnections,
    ProcessUsage process,
    long processors,
    long readyRssKb,
    long workNanos,
    long scrapes,
    @Nullable String pack,
    @Nullable String tls,
    long callsRan,
    long callsRanAgain) {

  private static final String INFO = "rpcstress_server_info";
  private static final String LABEL = INFO + "{technology=\"";

  // A series of its own: an older client passes over it, but would take no second label above.
  private static final String VARIANT = "rpcstress_server_variant{variant=\"";
  private static final String PACK = "rpcstress_server_message{pack=\"";
  private static final String TLS = "rpcstress_server_tls{mode=\"";
  private static final String LABEL_END = "\"}";
  private static final String STARTED = "rpcstress_started_milliseconds";
  private static final String PROCESS_ID = "rpcstress_process_id";
  private static final String SERVED = "rpcstress_calls_served";
  private static final String FAILED = "rpcstress_calls_failed";
  private static final String CONNECTIONS = "rpcstress_open_connections";
  private static final String CPU = "rpcstress_cpu_nanoseconds";
  private static final String SWITCHES = "rpcstress_context_switches";
  private static final String ALLOCATED = "rpcstress_allocated_bytes";
  private static final String GC = "rpcstress_gc_milliseconds";
  private static final String RSS = "rpcstress_rss_kibibytes";
  private static final String COMPILE = "rpcstress_compile_nanoseconds";
  private static final String PROCESSORS = "rpcstress_processors";
  private static final String READY_RSS = "rpcstress_ready_rss_kibibytes";
  private static final String READ_AT = "rpcstress_read_nanoseconds";
  private static final String WORK = "rpcstress_work_nanoseconds";
  private static final String SCRAPES = "rpcstress_scrapes";
  private static final String RAN = "rpcstress_calls_ran";
  private static final String RAN_AGAIN = "rpcstress_calls_ran_again";
  private static final String PEAK_RSS = "rpcstress_peak_rss_kibibytes";

  /** Checks the names: they are written between quotes. */
  public ServerUsage {
    checkName("technology", technology);
    if (variant != null) {
      checkName("variant", variant);
    }
    if (pack != null) {
      for (String each : pack.split(",", -1)) {
        checkName("message", each);
      }
    }
    if (tls != null) {
      checkName("tls", tls);
    }
  }

  /** What a server reports that has no messages, plain connections, and calls without numbers. */
  public ServerUsage(
      String technology,
      @Nullable String variant,
      long startedMillis,
      long processId,
      long callsServed,
      long callsFailed,
      long openConnections,
      ProcessUsage process,
      long processors,
      long readyRssKb,
      long workNanos,
      long scrapes) {
    this(
        technology,
        variant,
        startedMillis,
        processId,
        callsServed,
        callsFailed,
        openConnections,
        process,
        processors,
        readyRssKb,
        workNanos,
        scrapes,
        null,
        null,
        UNKNOWN,
        UNKNOWN);
  }

  private static void checkName(String what, String name) {
    if (!name.matches("[a-z0-9][a-z0-9-]{0,63}")) {
      throw new IllegalArgumentException(
          what + " \"" + UsageText.clipped(name) + "\": expected a-z, 0-9 and hyphens");
    }
  }

  /**
   * The calls and the cost between an earlier reading of the same server and this one; unknown
   * where the server was started anew in between, but for the calls that it has run again since.
   */
  public ServerUsage since(ServerUsage earlier) {
    if (!technology.equals(earlier.technology)) {
      throw new IllegalArgumentException(
          "usage of " + technology + " compared with that of " + earlier.technology);
    }
    boolean isAnew = startedMillis != earlier.startedMillis;
    LongBinaryOperator growth = isAnew ? (later, before) -> UNKNOWN : ProcessUsage::difference;
    return new ServerUsage(
        technology,
        variant,
        startedMillis,
        processId,
        growth.applyAsLong(callsServed, earlier.callsServed),
        growth.applyAsLong(callsFailed, earlier.callsFailed),
        openConnections,
        isAnew ? ProcessUsage.NOTHING_KNOWN : process.since(earlier.process),
        processors,
        readyRssKb,
        growth.applyAsLong(workNanos, earlier.workNanos),
        growth.applyAsLong(scrapes, earlier.scrapes),
        pack,
        tls,
        growth.applyAsLong(callsRan, earlier.callsRan),
        isAnew ? callsRanAgain : ProcessUsage.difference(callsRanAgain, earlier.callsRanAgain));
  }

  /**
   * What this server and another one of its technology report together. The process is this one's,
   * but for its start, which is that of the one that was started last: where either is started
   * anew, {@link #since} knows nothing.
   */
  public ServerUsage plus(ServerUsage other) {
    return new ServerUsage(
        technology,
        variant,
        Math.max(startedMillis, other.startedMillis),
        processId,
        ProcessUsage.sum(callsServed, other.callsServed),
        ProcessUsage.sum(callsFailed, other.callsFailed),
        ProcessUsage.sum(openConnections, other.openConnections),
        process.plus(other.process),
        ProcessUsage.sum(processors, other.processors),
        ProcessUsage.sum(readyRssKb, other.readyRssKb),
        ProcessUsage.sum(workNanos, other.workNanos),
        ProcessUsage.sum(scrapes, other.scrapes),
        pack,
        tls,
        ProcessUsage.sum(callsRan, other.callsRan),
        ProcessUsage.sum(callsRanAgain, other.callsRanAgain));
  }

  /** The text form (Prometheus text exposition), one value a line; unknown values are left out. */
  public String toText() {
    StringBuilder text = new StringBuilder(2048);
    text.append("# HELP ").append(INFO).append(" what answers here\n");
    label(text, LABEL, technology);
    label(text, VARIANT, variant);
    label(text, PACK, pack);
    label(text, TLS, tls);
    line(text, STARTED, "gauge", startedMillis);
    line(text, PROCESS_ID, "gauge", processId);
    line(text, SERVED, "counter", callsServed);
    line(text, FAILED, "counter", callsFailed);
    line(text, CONNECTIONS, "gauge", openConnections);
    line(text, CPU, "counter", process.cpuNanos());
    line(text, SWITCHES, "counter", process.contextSwitches());
    line(text, ALLOCATED, "counter", process.allocatedBytes());
    line(text, COMPILE, "counter", process.compileNanos());
    line(text, GC, "counter", process.gcMillis());
    line(text, RSS, "gauge", process.rssKb());
    line(text, PEAK_RSS, "gauge", process.peakRssKb());
    line(text, READ_AT, "gauge", process.readNanos());
    line(text, PROCESSORS, "gauge", processors);
    line(text, READY_RSS, "gauge", readyRssKb);
    line(text, WORK, "counter", workNanos);
    line(text, SCRAPES, "counter", scrapes);
    line(text, RAN, "counter", callsRan);
    line(text, RAN_AGAIN, "counter", callsRanAgain);
    return text.toString();
  }

  /**
   * The same for Prometheus: each metric with its help and type, in seconds and bytes, under names
   * of a server's own. No program here reads it back.
   */
  public String toMetrics() {
    return ServerMetricsText.of(this);
  }

  /** A series of one label, which is in its start. */
  private static void label(StringBuilder text, String start, @Nullable String value) {
    if (value != null) {
      String name = start.substring(0, start.indexOf('{'));
      text.append("# TYPE ").append(name).append(" gauge\n");
      text.append(start).append(value).append(LABEL_END).append(" 1\n");
    }
  }

  private static void line(StringBuilder text, String name, String type, long value) {
    if (ProcessUsage.isKnown(value)) {
      text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
      text.append(name).append(' ').append(value).append('\n');
    }
  }

  /** Reads the text form. Names that are not known here are ignored, absent ones are unknown. */
  public static ServerUsage parse(String text) {
    Map<String, String> series = UsageText.parse(text);
    String technology = label(series, LABEL);
    if (technology == null) {
      throw new IllegalArgumentException("usage text without " + LABEL + "..." + LABEL_END);
    }
    return new ServerUsage(
        technology,
        label(series, VARIANT),
        number(series, STARTED),
        number(series, PROCESS_ID),
        number(series, SERVED),
        number(series, FAILED),
        number(series, CONNECTIONS),
        new ProcessUsage(
            number(series, CPU),
            number(series, SWITCHES),
            number(series, ALLOCATED),
            number(series, COMPILE),
            number(series, GC),
            number(series, RSS),
            number(series, PEAK_RSS),
            number(series, READ_AT)),
        number(series, PROCESSORS),
        number(series, READY_RSS),
        number(series, WORK),
        number(series, SCRAPES),
        label(series, PACK),
        label(series, TLS),
        number(series, RAN),
        number(series, RAN_AGAIN));
  }

  /** The text of the one label of a series; null where there is no such series. */
  private static @Nullable String label(Map<String, String> series, String start) {
    for (String name : series.keySet()) {
      if (name.startsWith(start) && name.endsWith(LABEL_END)) {
        return name.substring(start.length(), name.length() - LABEL_END.length());
      }
    }
    return null;
  }

  private static long number(Map<String, String> series, String name) {
    String value = series.get(name);
    if (value == null) {
      return UNKNOWN;
    }
    if (!value.matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException(
          name + " is \"" + UsageText.clipped(value) + "\": expected a whole number, 0 or more");
    }
    return Long.parseLong(value);
  }
}
