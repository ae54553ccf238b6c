package io.rpcstress.analysis.compare;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Pair;
import io.rpcstress.analysis.compare.SweepComparison.Compared;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A comparison as JSON, every load in it. An unknown end of an interval is null. P-values are those
 * of single verdicts; verdicts are corrected together.
 */
public final class ComparisonJson {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ComparisonJson() {}

  public static String of(SweepComparison comparison) {
    ObjectNode root = JSON.createObjectNode();
    root.put("before", comparison.before().id()).put("after", comparison.after().id());
    root.putObject("bootstrap")
        .put("confidencePercent", Bootstrap.CONFIDENCE_PERCENT)
        .put("resamples", Bootstrap.RESAMPLES)
        .put("seed", Bootstrap.SEED);
    root.put("correction", "Holm");
    ArrayNode loads = root.putArray("loads");
    comparison.compared().forEach(each -> load(loads.addObject(), each));
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

  private static void load(ObjectNode node, Compared one) {
    Pair pair = one.pair();
    point(node.put("label", one.label()), pair.point())
        .put("load", one.load().words())
        .put("measured", one.measured());
    number(node, "beforeUs", one.beforeUs());
    number(node, "afterUs", one.afterUs());
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
    number(node, "pValue", interval.pValue());
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
