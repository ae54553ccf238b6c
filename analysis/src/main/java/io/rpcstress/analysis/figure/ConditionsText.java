package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.OfferedLabels;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.record.FactNames;
import io.rpcstress.measure.record.SweepFile;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lines below every figure's title: what was called how, and on which hosts. */
public final class ConditionsText {

  /** A processor's full name fills the line. */
  private static final int LONGEST_FACT = 48;

  private ConditionsText() {}

  static String of(SweepData data, LoadShape shape) {
    List<Cell> cells = data.compared(shape);
    boolean open = shape == LoadShape.OPEN;
    Stream<String> loads =
        switch (shape) {
          case COUNTED -> cells.stream().map(c -> "requests: " + c.point().requestMode().label());
          case TIMED -> cells.stream().map(c -> String.valueOf(c.point().timed()));
          case OPEN -> OfferedLabels.loads(data).stream();
        };
    String bytes =
        cells.stream()
            .filter(c -> !open) // whose operation says it
            .flatMap(c -> Stream.ofNullable(c.conditions().payloadBytes()))
            .distinct()
            .sorted()
            .map(String::valueOf)
            .collect(Collectors.joining(" or "));
    String loop = distinct(cells.stream().map(c -> c.conditions().loop()));
    Instant start = data.sweep().start();
    String load =
        Stream.of(
                distinct(
                    cells.stream()
                        .map(c -> open ? OfferedLabels.operation(c) : c.conditions().operation())),
                bytes.isEmpty() ? "" : bytes + " bytes",
                loop.isEmpty() ? "" : loop + " loop",
                distinct(
                    open ? loads : Stream.concat(loads, Stream.of(data.shared(shape).words()))),
                shape == LoadShape.COUNTED ? "warm runs averaged" : "",
                start == null ? "" : start.atOffset(ZoneOffset.UTC).toLocalDate().toString())
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(" \u00b7 "));
    return load + "\n" + String.join("\n", hosts(data.sweep()));
  }

  /** The same and what lies between the hosts, on one line. */
  public static String line(SweepData data, LoadShape shape) {
    return Stream.concat(of(data, shape).lines(), link(data.sweep()).stream())
        .collect(Collectors.joining("; "));
  }

  private static String distinct(Stream<String> texts) {
    return texts
        .filter(text -> !text.isEmpty())
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
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
