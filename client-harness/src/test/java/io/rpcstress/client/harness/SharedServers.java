package io.rpcstress.client.harness;

import io.rpcstress.client.harness.driver.ComponentLines;
import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Servers of the shipped jars. Those that the tests of this JVM share: the first one that asks for
 * a server starts it, and it ends with this JVM. A test that counts calls takes the difference of
 * two readings; one that ends its server starts one of its own. Thread-safe.
 */
final class SharedServers {

  private static final Map<String, ServerProcess> RUNNING = new HashMap<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(SharedServers::end, "end-shared-servers"));
  }

  private static final int SERVER = 5; // of the fields of a component's line

  private SharedServers() {}

  /** The example server of a technology, ready; not to be closed. */
  static ServerProcess example(String technology) throws IOException {
    return running(technology, "example");
  }

  /** The tuned server of a technology, ready; not to be closed. */
  static ServerProcess tuned(String technology) throws IOException {
    return running(technology, "tuned");
  }

  private static synchronized ServerProcess running(String technology, String variant)
      throws IOException {
    String key = technology + "@" + variant;
    ServerProcess known = RUNNING.get(key);
    if (known == null || !known.isAlive()) {
      known = started(technology, "--variant", variant);
      RUNNING.put(key, known);
    }
    return known;
  }

  /** An example server of the test's own, ready; the test closes it. */
  static ServerProcess own(String technology, String... more) throws IOException {
    return started(technology, more);
  }

  private static ServerProcess started(String technology, String... more) throws IOException {
    return ServerProcess.ready(jar(technology), technology, more);
  }

  static Path jar(String technology) throws IOException {
    String server = server(technology);
    String family = server.substring("server-".length());
    Path own = Path.of("../technologies", family, "server/target", server + ".jar");
    return Files.exists(own) ? own : Path.of("..", server, "target", server + ".jar");
  }

  /** Whose jar serves a technology: as the scripts know it. */
  private static String server(String technology) {
    return ComponentLines.of(Drivers.find(technology).orElseThrow()).stream()
        .map(line -> line.split("\t", -1))
        .filter(fields -> fields[0].equals(technology))
        .map(fields -> fields[SERVER])
        .findFirst()
        .orElseThrow();
  }

  private static synchronized void end() {
    RUNNING.values().forEach(ServerProcess::close);
  }
}
