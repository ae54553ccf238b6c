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
import java.util.function.Predicate;

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
          able(Paths.OPTION + " " + path, named, each -> paths.size() == 1 || canTake(path, each));
      for (String mode : calls.transport().tls()) {
        for (Contender each : inSetups(calls, runs, inMode(mode, calls, able), threads)) {
          Dimensions own =
              each.own()
                  .with(Dimension.PATH, path)
                  .with(Dimension.TLS, mode)
                  .with(servers(calls, each));
          all.add(each.with(own));
        }
      }
    }
    return all;
  }

  private static List<Contender> inMode(String mode, Calls calls, List<Contender> named) {
    boolean one = calls.transport().tls().size() == 1; // one that cannot is refused by name
    return able(
        Transport.TLS + " " + mode,
        named,
        each -> one || Transport.isOf(technology(each), each.variant(), mode));
  }

  private static List<Contender> able(
      String option, Collection<Contender> named, Predicate<Contender> can) {
    List<Contender> able = named.stream().filter(can).toList();
    if (able.isEmpty()) {
      throw new Misuse(
          "%s: none of %s can go that way: see list"
              .formatted(option, String.join(", ", named.stream().map(Contender::name).toList())));
    }
    return able;
  }

  private static Technology technology(Contender contender) {
    return PointPlans.driver("--protocol", contender.technology()).technology();
  }

  /** A sweep of one server each is read without the drivers. */
  private static Dimensions servers(Calls calls, Contender contender) {
    if (calls.replicas().words().isEmpty()) {
      return Dimensions.NONE;
    }
    Technology technology = technology(contender);
    return ServerPorts.of(calls)
        .dimensions(technology, PointPlans.variant(technology, contender.variant()));
  }

  private static boolean canTake(String path, Contender contender) {
    Technology technology = technology(contender);
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

  /** What those share that take one path in one mode: each path in each mode. */
  public static List<Dimensions> shared(Calls calls) {
    return calls.paths().names().stream()
        .flatMap(
            path ->
                calls.transport().tls().stream()
                    .map(mode -> Paths.dimensions(path).with(Dimension.TLS, mode)))
        .toList();
  }

  /** Those with these dimensions and of one setup, as words that name their variants. */
  public static List<String> words(
      Collection<Contender> contenders, Dimensions shared, Setup setup) {
    return contenders.stream()
        .filter(
            each ->
                ofOneServer(each.own())
                    .with(Dimension.PAYLOAD, Dimension.PAYLOAD.defaultValue())
                    .equals(setup.dimensions().with(shared)))
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
    Calls plain = calls.directly().carriedBy(Transport.PLAIN).fromHere();
    PointPlan plan = PointPlans.ofOneRun(plain, List.of(contender.word()), threads).get(0);
    return plan.driver().startsCalls(plan.options());
  }
}
