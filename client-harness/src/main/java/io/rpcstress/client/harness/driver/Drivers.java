package io.rpcstress.client.harness.driver;

import io.rpcstress.client.harness.driver.none.NullDriver;
import io.rpcstress.driver.Driver;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Every technology that the harness can call, as the class path has them. */
public final class Drivers {

  private static final List<Driver> ALL =
      ServiceLoader.load(Driver.class, Drivers.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .sorted(Comparator.comparingInt(driver -> driver.technology().type()))
          .toList();

  /** Known by name, but in no list: nothing that a user compares. */
  private static final List<Driver> HIDDEN = List.of(new NullDriver());

  private Drivers() {}

  /** The technologies in the order of their numbers. */
  public static List<Driver> all() {
    return ALL;
  }

  /** The driver of a name, hidden ones too. */
  public static Optional<Driver> find(String name) {
    return Stream.concat(ALL.stream(), HIDDEN.stream())
        .filter(driver -> driver.technology().name().equals(name))
        .findFirst();
  }

  /** The names of {@link #all}. */
  public static List<String> names() {
    return ALL.stream().map(driver -> driver.technology().name()).toList();
  }
}
