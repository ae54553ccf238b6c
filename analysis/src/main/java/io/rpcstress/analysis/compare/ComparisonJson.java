package io.rpcstress.analysis.compare;

import io.rpcstress.analysis.answer.Comparison;
import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Comparisons;
import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A comparison as JSON, every point in it. An unknown end of an interval is null. P-values are
 * those of single verdicts; verdicts are corrected together.
 */
public final class ComparisonJson {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ComparisonJson() {}

  /** The whole text. */
  public static String of(SweepComparison comparison) {
    ObjectNode root = JSON.createObjectNode();
    root.put("before", comparison.before().id()).put("after", comparison.after().id());
    root.putObject("bootstrap")
        .put("confidencePercent", Bootstrap.CONFIDENCE_PERCENT)
        .put("resamples", Bootstrap.RESAMPLES)
        .put("seed", Bootstrap.SEED);
    root.put("correction", "Holm");
    ArrayNode series = root.putArray("technologies");
    for (Comparison entry : comparison.series()) {
      ObjectNode one = series.addObject().put("technology", entry.them());
      interval(one, entry.overall(), entry.verdict());
      ArrayNode points = one.putArray("points");
      entry.pairs().forEach(p -> pair(points.addObject(), p));
    }
    ArrayNode loops = root.putArray("loops");
    for (Comparison loop : comparison.loops()) {
      ObjectNode one =
          loops.addObject().put("technology", loop.them()).put("measured", loop.measured());
      interval(one, loop.overall(), loop.verdict());
      loop.withheld().forEach(one.putArray("withheld")::add);
      ArrayNode loads = one.putArray("loads");
      loop.pairs().forEach(p -> load(loads.addObject(), p));
    }
    ArrayNode failed = root.putArray("newlyFailed");
    comparison
        .newlyFailed()
        .forEach(f -> point(failed.addObject(), f.point()).put("cause", f.cause().label()));
    ArrayNode leftOut = root.putArray("leftOut");
    comparison
        .leftOut()
        .forEach(l -> point(leftOut.addObject(), l.point()).put("reason", l.reason()));
    ArrayNode before = root.putArray("onlyBefore");
    comparison.onlyBefore().forEach(p -> point(before.addObject(), p));
    ArrayNode after = root.putArray("onlyAfter");
    comparison.onlyAfter().forEach(p -> point(after.addObject(), p));
    ArrayNode facts = root.putArray("differences");
    comparison
        .differences()
        .forEach(
            d ->
                facts
                    .addObject()
                    .put("fact", d.name())
                    .put("before", d.before())
                    .put("after", d.after()));
    return JSON.writeValueAsString(root);
  }

  private static void pair(ObjectNode node, Pair pair) {
    point(node, pair.point())
        .put("beforeMs", pair.reference().timeTotalAvg())
        .put("afterMs", pair.cell().timeTotalAvg());
    interval(node, pair.ratio(), pair.verdict());
    ArrayNode flags = node.putArray("takenOutBy");
    Comparisons.invalidating(pair).forEach(flags::add);
  }

  private static void load(ObjectNode node, Pair pair) {
    point(node, pair.point()).put("load", pair.point().toString());
    number(node, "beforeUs", pair.theirs().average());
    number(node, "afterUs", pair.ours().average());
    node.put("processesBefore", pair.theirs().size()).put("processesAfter", pair.ours().size());
    interval(node, pair.ratio(), pair.verdict());
    pair.withheld().forEach(node.putArray("withheld")::add);
  }

  /** JSON has no word for a number that is none. */
  private static void number(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }

  private static void interval(ObjectNode node, Estimate estimate, Verdict verdict) {
    Interval interval = estimate.interval();
    number(node, "ratio", interval.value());
    if (interval.isKnown()) {
      node.put("low", interval.low()).put("high", interval.high());
    } else {
      node.putNull("low").putNull("high");
    }
    if (Double.isNaN(interval.pValue())) {
      node.putNull("pValue");
    } else {
      node.put("pValue", interval.pValue());
    }
    node.put("unit", estimate.unit().label()).put("verdict", verdict.label());
  }

  private static ObjectNode point(ObjectNode node, Point point) {
    return node.put("technology", point.technology())
        .put("variant", point.variant())
        .put("threadNum", point.threadNum())
        .put("requestNum", point.requestNum())
        .put("requestMode", point.requestMode().label())
        .put("repetition", point.repetition());
  }
}
