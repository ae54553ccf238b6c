package io.rpcstress.client.harness.campaign.repeat;

import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** One technology against another at the same point, by runtime. The sample is the process. */
public record RuntimeRatio(Repeated judged, Repeated reference, Interval ratio) {

  public static RuntimeRatio of(Repeated judged, Repeated reference) {
    // A string's hash is the same on every platform.
    long salt = Objects.hash(judged.cell().toString(), reference.cell().toString());
    return new RuntimeRatio(
        judged, reference, Bootstrap.ratioOfMeans(judged.timesMs(), reference.timesMs(), salt));
  }

  /** Whether there are processes enough for a verdict, and no flag takes one of them out. */
  public boolean carriesVerdict() {
    return ratio.isKnown() && missing() == 0 && invalidating().isEmpty();
  }

  public int missing() {
    return Verdict.missing(judged.processes().size(), reference.processes().size());
  }

  /** The flags of counted runs, of either side, that take their numbers out of verdicts. */
  public SortedSet<String> invalidating() {
    SortedSet<String> found = new TreeSet<>();
    for (Repeated side : List.of(judged, reference)) {
      side.processes().forEach(process -> found.addAll(process.invalidating()));
    }
    return found;
  }

  /**
   * The largest p-value that shows a difference where all these verdicts are printed together: they
   * are corrected after Holm.
   */
  public static double cutoff(List<RuntimeRatio> all) {
    return Holm.cutoff(
        all.stream()
            .filter(RuntimeRatio::carriesVerdict)
            .mapToDouble(each -> each.ratio().pValue())
            .toArray());
  }

  /** What is shown as one of many, of which {@link #cutoff} was taken. */
  public Verdict verdict(double cutoff) {
    return carriesVerdict() ? ratio.verdict(cutoff) : Verdict.NONE;
  }

  public String toJson(double cutoff, long seed) {
    JsonMapper json = JsonMapper.shared();
    ObjectNode event = json.createObjectNode().put("event", "verdict");
    event.put("technology", judged().cell().technology());
    event.put("variant", judged().cell().variant());
    event.put("reference", reference().cell().directoryName());
    event.put("unit", "process");
    event.put("processes", judged().processes().size());
    event.put("referenceProcesses", reference().processes().size());
    event.put("timeRatio", ratio().value());
    if (ratio().isKnown()) {
      event.put("low", ratio().low());
      event.put("high", ratio().high());
      event.put("pValue", ratio().pValue());
    } else {
      event.putNull("low").putNull("high").putNull("pValue");
    }
    if (carriesVerdict()) {
      event.put("verdict", verdict(cutoff).label());
    } else {
      event.putNull("verdict");
      event.put(
          "why",
          invalidating().isEmpty()
              ? "one process each carries no verdict"
              : "taken out by " + String.join(" ", invalidating()));
    }
    event.put("correction", "Holm");
    event.put("confidencePercent", Bootstrap.CONFIDENCE_PERCENT);
    event.put("interval", Bootstrap.METHOD);
    event.put("orderSeed", seed);
    return json.writeValueAsString(event);
  }
}
