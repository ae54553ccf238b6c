package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.OfferedLabels;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.record.FactNames;
import io.rpcstress.measure.record.SweepFile;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lines below every figure's title: what was called how, and on which hosts. */
public final class ConditionsText {

  /** A processor's full name fills the line. */
  private static final int LONGEST_FACT = 48;

  private ConditionsText() {}

  static String of(SweepData data) {
    return text(
        data.cells().stream().map(Cell::conditions).toList(),
        Stream.concat(
            data.cells().stream().map(c -> "requests: " + c.point().requestMode().label()),
            Stream.of(data.sharedOfCounted().words())),
        "warm runs averaged",
        data.sweep());
  }

  static String ofSteady(SweepData data) {
    return text(
        data.steady().stream().map(Cell::conditions).toList(),
        Stream.concat(
            data.steady().stream().map(c -> String.valueOf(c.point().timed())),
            Stream.of(data.sharedOfTimed().words())),
        "",
        data.sweep());
  }

  static String ofOpen(SweepData data) {
    List<Conditions> all =
        data.open().stream()
            .map(
                run ->
                    new Conditions(
                        OfferedLabels.operation(run),
                        null,
                        null,
                        Conditions.OPEN,
                        run.conditions().connectionPolicy(),
                        null))
            .toList();
    return text(all, OfferedLabels.loads(data).stream(), "", data.sweep());
  }

  private static String text(
      List<Conditions> all, Stream<String> shapes, String average, Sweep sweep) {
    List<String> load = new ArrayList<>();
    add(load, distinct(all, Conditions::operation));
    String bytes =
        all.stream()
            .flatMap(c -> Stream.ofNullable(c.payloadBytes()))
            .distinct()
            .sorted()
            .map(String::valueOf)
            .collect(Collectors.joining(" or "));
    add(load, bytes.isEmpty() ? "" : bytes + " bytes");
    String loop = distinct(all, Conditions::loop);
    add(load, loop.isEmpty() ? "" : loop + " loop");
    add(
        load,
        shapes
            .filter(text -> !text.isEmpty())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", ")));
    add(load, average);
    if (sweep.start() != null) {
      add(load, sweep.start().atOffset(ZoneOffset.UTC).toLocalDate().toString());
    }
    return String.join(" \u00b7 ", load) + "\n" + String.join("\n", hosts(sweep));
  }

  /** A line for each host, or one for both where they are alike. */
  public static List<String> hosts(Sweep sweep) {
    String client = host(sweep, SweepFile.CLIENT);
    String server = host(sweep, SweepFile.SERVER);
    return client.equals(server)
        ? List.of("both hosts: " + client)
        : List.of("client: " + client, "server: " + server);
  }

  /** What the client found between the hosts before the sweep; empty where it is not known. */
  public static Optional<String> link(Sweep sweep) {
    List<String> facts = new ArrayList<>();
    if (!sweep.line().isEmpty()) {
      facts.add("a line shaped to " + sweep.line());
    }
    fact(sweep, SweepFile.LINK, FactNames.ROUND_TRIP_US)
        .ifPresent(us -> facts.add("round trip " + us + " us"));
    fact(sweep, SweepFile.LINK, FactNames.BANDWIDTH_MBPS)
        .map(mbps -> mbps.replaceFirst("(?<=[0-9]{2})[.][0-9]+$", ""))
        .ifPresent(mbps -> facts.add("at least " + mbps + " Mbit/s"));
    return facts.isEmpty()
        ? Optional.empty()
        : Optional.of("between them: " + String.join(", ", facts));
  }

  private static void add(List<String> parts, String part) {
    if (!part.isEmpty()) {
      parts.add(part);
    }
  }

  private static String distinct(List<Conditions> all, Function<Conditions, String> what) {
    return all.stream()
        .map(what)
        .filter(text -> !text.isEmpty())
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** The few facts of a host that a reader asks for first; the report has the others. */
  private static String host(Sweep sweep, String role) {
    List<String> facts = new ArrayList<>();
    fact(sweep, role, FactNames.CPUS).ifPresent(n -> facts.add(n + " CPU"));
    fact(sweep, role, FactNames.CPU_MODEL).ifPresent(facts::add);
    fact(sweep, role, FactNames.KERNEL).ifPresent(k -> facts.add("Linux " + k));
    fact(sweep, role, FactNames.JDK).ifPresent(j -> facts.add("JDK " + j));
    return facts.isEmpty() ? "facts unknown" : String.join(", ", facts);
  }

  private static Optional<String> fact(Sweep sweep, String role, String name) {
    TreeSet<String> values = new TreeSet<>();
    for (Sweep.Fact fact : sweep.facts()) {
      String where = fact.section() + "." + fact.name();
      if (!where.startsWith(role + ".") || fact.value().equals(FactNames.UNKNOWN)) {
        continue;
      }
      // Of a server the technology that reported it may stand before: rpcx.kernel.
      String reported = where.substring(role.length() + 1);
      if (reported.equals(name) || reported.substring(reported.indexOf('.') + 1).equals(name)) {
        values.add(fact.value());
      }
    }
    return values.isEmpty() ? Optional.empty() : Optional.of(clipped(String.join(" or ", values)));
  }

  private static String clipped(String text) {
    return text.length() <= LONGEST_FACT ? text : text.substring(0, LONGEST_FACT - 1) + "\u2026";
  }
}
