package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.contract.ProxyPath;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which paths calls take to the servers, and where the proxies on them are that are not at their
 * default ports, by the names that {@code list} shows. Immutable.
 */
public record Paths(
    List<String> names, Map<String, Integer> ports, Map<String, Integer> usagePorts) {

  public static final String OPTION = "--path";

  private static final SweptOption SWEPT =
      new SweptOption(
          OPTION,
          "path",
          Stream.concat(
                  Stream.of(ProxyPath.DIRECT),
                  Arrays.stream(ProxyPath.values()).map(ProxyPath::label))
              .toList());

  public static final String PORT = "--path-port";
  public static final String USAGE_PORT = "--path-usage-port";
  public static final Paths DIRECT = new Paths(List.of(ProxyPath.DIRECT), Map.of(), Map.of());

  public Paths {
    names = SweptOption.distinct(names);
    ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
    usagePorts = Collections.unmodifiableMap(new LinkedHashMap<>(usagePorts));
  }

  public void check() {
    SWEPT.check(names);
    ports.forEach((name, port) -> checkName(PORT, name));
    usagePorts.forEach((name, port) -> checkName(USAGE_PORT, name));
  }

  private static void checkName(String option, String name) {
    int dash = name.indexOf('-');
    if (dash < 0 || ProxyPath.find(name.substring(0, dash)).isEmpty()) {
      throw new Misuse(
          "%s '%s': a proxy and its server expected, such as haproxy-grpc=11002"
              .formatted(option, name));
    }
    String technology = Contender.of(name.substring(dash + 1), "").technology();
    if (!Drivers.mayBeKnownElsewhere(technology)) {
      var unused = PointPlans.driver(option, technology);
    }
  }

  public Paths of(String name) {
    return new Paths(List.of(name), ports, usagePorts);
  }

  /** The one path of a single point; empty for a direct one. */
  Optional<ProxyPath> only() {
    return ProxyPath.find(SWEPT.only(names));
  }

  OptionWords options() {
    return new OptionWords()
        .add(OPTION, names.equals(DIRECT.names) ? null : names)
        .addEach(PORT, ports)
        .addEach(USAGE_PORT, usagePorts);
  }
}
