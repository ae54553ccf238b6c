package io.rpcstress.client.harness.driver;

import io.rpcstress.client.harness.driver.Drivers.UnusableDriverException;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverApi;
import io.rpcstress.driver.Session;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * The jars of further technologies: {@code driver-<family>.jar} in the folder of this program's own
 * jar. Of a program that lies where the build put it, also where the same build put those; nowhere
 * else.
 */
final class DriverJars {

  private static final String PREFIX = "driver-";
  private static final String SUFFIX = ".jar";

  /** Where a build puts this program. */
  private static final Path BUILT_PROGRAM = Path.of("client-harness", "target");

  private static final String SERVICES = "META-INF/services/" + Driver.class.getName();

  private DriverJars() {}

  /**
   * The drivers of the jars in this program's folder, each jar with a class loader of its own. What
   * lies there goes before a build's jar of the same name.
   */
  static List<InstalledDriver> in(Path folder, Set<Path> known) {
    SortedMap<String, Path> jars = new TreeMap<>();
    built(folder).forEach(jar -> put(jar, known, jars));
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
      for (Path jar : found) {
        put(jar, known, jars);
      }
    } catch (AccessDeniedException e) {
      return List.of(); // who may not list the folder finds the program alone
    } catch (IOException e) {
      throw new UnusableDriverException(
          "driver jars cannot be looked for in %s: %s".formatted(folder, e), e);
    }
    List<InstalledDriver> drivers = new ArrayList<>();
    for (Path jar : jars.values()) {
      check(jar);
      drivers.addAll(of(jar));
    }
    return drivers;
  }

  private static void put(Path jar, Set<Path> known, SortedMap<String, Path> jars) {
    Path path = jar.toAbsolutePath().normalize();
    if (Files.isRegularFile(path) && !known.contains(path)) {
      jars.put(path.getFileName().toString(), path);
    }
  }

  /**
   * What a build left beside the program that it left: {@code technologies/<family>/driver/target}
   * of the same clone. Drivers that the program brings leave no jar of that name.
   */
  private static List<Path> built(Path folder) {
    Path clone = folder.toAbsolutePath().normalize().resolve("../..").normalize();
    if (!folder.endsWith(BUILT_PROGRAM) || !Files.isRegularFile(clone.resolve("pom.xml"))) {
      return List.of();
    }
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> families = Files.newDirectoryStream(clone.resolve("technologies"))) {
      for (Path family : families) {
        jars.add(family.resolve("driver/target").resolve(PREFIX + family.getFileName() + SUFFIX));
      }
    } catch (IOException e) {
      return List.of(); // a clone without its sources has none
    }
    return jars;
  }

  /** Looks at what can be seen without loading a class. */
  private static void check(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String version =
          manifest == null ? null : manifest.getMainAttributes().getValue(DriverApi.MANIFEST_ENTRY);
      if (version == null) {
        throw unusable(
            jar,
            "its manifest does not say which driver API it was built with: '%s: %d' expected"
                .formatted(DriverApi.MANIFEST_ENTRY, DriverApi.VERSION),
            null);
      }
      if (!version.equals(Integer.toString(DriverApi.VERSION))) {
        throw unusable(
            jar,
            "it was built with driver API %s, this program has %d: take both of one version"
                .formatted(PrintableText.of(version), DriverApi.VERSION),
            null);
      }
      if (file.getEntry(SERVICES) == null) {
        throw unusable(jar, "it has no driver: %s expected in it".formatted(SERVICES), null);
      }
    } catch (IOException e) {
      throw unusable(jar, "it cannot be read as a jar: " + e.getMessage(), e);
    }
  }

  private static List<InstalledDriver> of(Path jar) {
    List<InstalledDriver> drivers = new ArrayList<>();
    try {
      URLClassLoader loader =
          new URLClassLoader(new URL[] {url(jar)}, Driver.class.getClassLoader());
      ServiceLoader.load(Driver.class, loader).stream()
          .filter(provider -> provider.type().getClassLoader() == loader)
          .map(provider -> InstalledDriver.of(provider.get(), jar))
          .forEach(
              known -> drivers.add(known.with(inContext(Driver.class, known.driver(), loader))));
    } catch (ServiceConfigurationError | LinkageError e) {
      throw unusable(jar, "its driver cannot be loaded: " + e.getMessage(), e);
    }
    if (drivers.isEmpty()) {
      throw unusable(jar, "this program has its drivers already: remove the jar", null);
    }
    return drivers;
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException("every file has a URL", e);
    }
  }

  private static UnusableDriverException unusable(Path jar, String why, @Nullable Throwable cause) {
    return new UnusableDriverException("%s cannot be used: %s".formatted(jar, why), cause);
  }

  /**
   * The names that a technology's jar may have: its family's name is its own, or its own up to a
   * dash. Empty where no technology can be called that.
   */
  static List<String> namesFor(String technology) {
    List<String> names = new ArrayList<>();
    if (InstalledDriver.NAME.matcher(technology).matches()) {
      for (int end = technology.length(); end > 0; end = technology.lastIndexOf('-', end - 1)) {
        names.add(PREFIX + technology.substring(0, end) + SUFFIX);
      }
    }
    return names;
  }

  /**
   * The same whose methods run in the context of its jar, and so its libraries find their parts
   * through the thread's context class loader; a session of it as well. A proxy passes on each
   * method, also one that has a default. Of callers nothing is added to a call.
   */
  private static <T> T inContext(Class<T> type, T target, ClassLoader loader) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Thread thread = Thread.currentThread();
          ClassLoader before = thread.getContextClassLoader();
          thread.setContextClassLoader(loader);
          try {
            Object result = method.invoke(target, arguments);
            return result instanceof Session session
                ? inContext(Session.class, session, loader)
                : result;
          } catch (InvocationTargetException e) {
            throw e.getTargetException();
          } finally {
            thread.setContextClassLoader(before);
          }
        };
    return type.cast(
        Proxy.newProxyInstance(Driver.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
