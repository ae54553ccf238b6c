package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.driver.Address;
import io.rpcstress.client.harness.driver.ConnectionPolicy;
import io.rpcstress.client.harness.driver.Driver;
import io.rpcstress.client.harness.driver.DriverOptions;
import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.driver.Target;
import io.rpcstress.client.harness.driver.Technology;
import io.rpcstress.client.harness.driver.Technology.Variant;
import io.rpcstress.client.harness.load.CallingThreads;
import io.rpcstress.client.harness.load.Workload;
import io.rpcstress.client.harness.point.PointPlan;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Operations;
import io.rpcstress.measure.Point;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Turns options into plans, or says in one line what is wrong with them. */
final class PointPlans {

  /** Beyond this no host starts its threads; a typing error is likelier. */
  private static final int MOST_THREADS = 100_000;

  /** How far above a service's port its usage counters are, unless said otherwise. */
  private static final int USAGE_PORT_OFFSET = 1_000;

  private final CallOptions options;

  PointPlans(CallOptions options) {
    this.options = options;
  }

  /**
   * The plans of one thread and request count, one a technology, in the order asked for.
   *
   * @throws Misuse if one of them cannot be run
   */
  static List<PointPlan> closed(
      PointOptions options, Collection<String> protocols, int threads, int requests) {
    return new PointPlans(options)
        .of(
            protocols,
            threads,
            options.runs,
            (technology, variant) ->
                new Point(technology, variant, threads, requests, options.requestMode));
  }

  /**
   * The plans of one load, one a technology, in the order asked for.
   *
   * @param threads how many callers there are
   * @param runs orders of each
   * @param points the point of a technology and a variant
   * @throws Misuse if one of them cannot be run
   */
  List<PointPlan> of(
      Collection<String> protocols,
      int threads,
      int runs,
      BiFunction<String, String, Point> points) {
    if (threads > MOST_THREADS) {
      throw new Misuse("--threads " + threads + ": 1 to " + MOST_THREADS + " expected");
    }
    if (options.virtualThreads && !CallingThreads.hasVirtual()) {
      throw new Misuse(
          "--virtual-threads: this JDK is %d, 21 or later expected"
              .formatted(Runtime.version().feature()));
    }
    Workload<?, ?> workload = workload();
    List<PointPlan> plans = new ArrayList<>();
    for (Choice choice : choices(protocols)) {
      Point point = points.apply(choice.driver().technology().name(), choice.variant().name());
      plans.add(plan(choice, workload, threads, runs, point));
    }
    checkNames("--port", options.ports.keySet());
    checkNames("--usage-port", options.usagePorts.keySet());
    return plans;
  }

  /** A technology and the variant of it that was asked for. */
  private record Choice(Driver driver, Variant variant) {}

  /**
   * Reads {@code grpc} and {@code grpc@tuned}.
   *
   * @throws Misuse if there is no such technology or variant, or one is named twice
   */
  private List<Choice> choices(Collection<String> protocols) {
    Set<Choice> choices = new LinkedHashSet<>();
    Set<String> seen = new LinkedHashSet<>();
    for (String word : protocols) {
      int at = word.indexOf('@');
      String name = at < 0 ? word : word.substring(0, at);
      String variantName = at < 0 ? options.variant : word.substring(at + 1);
      Driver driver = driver("--protocol", name);
      Technology technology = driver.technology();
      List<String> names = technology.variants().stream().map(Variant::name).toList();
      Variant variant =
          technology
              .variant(variantName)
              .orElseThrow(
                  () ->
                      new Misuse(
                          "%s has no variant '%s': %s"
                              .formatted(name, variantName, Nearest.hint(variantName, names))));
      if (!seen.add(name + "@" + variantName)) {
        throw new Misuse("--protocol names " + word + " twice");
      }
      choices.add(new Choice(driver, variant));
    }
    return List.copyOf(choices);
  }

