package io.rpcstress.analysis.model;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.record.ColdStartRecord;
import io.rpcstress.measure.record.SweepFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was run, when, and on which hosts: {@code sweep.json}.
 *
 * @param id stable key of the sweep; {@code folder:NAME} where sweep.json does not give one
 * @param facts everything sweep.json says, flat, in the file's order
 */
public record Sweep(
    String id,
    String name,
    @Nullable String experiment,
    @Nullable String gitCommit,
    @Nullable Instant start,
    @Nullable Instant end,
    List<Fact> facts) {

  /** The section that keeps what {@code coldstart.json} says. */
  public static final String COLD_START = "coldstart";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * One fact.
   *
   * @param section the key it stands below in sweep.json: {@code options}, {@code client}, {@code
   *     server}, ...; empty for a key of the top level
   * @param name the key; dots between the parts of one that is nested deeper
   */
  public record Fact(String section, String name, String value) {}

  public Sweep withId(String key) {
    return new Sweep(key, name, experiment, gitCommit, start, end, facts);
  }

  public Sweep withFacts(List<Fact> further) {
    List<Fact> all = new ArrayList<>(facts);
    all.addAll(further);
    return new Sweep(id, name, experiment, gitCommit, start, end, all);
  }

  public List<Fact> section(String section) {
    return facts.stream().filter(f -> f.section().equals(section)).toList();
  }

  public List<ColdStartRecord> coldStarts() {
    return section(COLD_START).stream().map(fact -> ColdStartRecord.parse(fact.value())).toList();
  }

  public Map<String, String> values(String section) {
    Map<String, String> values = new LinkedHashMap<>();
    section(section).forEach(fact -> values.put(fact.name(), fact.value()));
    return values;
  }

  /** What the line of all its points was shaped to; empty for as it is, or where points say it. */
  public String line() {
    return fact(SweepFile.OPTIONS, Dimension.LINE.name()).orElse("");
  }

  /**
   * The payloads of its message that each technology in its variant was planned with: one an
   * encoding. Empty where there is no plan of them.
   */
  public Map<String, Set<String>> plannedPayloads() {
    Map<String, Set<String>> planned = new LinkedHashMap<>();
    for (JsonNode each : contenders()) {
      String payload = each.path("own").path("values").path(Dimension.PAYLOAD.name()).asString("");
      if (!payload.isEmpty()) {
        Series of =
            new Series(0, each.path("technology").asString(""), each.path("variant").asString(""));
        planned.computeIfAbsent(of.name(), name -> new HashSet<>()).add(payload);
      }
    }
    return planned;
  }

  private JsonNode contenders() {
    try {
      return JSON.readTree("[" + fact("plan", "grid.contenders").orElse("") + "]");
    } catch (JacksonException e) {
      return JSON.createArrayNode(); // names alone, as in a file that was not written by a sweep
    }
  }

  public Optional<String> fact(String section, String name) {
    return facts.stream()
        .filter(f -> f.section().equals(section) && f.name().equals(name))
        .map(Fact::value)
        .findFirst();
  }
}
