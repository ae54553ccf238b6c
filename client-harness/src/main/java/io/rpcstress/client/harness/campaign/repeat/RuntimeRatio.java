package io.rpcstress.client.harness.campaign.repeat;

import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import io.rpcstress.measure.statistics.Withheld;
import io.rpcstress.measure.statistics.Withheld.Side;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One technology against another at the same point, by runtime. The sample is the process.
 *
 * @param withheld why there is no verdict, as a report says it; empty where there is one
 */
public record RuntimeRatio(
    Repeated judged, Repeated reference, Interval ratio, List<String> withheld) {

  public static RuntimeRatio of(Repeated judged, Repeated reference) {
    // A string's hash is the same on every platform.
    long salt = Objects.hash(judged.cell().toString(), reference.cell().toString());
    Side ours = judged.side();
    Side theirs = reference.side();
    boolean isTimed = judged.cell().loadShape() == LoadShape.TIMED;
    Interval ratio =
        isTimed && !(ours.hasRate() && theirs.hasRate())
            ? Interval.unknown(Double.NaN)
            : Bootstrap.ratioOfMeans(judged.timesMs(), reference.timesMs(), salt);
    List<String> reasons = isTimed ? Withheld.timed(ours, theirs) : Withheld.counted(ours, theirs);
    return new RuntimeRatio(judged, reference, ratio, Withheld.orWithoutInterval(reasons, ratio));
  }

  public boolean carriesVerdict() {
    return withheld.isEmpty();
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

  /** The same in words; where nothing is shown, why. */
  public String standing(double cutoff) {
    return Withheld.standing(withheld, verdict(cutoff));
  }

  /** The ratio with the interval that decides. */
  public Interval shown(double cutoff) {
    return carriesVerdict() ? ratio.at(cutoff) : ratio;
  }

  public String toJson(double cutoff, long seed) {
    JsonMapper json = JsonMapper.shared();
    ObjectNode event = json.createObjectNode().put("event", "verdict");
    event.put("technology", judged().cell().technology());
    event.put("variant", judged().cell().variant());
    event.put("reference", reference().cell().directoryName());
    event.put("unit", "process");
    event.put("processes", judged().valid().size());
    event.put("referenceProcesses", reference().valid().size());
    if (Double.isFinite(ratio().value())) {
      event.put("timeRatio", ratio().value());
    } else {
      event.putNull("timeRatio");
    }
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
      event.put("why", standing(cutoff));
    }
    event.put("correction", "Holm");
    event.put("confidencePercent", Bootstrap.CONFIDENCE_PERCENT);
    event.put("interval", Bootstrap.METHOD);
    event.put("orderSeed", seed);
    return json.writeValueAsString(event);
  }
}