  private static Driver driver(String option, String name) {
    return Drivers.find(name)
        .orElseThrow(
            () ->
                new Misuse(
                    "%s '%s' is no technology: %s"
                        .formatted(option, name, Nearest.hint(name, Drivers.names()))));
  }

  private static void checkNames(String option, Collection<String> names) {
    names.forEach(name -> driver(option, name));
  }

  private PointPlan plan(
      Choice choice, Workload<?, ?> workload, int threads, int runs, Point point) {
    Technology technology = choice.driver().technology();
    if (!technology.operations().contains(workload.operation().name())) {
      throw new Misuse(
          "%s has no operation '%s': it has %s"
              .formatted(
                  technology.name(),
                  workload.operation().name(),
                  String.join(", ", technology.operations())));
    }
    Address service = service(technology);
    DriverOptions driverOptions =
        new DriverOptions(
            choice.variant().name(),
            connections(technology, choice.variant(), threads),
            threads,
            options.virtualThreads,
            options.deadline,
            DriverOptions.DEFAULT_CONNECT_TIMEOUT);
    return new PointPlan(
        point,
        choice.driver(),
        Target.of(service),
        usage(technology, service),
        driverOptions,
        workload,
        runs,
        options.tolerate);
  }

  private Address service(Technology technology) {
    int port = options.ports.getOrDefault(technology.name(), technology.defaultPort());
    return address("--port", port);
  }

  private Address usage(Technology technology, Address service) {
    Integer own = options.usagePorts.get(technology.name());
    int port = own == null ? service.port() + USAGE_PORT_OFFSET : own;
    if (own == null && port > Address.HIGHEST_PORT) {
      port = service.port(); // a server that high was told its own usage port, and so must we be
    }
    return address("--usage-port", port);
  }

  private Address address(String option, int port) {
    try {
      return new Address(options.host, port);
    } catch (IllegalArgumentException e) {
      throw new Misuse(option + ": " + e.getMessage());
    }
  }

  private ConnectionPolicy connections(Technology technology, Variant variant, int threads) {
    ConnectionPolicy own = variant.ownPolicy(threads);
    String asked = options.connections;
    if (asked == null) {
      return own;
    }
    ConnectionPolicy policy;
    try {
      policy = ConnectionPolicy.parse(asked, own);
    } catch (IllegalArgumentException e) {
      throw new Misuse("--connections " + e.getMessage());
    }
    if (!variant.supported().contains(policy.kind())) {
      throw new Misuse(
          "--connections %s: %s@%s supports %s"
              .formatted(
                  asked,
                  technology.name(),
                  variant.name(),
                  String.join(", ", variant.supported().stream().map(k -> k.label()).toList())));
    }
    return policy;
  }

  private Workload<?, ?> workload() {
    List<String> names = Operations.all().stream().map(Operation::name).toList();
    Operation<?, ?> operation =
        Operations.find(options.operation)
            .orElseThrow(
                () ->
                    new Misuse(
                        "--operation '%s' is none: %s"
                            .formatted(options.operation, Nearest.hint(options.operation, names))));
    if (options.payload != null && options.payloadBytes != null) {
      throw new Misuse("--payload and --payload-bytes exclude each other: give one");
    }
    if (operation == Greeting.OPERATION) {
      return greeting(options.payload, options.payloadBytes);
    }
    throw new Misuse("run cannot make the operation '" + operation.name() + "'");
  }

  private static Workload<String, String> greeting(
      @Nullable String payload, @Nullable Integer bytes) {
    try {
      String name =
          payload != null
              ? Greeting.checkedName(payload)
              : bytes != null ? Greeting.name(bytes) : Greeting.defaultName();
      return new Workload<>(
          Greeting.OPERATION, name, (long) name.getBytes(StandardCharsets.UTF_8).length);
    } catch (IllegalArgumentException e) {
      throw new Misuse((payload != null ? "--payload: " : "--payload-bytes: ") + e.getMessage());
    }
  }
}
