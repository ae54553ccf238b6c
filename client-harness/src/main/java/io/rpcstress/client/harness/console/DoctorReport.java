package io.rpcstress.client.harness.console;

import io.rpcstress.client.harness.host.Diagnosis;
import io.rpcstress.client.harness.host.Examination;
import io.rpcstress.client.harness.host.HostState;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.usage.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/** What doctor prints. */
public record DoctorReport(Examination seen, Diagnosis diagnosis) {

  private static final String UNKNOWN = HostFacts.UNKNOWN;

  /** A fact that is longer is cut in the table, characters; JSON has it whole. */
  private static final int WIDEST = 44;

  private static final double PERCENT = 100;

  public String toJson() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("client", facts(seen.client()));
    HostState server = seen.server();
    if (server != null) {
      all.put("server", facts(server));
    }
    all.put("clock", clock());
    if (!seen.servers().isEmpty()) {
      all.put("link", seen.link().asMap());
    }
    all.put("warnings", diagnosis.warnings());
    all.put("notJudged", diagnosis.notJudged());
    return JsonMapper.shared().writeValueAsString(all);
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    HostState server = seen.server();
    Map<String, String> a = facts(seen.client());
    Map<String, String> b = server == null ? Map.of() : facts(server);
    Set<String> keys = new LinkedHashSet<>(a.keySet());
    keys.addAll(b.keySet());
    int widest = keys.stream().mapToInt(String::length).max().orElse(1);
    String row = "%-" + widest + "s  %-" + WIDEST + "s  %s";
    lines.add(row.formatted("fact", "host A", server == null ? "" : "host B"));
    for (String key : keys) {
      String onB = server == null ? "" : clipped(b.getOrDefault(key, UNKNOWN));
      lines.add(row.formatted(key, clipped(a.getOrDefault(key, UNKNOWN)), onB));
    }
    clock().forEach((key, value) -> lines.add(row.formatted("clock." + key, value, "")));
    if (!seen.servers().isEmpty()) {
      seen.link()
          .asMap()
          .forEach((key, value) -> lines.add(row.formatted("link." + key, value, "")));
    }
    lines.add("");
    if (!diagnosis.notJudged().isEmpty()) {
      lines.add("not judged, since unknown: " + String.join(", ", diagnosis.notJudged()));
    }
    diagnosis.warnings().forEach(warning -> lines.add("warning: " + warning));
    lines.add(
        diagnosis.warnings().isEmpty()
            ? "nothing to warn of"
            : diagnosis.warnings().size() + " to mend before a number counts");
    return lines.stream().map(line -> PrintableText.of(line).stripTrailing()).toList();
  }

  private static Map<String, String> facts(HostState state) {
    Map<String, String> facts = new LinkedHashMap<>(state.facts().asMap());
    OptionalDouble steal = state.steal();
    facts.put(
        "cpu.steal.percent",
        steal.isEmpty()
            ? UNKNOWN
            : String.format(Locale.ROOT, "%.1f", steal.getAsDouble() * PERCENT));
    return facts;
  }

  private Map<String, String> clock() {
    ClockReading clock = seen.clock();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("granularity.ns", Long.toString(clock.granularityNanos()));
    facts.put("cost.ns", Long.toString(clock.costNanos()));
    return facts;
  }

  private static String clipped(String text) {
    return text.length() <= WIDEST ? text : text.substring(0, WIDEST - 3) + "...";
  }
}
