package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.Rounds;
import io.rpcstress.engine.point.PointPlan;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * Who is measured first. Whoever is may pay for what comes first on a host, so it is drawn unless
 * the user asks for an order; results are shown and kept in the user's order all the same.
 */
final class MeasurementOrder {

  /** Drawn from the seed. */
  static final String RANDOM = Rounds.RANDOM;

  /** As the technologies were named. */
  static final String GIVEN = Rounds.GIVEN;

  @Option(
      names = "--order",
      paramLabel = "random|given",
      defaultValue = RANDOM,
      description = {
        "Order in which technologies are measured: drawn from --seed, or as they were named",
        "(default: ${DEFAULT-VALUE}). Tables and files keep the order of --protocol."
      })
  private String order = RANDOM;

  /** Whether it is drawn. */
  boolean isRandom() {
    Misuse.unlessOneOf("--order", order, RANDOM, GIVEN);
    return order.equals(RANDOM);
  }

  /** One round of some plans in the order that they are measured in. */
  List<PointPlan> round(List<PointPlan> plans, long seed, int number) {
    return isRandom() ? Rounds.order(plans, seed, number) : plans;
  }

  /** How the order came about, in words for a sentence. */
  String words(long seed) {
    return isRandom()
        ? "in the random order of --seed " + seed
        : "in the given order, which --order given asks for";
  }

  /** What the order of one round is, as a sentence. */
  String sentence(List<PointPlan> round, long seed) {
    return "measured %s: %s"
        .formatted(
            words(seed),
            String.join(", ", round.stream().map(plan -> plan.point().directoryName()).toList()));
  }
}
