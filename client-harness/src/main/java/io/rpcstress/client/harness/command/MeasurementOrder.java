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

  @Option(
      names = "--order",
      paramLabel = "random|given",
      description =
          "Order in which technologies are measured: random (drawn from --seed) or given (as "
              + "named) (default: ${DEFAULT-VALUE}). Tables and files keep the order of "
              + "--protocol.")
  private String order = Rounds.RANDOM;

  boolean isRandom() {
    Misuse.unlessOneOf("--order", order, Rounds.RANDOM, Rounds.GIVEN);
    return order.equals(Rounds.RANDOM);
  }

  List<PointPlan> round(List<PointPlan> plans, long seed, int number) {
    return isRandom() ? Rounds.order(plans, seed, number) : plans;
  }

  String words(long seed) {
    return isRandom()
        ? "in the random order of --seed " + seed
        : "in the given order (--order given)";
  }

  String sentence(List<PointPlan> round, long seed) {
    return "measured %s: %s"
        .formatted(
            words(seed),
            String.join(", ", round.stream().map(plan -> plan.point().directoryName()).toList()));
  }
}
