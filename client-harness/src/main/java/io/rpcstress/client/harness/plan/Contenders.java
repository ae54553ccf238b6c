package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Who is compared in a sweep: each technology on every path, in every setup, that it can take. */
public final class Contenders {

  private Contenders() {}

  /**
   * The technologies on every path and in every setup that is asked for, path by path and setup by
   * setup. Where several paths are asked for, a technology is left out of those that cannot carry
   * it; where several numbers of calls in flight are, one that cannot start calls without waiting
   * is left out of those above 1. Of a message in several encodings each is a contender.
   *
   * @param threads calling threads, on which connections may depend
   */
  public static List<Contender> of(
      Calls calls, ClosedRuns runs, Collection<Contender> named, int threads) {
    PackedMessage message = calls.message();
    List<Contender> onPaths = onPaths(calls.inFirstEncoding(), runs, named, threads);
    if (message == null || message.encodings().size() == 1) {
      return onPaths;
    }
    return message.encodings().stream()
        .map(PackedMessage::payload)
        .flatMap(
            payload ->
                onPaths.stream()
                    .map(each -> each.with(each.own().with(Dimension.PAYLOAD, payload))))
        .toList();
  }

  private static List<Contender> onPaths(
      Calls calls, ClosedRuns runs, Collection<Contender> named, int threads) {
    List<String> paths = calls.paths().names();
    List<Contender> all = new ArrayList<>();
    for (String path : paths) {
      List<Contender> able =
          named.stream().filter(each -> paths.size() == 1 || canTake(path, each)).toList();
      if (able.isEmpty()) {
        throw new Misuse(
            "%s %s: none of %s can go that way: see list"
                .formatted(
                    Paths.OPTION,
                    path,
                    String.join(", ", named.stream().map(Contender::name).toList())));
      }
      for (Contender each : inSetups(calls, runs, able, threads)) {
        Dimensions own = each.own().with(Dimension.PATH, path).with(servers(calls, each));
        all.add(each.with(own));
      }
    }
    return all;
  }

  /** A sweep of one server each is read without the drivers. */
  private static Dimensions servers(Calls calls, Contender contender) {
    if (calls.replicas().words().isEmpty()) {
      return Dimensions.NONE;
    }
    Technology technology = PointPlans.driver("--protocol", contender.technology()).technology();
    return ServerPorts.of(calls)
        .dimensions(technology, PointPlans.variant(technology, contender.variant()));
  }

  private static boolean canTake(String path, Contender contender) {
    Technology technology = PointPlans.driver("--protocol", contender.technology()).technology();
    return ProxyPath.find(path)
        .map(proxy -> technology.carriage(proxy, contender.variant()).isPresent())
        .orElse(true);
  }

  private static List<Contender> inSetups(
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

  /** Those on one path and of one setup, as words that name their variants. */
  public static List<String> words(Collection<Contender> contenders, String path, Setup setup) {
    return contenders.stream()
        .filter(
            each ->
                ofOneServer(each.own())
                    .with(Dimension.PAYLOAD, Dimension.PAYLOAD.defaultValue())
                    .equals(setup.dimensions().with(Dimension.PATH, path)))
        .map(Contender::word)
        .distinct()
        .toList();
  }

  /** The same dimensions of a technology of which one server is called. */
  public static Dimensions ofOneServer(Dimensions dimensions) {
    return dimensions.with(Dimension.SERVERS, Dimension.SERVERS.defaultValue());
  }

  public static String names(Collection<Contender> contenders) {
    return String.join(",", contenders.stream().map(Contender::name).distinct().toList());
  }

  private static boolean starts(Calls calls, Contender contender, int threads) {
    Calls plain = calls.directly().fromHere();
    PointPlan plan = PointPlans.ofOneRun(plain, List.of(contender.word()), threads).get(0);
    return plan.driver().startsCalls(plan.options());
  }
}
