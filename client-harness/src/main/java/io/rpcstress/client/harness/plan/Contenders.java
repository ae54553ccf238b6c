package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.engine.point.PointPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Who is compared in a sweep: each technology in every setup that it can be measured in. */
public final class Contenders {

  private Contenders() {}

  /**
   * The technologies in every setup that is asked for, setup by setup. Where several numbers of
   * calls in flight are asked for, a technology that cannot start calls without waiting is left out
   * of those above 1.
   *
   * @param named technologies and variants
   * @param threads calling threads, on which connections may depend
   * @throws Misuse if nobody is left of a setup
   */
  public static List<Contender> of(
      Calls calls, ClosedRuns runs, Collection<Contender> named, int threads) {
    List<Setup> setups = runs.setups();
    boolean several = setups.stream().map(Setup::inFlight).distinct().count() > 1;
    List<Contender> all = new ArrayList<>();
    for (Setup setup : setups) {
      List<Contender> able =
          named.stream()
              .filter(each -> !several || setup.inFlight() == 1 || starts(calls, each, threads))
              .map(each -> each.with(setup.dimensions()))
              .toList();
      if (able.isEmpty()) {
        throw new Misuse(
            "%s %d: none of %s can start a call without waiting"
                .formatted(
                    ClosedRuns.IN_FLIGHT,
                    setup.inFlight(),
                    String.join(", ", named.stream().map(Contender::name).toList())));
      }
      all.addAll(able);
    }
    return all;
  }

  /** Those of one setup, as words that name their variants. */
  public static List<String> words(Collection<Contender> contenders, Setup setup) {
    return contenders.stream()
        .filter(each -> each.own().equals(setup.dimensions()))
        .map(Contenders::word)
        .toList();
  }

  /** Technology and variant, as {@code --protocol} takes them. */
  public static String word(Contender contender) {
    return contender.technology() + "@" + contender.variant();
  }

  /** The names without what is the contenders' own, each once. */
  public static String names(Collection<Contender> contenders) {
    return String.join(",", contenders.stream().map(Contender::name).distinct().toList());
  }

  private static boolean starts(Calls calls, Contender contender, int threads) {
    PointPlan plan =
        PointPlans.closed(calls, ClosedRuns.ONE, List.of(word(contender)), threads, threads).get(0);
    return plan.driver().startsCalls(plan.options());
  }
}
