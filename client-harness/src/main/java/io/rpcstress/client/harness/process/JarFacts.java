package io.rpcstress.client.harness.process;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.contract.Sha256;
import io.rpcstress.usage.JarLibraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What this program is, for the record: a result without it cannot be run again. */
public final class JarFacts {

  private JarFacts() {}

  /** Name and SHA-256 of the jar; empty where the program runs from classes. */
  public static Map<String, String> describe() throws IOException {
    Path jar = Drivers.program();
    Map<String, String> facts = new LinkedHashMap<>();
    if (Files.isRegularFile(jar)) {
      facts.put("file", jar.getFileName().toString());
      facts.put("sha256", sha256(jar));
    }
    return facts;
  }

  public static Optional<Path> jar() {
    return Optional.of(Drivers.program().toAbsolutePath()).filter(Files::isRegularFile);
  }

  /** Names and SHA-256 of the jars beside it that have some of these technologies. */
  public static Map<String, String> drivers(Collection<String> technologies) throws IOException {
    Map<String, String> facts = new TreeMap<>();
    for (String technology : technologies) {
      Path jar = Drivers.jar(technology).orElse(null);
      if (jar != null) {
        facts.put(jar.getFileName().toString(), sha256(jar));
      }
    }
    return facts;
  }

  /**
   * The libraries of each of these technologies on the client's side, from the jar that has its
   * driver; without those whose jar names none.
   */
  public static Map<String, List<String>> libraries(Collection<String> technologies)
      throws IOException {
    Path program = jar().orElse(null);
    Map<String, List<String>> all = new TreeMap<>();
    for (String technology : technologies) {
      Path own = Drivers.jar(technology).orElse(null);
      List<String> libraries = List.of();
      if (own != null) {
        libraries = JarLibraries.of(own);
      } else if (program != null) {
        libraries = JarLibraries.of(program, module(technology));
      }
      if (!libraries.isEmpty()) {
        all.put(technology, libraries);
      }
    }
    return all;
  }

  /** The module of a driver in this program's jar: called after its family, as its package is. */
  private static String module(String technology) {
    String place = Drivers.find(technology).orElseThrow().getClass().getPackageName();
    return "driver-" + place.substring(place.lastIndexOf('.') + 1);
  }

  private static String sha256(Path file) throws IOException {
    return Sha256.of(Files.readAllBytes(file));
  }
}
