package io.rpcstress.client.harness.plan;

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

/** Who is compared in a sweep: each technology in every way that it can. */
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
  private record Way(
      String option, Dimension dimension, List<String> values, Ability ability, String lacking) {

    /** One that any technology can have. */
    Way(String option, Dimension dimension, List<String> values) {
      this(option, dimension, values, (technology, variant, value) -> true, "");
    }

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

  /** The outermost first. */
  private static List<Way> ways(Calls calls, ClosedRuns runs, int threads) {
    List<Way> ways = new ArrayList<>();
    PackedMessage message = calls.message();
    if (message != null && message.encodings().size() > 1) {
      List<String> payloads = Workloads.payloads(calls, message.encodings());
      ways.add(new Way(PackedMessage.ENCODING, Dimension.PAYLOAD, payloads));
    }
    Jvms jvms = calls.jvms();
    ways.add(new Way(Jvms.JDK, Dimension.JDK, jvms.numbers()));
    ways.add(new Way(Jvms.COLLECTOR, Dimension.COLLECTOR, jvms.labels()));
    Transport transport = calls.transport();
    ways.add(
        new Way(
            Paths.OPTION,
            Dimension.PATH,
            calls.paths().names(),
            Contenders::canTake,
            "take that path: list shows which can"));
    ways.add(
        new Way(
            Transport.TLS,
            Dimension.TLS,
            transport.tls(),
            Transport::encrypts,
            "be called so: list shows which can"));
    ways.add(
        new Way(
            Transport.COMPRESSION,
            Dimension.COMPRESSION,
            transport.compression(),
            Transport::compresses,
            "be called so: list shows which can"));
    ways.add(new Way(ClosedRuns.CLIENTS, Dimension.CLIENTS, words(runs.clients())));
    ways.add(
        new Way(
            ClosedRuns.IN_FLIGHT,
            Dimension.IN_FLIGHT,
            words(runs.inFlight()),
            (technology, variant, calledAtOnce) ->
                calledAtOnce.equals("1") || starts(calls, technology, variant, threads),
            "start a call without waiting: leave it out"));
    return ways;
  }

  private static List<String> words(List<Integer> numbers) {
    return numbers.stream().distinct().map(String::valueOf).toList();
  }

  /**
   * The technologies in every way that is asked for, way by way. Where several numbers of calls in
   * flight are, one that cannot start calls without waiting is left out of those above 1.
   */
  public static List<Contender> of(
      Calls calls, ClosedRuns runs, Collection<Contender> named, int threads) {
    List<Way> choices = ways(calls, runs, threads).stream().filter(Way::isChoice).toList();
    for (Way way : choices) {
      way.values().forEach(value -> requireOne(way, value, named));
    }
    Calls planned = calls.inFirstEncoding();
    List<Contender> all = new ArrayList<>();
    for (Dimensions shared : shared(calls, runs)) {
      for (Contender each : named) {
        if (choices.stream().allMatch(way -> way.isOf(each, shared.text(way.dimension())))) {
          all.add(each.with(shared.with(servers(planned, each))));
        }
      }
    }
    if (all.isEmpty()) {
      throw new Misuse(
          "%s together: none of %s can be called so: list shows which can"
              .formatted(
                  String.join(" and ", choices.stream().map(Way::option).toList()),
                  String.join(", ", named.stream().map(Contender::name).toList())));
    }
    return all;
  }

  private static void requireOne(Way way, String value, Collection<Contender> named) {
    if (named.stream().noneMatch(each -> way.isOf(each, value))) {
      throw new Misuse(
          "%s %s: none of %s can %s"
              .formatted(
                  way.option(),
                  value,
                  String.join(", ", named.stream().map(Contender::name).toList()),
                  way.lacking()));
    }
  }

  /** What those share that go one way: each way of one option in each of the others. */
  public static List<Dimensions> shared(Calls calls, ClosedRuns runs) {
    List<Dimensions> all = List.of(Dimensions.NONE);
    for (Way way : ways(calls, runs, 1)) {
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

  /** Those with these dimensions, as words that name their variants. */
  public static List<String> words(Collection<Contender> contenders, Dimensions shared) {
    return contenders.stream()
        .filter(
            each ->
                ofOneServer(each.own())
                    .with(Dimension.PAYLOAD, Dimension.PAYLOAD.defaultValue())
                    .equals(shared))
        .map(Contender::word)
        .distinct()
        .toList();
  }

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

  private static boolean starts(Calls calls, Technology technology, String variant, int threads) {
    Calls plain =
        calls.inFirstEncoding().directly().carriedBy(Transport.PLAIN).runOn(Jvms.ANY).fromHere();
    String word = new Contender(technology.name(), variant).word();
    PointPlan plan = PointPlans.ofOneRun(plain, List.of(word), threads).get(0);
    return plan.driver().startsCalls(plan.options());
  }
}
