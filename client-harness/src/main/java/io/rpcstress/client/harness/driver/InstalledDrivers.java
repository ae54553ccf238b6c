package io.rpcstress.client.harness.driver;

import io.rpcstress.driver.Driver;
import io.rpcstress.engine.none.NullDriver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Drivers that can be used together: no name, number or port is of two of them. Immutable. */
final class InstalledDrivers {

  private final List<InstalledDriver> all;

  /** Known by name, but in no list: nothing that a user compares. */
  private final InstalledDriver none = InstalledDriver.of(new NullDriver(), null);

  InstalledDrivers(List<InstalledDriver> drivers) {
    all =
        drivers.stream()
            .sorted(Comparator.comparingInt(driver -> driver.technology().type()))
            .toList();
    Map<String, InstalledDriver> names = new HashMap<>();
    Map<Integer, InstalledDriver> types = new HashMap<>();
    Map<Integer, InstalledDriver> ports = new HashMap<>();
    List<InstalledDriver> known = new ArrayList<>();
    known.add(none);
    known.addAll(drivers);
    for (InstalledDriver each : known) {
      InstalledDriver same = names.putIfAbsent(each.technology().name(), each);
      if (same != null) {
        throw new UnusableDriverException(
            "%s and %s both have the technology %s: one of them has to go"
                .formatted(same.source(), each.source(), each.technology().name()));
      }
      int type = each.technology().type();
      alone(types.putIfAbsent(type, each), each, "the number " + type);
      for (int port : each.ports()) {
        alone(ports.putIfAbsent(port, each), each, "the default port " + port);
      }
    }
  }

  private static void alone(@Nullable InstalledDriver first, InstalledDriver second, String what) {
    if (first != null) {
      throw new UnusableDriverException(
          "%s and %s both have %s: give one of them another"
              .formatted(first.described(), second.described(), what));
    }
  }

  /** In the order of their technologies' numbers. */
  List<InstalledDriver> all() {
    return all;
  }

  /** The one of a technology's name, the harness' own floor too. */
  Optional<InstalledDriver> find(String name) {
    if (name.equals(none.technology().name())) {
      return Optional.of(none);
    }
    return all.stream().filter(each -> each.technology().name().equals(name)).findFirst();
  }

  /** The same, as what is called. */
  List<Driver> drivers() {
    return all.stream().map(InstalledDriver::driver).toList();
  }
}
