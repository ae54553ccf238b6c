package io.rpcstress.client.harness.driver;

import io.rpcstress.driver.Driver;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.none.NullDriver;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every technology that the harness can call: those on its class path, and those of the jars {@code
 * driver-*.jar} beside its own. Looked for once, by the first who asks; safe for use by many
 * threads. All methods throw an {@link UnusableDriverException} where a driver cannot be used.
 */
public final class Drivers {

  /** System property of a process that looks for no jar beside its own: its class path has all. */
  public static final String CLASS_PATH_ALONE = "rpcstress.drivers.class-path-alone";

  /** Known by name, but in no list: nothing that a user compares. */
  private static final InstalledDriver NONE = InstalledDriver.of(new NullDriver(), null);

  private static @Nullable List<InstalledDriver> installed;

  private Drivers() {}

  public static void check() {
    var unused = installed();
  }

  /**
   * The technologies in the order of their numbers. Those that call a service of the user's are not
   * among them: nothing of theirs can be started, or compared with others by itself.
   */
  public static List<Driver> all() {
    return installed().stream()
        .map(InstalledDriver::driver)
        .filter(driver -> driver.hasServer() || driver.isInProcess())
        .toList();
  }

  public static Optional<Driver> find(String name) {
    return installed(name).map(InstalledDriver::driver);
  }

  public static List<String> names() {
    return names(technology -> true);
  }

  public static List<String> names(Predicate<Technology> has) {
    return all().stream().map(Driver::technology).filter(has).map(Technology::name).toList();
  }

  /**
   * Whether another process of this program may know a technology that this one does not: it was
   * given the driver that it needs, and nothing else.
   */
  public static boolean mayBeKnownElsewhere(String name) {
    return Boolean.getBoolean(CLASS_PATH_ALONE) && find(name).isEmpty();
  }

  /** The jar beside this program's that has a technology; empty where the class path has it. */
  public static Optional<Path> jar(String name) {
    return installed(name).map(InstalledDriver::jar);
  }

  /**
   * Where a technology that is not there was looked for, as the end of a message; empty where no
   * jar could have brought it.
   */
  public static String lookedFor(String name) {
    Path folder = folder();
    List<String> jars = DriverJars.namesFor(name);
    return folder == null || jars.isEmpty()
        ? ""
        : ("; its driver may be missing: no %s is in %s"
                + " (mvn -q -T2 -DskipTests package builds all drivers)")
            .formatted(String.join(" or ", jars), folder);
  }

  private static Optional<InstalledDriver> installed(String name) {
    return Stream.concat(Stream.of(NONE), installed().stream())
        .filter(each -> each.technology().name().equals(name))
        .findFirst();
  }

  private static synchronized List<InstalledDriver> installed() {
    List<InstalledDriver> found = installed;
    if (found == null) {
      List<InstalledDriver> drivers = new ArrayList<>();
      try {
        ServiceLoader.load(Driver.class, Drivers.class.getClassLoader())
            .forEach(driver -> drivers.add(InstalledDriver.of(driver, null)));
      } catch (ServiceConfigurationError e) {
        throw new UnusableDriverException(
            "a driver on the class path cannot be loaded: " + e.getMessage(), e);
      }
      Path folder = folder();
      if (folder != null) {
        drivers.addAll(DriverJars.in(folder, classPath()));
      }
      drivers.sort(Comparator.comparingInt(driver -> driver.technology().type()));
      checkTogether(drivers);
      found = List.copyOf(drivers);
      installed = found;
    }
    return found;
  }

  private static void checkTogether(List<InstalledDriver> drivers) {
    Map<String, InstalledDriver> names = new HashMap<>();
    Map<Integer, InstalledDriver> types = new HashMap<>();
    Map<Integer, InstalledDriver> ports = new HashMap<>();
    for (InstalledDriver each : Stream.concat(Stream.of(NONE), drivers.stream()).toList()) {
      String name = each.technology().name();
      InstalledDriver same = names.putIfAbsent(name, each);
      if (same != null) {
        throw new UnusableDriverException(
            "%s and %s both have the technology %s: one of them has to go"
                .formatted(same.source(), each.source(), name));
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

  /** The folder of this program's jar; null where it is no jar, or is not to look there. */
  private static @Nullable Path folder() {
    Path program = program();
    return !Boolean.getBoolean(CLASS_PATH_ALONE) && Files.isRegularFile(program)
        ? program.toAbsolutePath().getParent()
        : null;
  }

  /** The jar that this program runs from; its folder of classes in a test. */
  public static Path program() {
    try {
      return Path.of(Drivers.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<Path> classPath() {
    Set<Path> paths = new HashSet<>();
    for (String each : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
      paths.add(Path.of(each).toAbsolutePath().normalize());
    }
    return paths;
  }

  /** A driver that cannot be used, or two that cannot be used together. */
  public static final class UnusableDriverException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnusableDriverException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    UnusableDriverException(String message) {
      this(message, null);
    }
  }
}
