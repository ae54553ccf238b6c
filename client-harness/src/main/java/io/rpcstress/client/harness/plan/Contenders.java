package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.plan.ClosedRuns.Setup;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who is compared in a sweep: each technology in every way, in every setup, that it can. */
public final class Contenders {

  private Contenders() {}

  /** Those of some plans; with an encoding of their own, unless it is empty. */
  public static List<Contender> planned(List<PointPlan> plans, String encoding) {
    return plans.stream()
        .map(PointPlan::point)
        .map(
            point -> {
              String payload = point.dimensions().text(Dimension.PAYLOAD);
              Dimensions own =
                  encoding.isEmpty()
                      ? Dimensions.NONE
                      : Dimensions.NONE.with(
                          Dimension.PAYLOAD, PackedMessage.in(encoding, payload));
              return new Contender(point.technology(), point.variant(), own);
            })
        .toList();
  }

  /**
   * An option of which a sweep may take several values. A technology is left out of those that it
   * cannot have; one alone is refused by name where it is planned.
   */
  private record Way(String option, Dimension dimension, List<String> values, Ability ability) {

    boolean isChoice() {
      return values.size() > 1;
    }

    /** One that was named with a value of its own is of that alone. */
    boolean isOf(Contender contender, String value) {
      Dimensions own = contender.own();
      return (!own.has(dimension) || own.text(dimension).equals(value))
          && ability.has(technology(contender), contender.variant(), value);
    }
  }

  private interface Ability {
    boolean has(Technology technology, String variant, String value);
  }

  /** Of JVMs and encodings. */
  private static boolean takesAny(Technology technology, String variant, String value) {
    return true;
  }

  /** The outermost first. */
  private static List<Way> ways(Calls calls) {
    List<Way> ways = new ArrayList<>();
    PackedMessage message = calls.message();
    if (message != null && message.encodings().size() > 1) {
      List<String> payloads = Workloads.payloads(calls, message.encodings());
      ways.add(new Way(PackedMessage.ENCODING, Dimension.PAYLOAD, payloads, Contenders::takesAny));
    }
    Jvms jvms = calls.jvms();
    ways.add(new Way(Jvms.JDK, Dimension.JDK, jvms.numbers(), Contenders::takesAny));
    ways.add(new Way(Jvms.COLLECTOR, Dimension.COLLECTOR, jvms.labels(), Contenders::takesAny));
    Transport transport = calls.transport();
    ways.add(new Way(Paths.OPTION, Dimension.PATH, calls.paths().names(), Contenders::canTake));
    ways.add(new Way(Transport.TLS, Dimension.TLS, transport.tls(), Transport::encrypts));
    ways.add(
        new Way(
            Transport.COMPRESSION,
            Dimension.COMPRESSION,
            transport.compression(),
            Transport::compresses));
    return ways;
  }

  /**
   * The technologies in every way and every setup that is asked for, way by way and setup by setup.
   * Where several numbers of calls in flight are, one that cannot start calls without waiting is
   * left out of those above 1.
   */
  public static List<Contender> of(
      Calls calls, ClosedRuns runs, Collection<Contender> named, int threads) {
    List<Way> choices = ways(calls).stream().filter(Way::isChoice).toList();
    for (Way way : choices) {
      way.values().forEach(value -> requireOne(way, value, named));
    }
    Calls planned = calls.inFirstEncoding();
    List<Contender> all = new ArrayList<>();
    for (Dimensions shared : shared(calls)) {
      List<Contender> able =
          named.stream()
              .filter(
                  each ->
                      choices.stream()
                          .allMatch(way -> way.isOf(each, shared.text(way.dimension()))))
              .toList();
      if (!able.isEmpty()) {
        for (Contender each : inSetups(planned, runs, able, threads)) {
          all.add(each.with(each.own().with(shared).with(servers(planned, each))));
        }
      }
    }
    return all;
  }

  private static void requireOne(Way way, String value, Collection<Contender> named) {
    if (named.stream().noneMatch(each -> way.isOf(each, value))) {
      throw new Misuse(
          "%s %s: none of %s can take that path: list shows which can"
              .formatted(
                  way.option(),
                  value,
                  String.join(", ", named.stream().map(Contender::name).toList())));
    }
  }

  /** What those share that go one way: each way of one option in each of the others. */
  public static List<Dimensions> shared(Calls calls) {
    List<Dimensions> all = List.of(Dimensions.NONE);
    for (Way way : ways(calls)) {
      all =
          all.stream()
              .flatMap(
                  each -> way.values().stream().map(value -> each.with(way.dimension(), value)))
              .toList();
    }
    List<Dimensions> possible = all.stream().filter(Transport::goTogether).toList();
    return possible.isEmpty() ? all : possible; // then each is refused by name
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

  private static boolean canTake(Technology technology, String variant, String path) {
    return ProxyPath.find(path)
        .map(proxy -> technology.carriage(proxy, variant).isPresent())
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
            "%s %d: none of %s can start a call without waiting: leave it out"
                .formatted(
                    ClosedRuns.IN_FLIGHT,
                    setup.inFlight(),
                    String.join(", ", named.stream().map(Contender::name).toList())));
      }
      all.addAll(able);
    }
    return all;
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

  /** Each name once; with its encodings where others have other ones. */
  public static String names(Collection<Contender> contenders) {
    Map<String, Set<String>> payloads = new LinkedHashMap<>();
    for (Contender each : contenders) {
      payloads
          .computeIfAbsent(each.name(), name -> new LinkedHashSet<>())
          .add(each.own().text(Dimension.PAYLOAD));
    }
    boolean alike = payloads.values().stream().distinct().count() <= 1;
    List<String> names = new ArrayList<>();
    payloads.forEach(
        (name, own) ->
            own.stream()
                .map(each -> alike ? name : name + PackedMessage.IN + PackedMessage.encoding(each))
                .distinct()
                .forEach(names::add));
    return String.join(",", names);
  }

  private static boolean starts(Calls calls, Contender contender, int threads) {
    Calls plain = calls.directly().carriedBy(Transport.PLAIN).runOn(Jvms.ANY).fromHere();
    PointPlan plan = PointPlans.ofOneRun(plain, List.of(contender.word()), threads).get(0);
    return plan.driver().startsCalls(plan.options());
  }
}
