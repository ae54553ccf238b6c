package io.rpcstress.analysis.report;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.FactNames;
import io.rpcstress.measure.record.SweepFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What sweep.json says, as tables: the two hosts beside each other, then the rest. */
final class HostTables {

  private static final String CLIENT = SweepFile.CLIENT + ".";
  private static final String SERVER = SweepFile.SERVER + ".";

  /** They have tables of their own. */
  private static final Set<String> ELSEWHERE =
      Set.of(Sweep.COLD_START, SweepFile.CLIENT_LIBRARIES, SweepFile.SERVER_LIBRARIES);

  private HostTables() {}

  /** The tables, those of no rows left out. */
  static List<Table> tables(Sweep sweep) {
    Map<String, String> client = new LinkedHashMap<>();
    Map<String, String> reported = new LinkedHashMap<>();
    List<List<String>> others = new ArrayList<>();
    for (Sweep.Fact fact : sweep.facts()) {
      if (ELSEWHERE.contains(fact.section())
          || (fact.section().equals(SweepFile.CALIBRATION)
              && CalibrationRecord.isGateAt(fact.name()))) { // beside the points
        continue;
      }
      String key = fact.section().isEmpty() ? fact.name() : fact.section() + "." + fact.name();
      if (key.startsWith(CLIENT)) {
        client.put(key.substring(CLIENT.length()), fact.value());
      } else if (key.startsWith(SERVER)) {
        reported.put(key.substring(SERVER.length()), fact.value());
      } else {
        others.add(List.of(key, fact.value()));
      }
    }
    Map<String, String> server = byFact(reported, client.keySet());
    Set<String> names = new LinkedHashSet<>(client.keySet());
    names.addAll(server.keySet());
    List<Table> tables = new ArrayList<>();
    if (!names.isEmpty()) {
      tables.add(
          Table.ofTexts(
              "hosts",
              "The two hosts",
              List.of("fact", "host A: clients", "host B: servers"),
              names.stream()
                  .map(
                      n ->
                          List.of(
                              n,
                              client.getOrDefault(n, FactNames.UNKNOWN),
                              server.getOrDefault(n, FactNames.UNKNOWN)))
                  .toList(),
              List.of("Host B's facts are those that its first server reported.")));
    }
    if (!others.isEmpty()) {
      tables.add(Table.ofTexts("sweep", "The sweep", List.of("fact", "value"), others, List.of()));
    }
    return tables;
  }

  /**
   * Host B's facts without the technology whose server reported them: {@code rpcx.kernel} is its
   * {@code kernel}. All servers are on one host, so the first that reported a fact stands for it.
   */
  private static Map<String, String> byFact(Map<String, String> reported, Set<String> known) {
    Map<String, String> facts = new LinkedHashMap<>();
    reported.forEach(
        (name, value) -> {
          String fact = name.substring(name.indexOf('.') + 1);
          facts.putIfAbsent(known.contains(fact) ? fact : name, value);
        });
    return facts;
  }
}
