package io.rpcstress.usage;

import static io.rpcstress.usage.MetricsText.secondsOfMillis;
import static io.rpcstress.usage.MetricsText.secondsOfNanos;

import java.math.BigDecimal;

/**
 * What a server reports, as Prometheus expects it: names of the server's own, base units. The
 * client reads {@link ServerUsage#toText} instead, whose names stay as they are.
 */
final class ServerMetricsText {

  private static final String PREFIX = "rpcstress_server_";
  private static final BigDecimal KIBIBYTE = BigDecimal.valueOf(1024);

  private ServerMetricsText() {}

  static String of(ServerUsage usage) {
    ProcessUsage process = usage.process();
    String variant = usage.variant();
    MetricsText text = new MetricsText();
    text.gauge(
        PREFIX + "info",
        "Which server answers here: always 1.",
        1,
        "technology",
        usage.technology(),
        "variant",
        variant == null ? "" : variant);
    text.gauge(
        PREFIX + "start_timestamp_seconds",
        "When the server's process started, in seconds since 1970 by its host's clock.",
        secondsOfMillis(usage.startedMillis()));
    text.gauge(PREFIX + "processors", "Processors that the process may use.", usage.processors());
    String calls = PREFIX + "calls_total";
    String callsHelp = "Calls answered, with the answer (ok) or with an error (failed).";
    text.counter(calls, callsHelp, usage.callsServed(), "outcome", "ok");
    text.counter(calls, callsHelp, usage.callsFailed(), "outcome", "failed");
    text.gauge(
        PREFIX + "open_connections",
        "Connections accepted and not yet closed.",
        usage.openConnections());
    text.counter(
        PREFIX + "cpu_seconds_total",
        "User and system processor time of all threads.",
        secondsOfNanos(process.cpuNanos()));
    text.counter(
        PREFIX + "compile_seconds_total",
        "The part of the processor time that the JIT compilers took.",
        secondsOfNanos(process.compileNanos()));
    text.counter(
        PREFIX + "gc_seconds_total",
        "Time in garbage collections.",
        secondsOfMillis(process.gcMillis()));
    text.counter(
        PREFIX + "context_switches_total",
        "Voluntary and involuntary switches; absent beyond 48 threads.",
        process.contextSwitches());
    text.counter(
        PREFIX + "allocated_bytes_total",
        "Heap that all Java threads allocated.",
        process.allocatedBytes());
    text.gauge(PREFIX + "resident_memory_bytes", "Resident memory now.", bytes(process.rssKb()));
    text.gauge(
        PREFIX + "peak_resident_memory_bytes",
        "The most resident memory so far.",
        bytes(process.peakRssKb()));
    text.gauge(
        PREFIX + "ready_resident_memory_bytes",
        "Resident memory when the server began to accept calls.",
        bytes(usage.readyRssKb()));
    return text.toString();
  }

  private static BigDecimal bytes(long kibibytes) {
    return BigDecimal.valueOf(kibibytes).multiply(KIBIBYTE);
  }
}
