package io.rpcstress.client.harness.campaign.repeat;

import io.rpcstress.measure.statistics.Bootstrap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A verdict as a JSON line, beside the events of the runs. */
public final class VerdictJson {

  private VerdictJson() {}

  public static String of(RuntimeRatio against, double cutoff, long seed) {
    JsonMapper json = JsonMapper.shared();
    ObjectNode event = json.createObjectNode().put("event", "verdict");
    event.put("technology", against.judged().cell().technology());
    event.put("variant", against.judged().cell().variant());
    event.put("reference", against.reference().cell().directoryName());
    event.put("unit", "process");
    event.put("processes", against.judged().processes().size());
    event.put("referenceProcesses", against.reference().processes().size());
    event.put("timeRatio", against.ratio().value());
    if (against.ratio().isKnown()) {
      event.put("low", against.ratio().low());
      event.put("high", against.ratio().high());
      event.put("pValue", against.ratio().pValue());
    } else {
      event.putNull("low").putNull("high").putNull("pValue");
    }
    if (against.carriesVerdict()) {
      event.put("verdict", against.verdict(cutoff).label());
    } else {
      event.putNull("verdict");
      event.put(
          "why",
          against.invalidating().isEmpty()
              ? "one process each carries no verdict"
              : "taken out by " + String.join(" ", against.invalidating()));
    }
    event.put("correction", "Holm");
    event.put("confidencePercent", Bootstrap.CONFIDENCE_PERCENT);
    event.put("interval", Bootstrap.METHOD);
    event.put("orderSeed", seed);
    return json.writeValueAsString(event);
  }
}
