package io.rpcstress.client.harness;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Servers that the tests of this JVM share: the first one that asks for a server starts it, and it
 * ends with this JVM. A test that counts calls takes the difference of two readings; one that ends
 * its server starts one of its own. Thread-safe.
 */
final class SharedServers {

  private static final Map<String, JarProcess> RUNNING = new HashMap<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(SharedServers::end, "end-shared-servers"));
  }

  private SharedServers() {}

  /** The example server of a technology, ready; not to be closed. */
  static JarProcess example(String technology) throws IOException {
    return running(technology, "example");
  }

  /** The tuned server of a technology, ready; not to be closed. */
  static JarProcess tuned(String technology) throws IOException {
    return running(technology, "tuned");
  }

  private static synchronized JarProcess running(String technology, String variant)
      throws IOException {
    String key = technology + "@" + variant;
    JarProcess known = RUNNING.get(key);
    if (known == null || !known.process.isAlive()) {
      known =
          variant.equals("tuned")
              ? JarProcess.tunedServer(technology)
              : JarProcess.server(technology);
      RUNNING.put(key, known);
    }
    return known;
  }

  private static synchronized void end() {
    RUNNING.values().forEach(JarProcess::close);
  }
}
