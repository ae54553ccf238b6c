package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.repeat.Against;
import io.rpcstress.measure.statistics.Bootstrap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A verdict as a JSON line, beside the events of the runs. */
final class VerdictJson {

  private VerdictJson() {}

  /**
   * One technology against the first.
   *
   * @param seed of the order that the processes were measured in
   */
  static String of(Against against, long seed) {
    JsonMapper json = JsonMapper.shared();
    ObjectNode event = json.createObjectNode().put("event", "verdict");
    event.put("technology", against.judged().cell().technology());
    event.put("variant", against.judged().cell().variant());
    event.put("reference", against.reference().cell().directoryName());
    event.put("unit", "process");
    event.put("processes", against.judged().processes().size());
    event.put("referenceProcesses", against.reference().processes().size());
    event.put("timeRatio", against.ratio().value());
    if (against.carriesVerdict()) {
      event.put("low", against.ratio().low());
      event.put("high", against.ratio().high());
      event.put("verdict", against.verdict().label());
    } else {
      event.putNull("low").putNull("high").putNull("verdict");
      event.put("why", "one process each carries no verdict");
    }
    event.put("confidencePercent", Bootstrap.CONFIDENCE_PERCENT);
    event.put("interval", Bootstrap.METHOD);
    event.put("orderSeed", seed);
    return json.writeValueAsString(event);
  }
}
