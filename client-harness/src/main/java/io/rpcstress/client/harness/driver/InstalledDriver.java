package io.rpcstress.client.harness.driver;

import io.rpcstress.client.harness.driver.Drivers.UnusableDriverException;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.Tls;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.Technology;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A driver and where it is from.
 *
 * @param jar the jar beside this program that has it; null where the class path has it
 */
record InstalledDriver(Driver driver, Technology technology, @Nullable Path jar) {

  /** How a technology or a variant is called: it becomes a part of file names. */
  static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  private static final String THIS_PROGRAM = "client-harness";

  static InstalledDriver of(Driver driver, @Nullable Path jar) {
    Technology technology;
    try {
      technology = driver.technology();
    } catch (RuntimeException | LinkageError e) {
      throw new UnusableDriverException(
          "%s: %s cannot say what it is: %s".formatted(source(jar), driver.getClass().getName(), e),
          e);
    }
    InstalledDriver installed = new InstalledDriver(driver, technology, jar);
    installed.check();
    return installed;
  }

  InstalledDriver with(Driver other) {
    return new InstalledDriver(other, technology, jar);
  }

  private void check() {
    name("the technology", technology.name());
    if (technology.variants().isEmpty()) {
      throw unusable("has no variant: one at least is expected, its official example first");
    }
    technology.variants().forEach(variant -> name("the variant", variant.name()));
    for (int port : servicePorts()) {
      if (port < 1 || port > Address.HIGHEST_PORT) {
        throw unusable("has the port %d: 1 to %d expected".formatted(port, Address.HIGHEST_PORT));
      }
    }
  }

  private void name(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw unusable(
          "calls %s '%s': 1 to 40 lower-case letters, digits and dashes expected"
              .formatted(what, PrintableText.of(name)));
    }
  }

  private UnusableDriverException unusable(String why) {
    return new UnusableDriverException(
        "%s: %s %s".formatted(source(jar), driver.getClass().getName(), why));
  }

  private SortedSet<Integer> servicePorts() {
    SortedSet<Integer> ports = new TreeSet<>();
    ports.add(technology.defaultPort());
    technology
        .variants()
        .forEach(
            variant -> {
              int port = variant.server().port(technology.defaultPort());
              ports.add(port);
              if (technology.encrypted().contains(variant.name())) {
                ports.add(Tls.ON.port(port));
                ports.add(Tls.MTLS.port(port));
              }
            });
    return ports;
  }

  /** Where the proxies beside its servers listen by default, as far as there are such ports. */
  private SortedSet<Integer> proxyPorts() {
    SortedSet<Integer> ports = new TreeSet<>();
    for (ProxyPath path : ProxyPath.values()) {
      for (Technology.Variant each : technology.variants()) {
        int port = path.port(each.server().port(technology.defaultPort()));
        if (technology.carriage(path, each.name()).isPresent() && port <= Address.HIGHEST_PORT) {
          ports.add(port);
        }
      }
    }
    return ports;
  }

  /** Where its servers, and the proxies beside them, listen and tell their usage by default. */
  SortedSet<Integer> ports() {
    SortedSet<Integer> ports = servicePorts();
    ports.addAll(proxyPorts());
    for (int service : Set.copyOf(ports)) {
      int usage = service + ServerVariant.USAGE_PORT_OFFSET;
      if (usage <= Address.HIGHEST_PORT) {
        ports.add(usage);
      }
    }
    return ports;
  }

  String described() {
    return "%s (%s)".formatted(technology.name(), source());
  }

  /** Where it is from, for a message: the jar's name, or this program's. */
  String source() {
    return source(jar);
  }

  private static String source(@Nullable Path jar) {
    return jar == null ? THIS_PROGRAM : String.valueOf(jar.getFileName());
  }
}
