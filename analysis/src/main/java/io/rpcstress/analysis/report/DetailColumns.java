package io.rpcstress.analysis.report;

import io.rpcstress.measure.RequestMode;
import java.util.Map;
import java.util.Set;

/**
 * Which columns of the widest tables a page shows on demand, so that the others fit beside each
 * other. Never one that tells rows apart. Files and paper have all columns.
 */
final class DetailColumns {

  /** By the table's id. */
  static final Map<String, Set<String>> ALL =
      Map.ofEntries(
          Map.entry(
              "steady",
              Set.of(
                  "load",
                  "left out by",
                  "interval over",
                  "min, us",
                  "mean, us",
                  "p95, us",
                  "of it JIT, us/call",
                  "client switches/call",
                  "server switches/call",
                  "calls under way",
                  "steady from window")),
          Map.entry(
              "cost-per-call",
              Set.of(
                  "client context switches",
                  "server context switches",
                  "packets out",
                  "packets in",
                  "server RSS, KiB")),
          Map.entry(
              "open-loads",
              Set.of("achieved, 95 % interval", "p50, 95 % interval", "interval over")),
          Map.entry(
              "open-loop",
              Set.of(
                  "seconds",
                  "starting",
                  "offered, calls/s",
                  "saturated",
                  "response min, us",
                  "response mean, us",
                  "service p50, us",
                  "response p95, us",
                  "response p99.9, us",
                  "service p99.9, us")),
          Map.entry(
              "technologies",
              Set.of(
                  "calls under way",
                  "client CPU, interval",
                  "server CPU, interval",
                  "client context switches",
                  "server context switches")),
          Map.entry("scalability", Set.of("lambda +-", "sigma +-", "kappa +-", "RMS error, %")),
          Map.entry("paths-cost", Set.of("interval over", "server CPU direct, us")),
          Map.entry(
              "ceiling",
              Set.of(
                  "at threads",
                  "floor's range",
                  "floor's client CPU, us",
                  "floor's server CPU, us")),
          Map.entry(
              "steady-ceiling",
              Set.of(
                  "floor's 95 % interval",
                  "interval over", "floor's client CPU, us", "floor's server CPU, us")),
          Map.entry(
              "steady-scalability", Set.of("lambda +-", "sigma +-", "kappa +-", "RMS error, %")));

  private DetailColumns() {}

  /** Those of a table, which may be of one request mode among several; none for most. */
  static Set<String> of(String table) {
    for (RequestMode mode : RequestMode.values()) {
      String suffix = "-" + mode.label();
      if (table.endsWith(suffix)) {
        return of(table.substring(0, table.length() - suffix.length()));
      }
    }
    return ALL.getOrDefault(table, Set.of());
  }
}
