package io.rpcstress.client.harness.process;

import io.rpcstress.engine.point.NeededServer;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.engine.point.UsageReader;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.usage.HostFacts;
import io.rpcstress.usage.JarLibraries;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the hosts of results are, and which jars measured them. Beside results that no sweep
 * measured it is kept in {@code hosts.json}: of each server what it told last. Asks between two
 * measuring processes. Confined to one thread.
 */
public final class MeasuredHosts {

  private static final String JVM_OPTIONS = "jvmOptions";

  /** Facts that begin so are of this process, which does not measure unless nothing is forked. */
  private static final List<String> OF_THIS_PROCESS = List.of("heap.", "jvm.");

  private final @Nullable Path folder;
  private final PrintStream stderr;
  private final Instant began = Instant.now();
  private final Set<String> kept = new HashSet<>();
  private boolean isBegun;

  public MeasuredHosts(@Nullable Path folder, PrintStream stderr) {
    this.folder = folder;
    this.stderr = stderr;
  }

  /** Keeps what there is to know of a result, once for each technology and variant. */
  public void keep(PointPlan plan, List<String> jvmOptions) {
    Path into = folder;
    if ((into != null && SweepFile.isIn(into)) || !kept.add(plan.point().directoryName())) {
      return; // a sweep has them already
    }
    HostFacts server = ofServer(plan);
    if (into == null) {
      return;
    }
    try {
      SweepFile file = SweepFile.hostsOf(into);
      if (!isBegun) {
        putJar(file);
        file.put(JVM_OPTIONS, jvmOptions);
        file.put(SweepFile.CLIENT, ofThisHost(!jvmOptions.isEmpty()));
        file.begin(
            Map.of(
                SweepFile.START,
                began.toString(),
                "sha256",
                file.text("jar", "sha256"),
                JVM_OPTIONS,
                String.join(" ", jvmOptions)));
      }
      putDrivers(file, List.of(plan.point().technology()));
      if (server != null) {
        put(file, plan.neededServer(), server);
      }
      file.save();
      isBegun = true;
    } catch (IOException | IllegalArgumentException e) {
      stderr.printf("%s is not kept: %s%n", SweepFile.HOSTS_NAME, e.getMessage());
    }
  }

  private static Map<String, String> ofThisHost(boolean anotherMeasures) {
    Map<String, String> facts = new LinkedHashMap<>(HostFacts.read().asMap());
    if (anotherMeasures) {
      facts.keySet().removeIf(name -> OF_THIS_PROCESS.stream().anyMatch(name::startsWith));
    }
    return facts;
  }

  private @Nullable HostFacts ofServer(PointPlan plan) {
    return plan.driver().hasServer() ? ofServer(plan.neededServer(), stderr) : null;
  }

  /**
   * What a server's host is, which stderr has where it does not say, or where its JDK is another
   * than the client's and none was asked for.
   */
  public static @Nullable HostFacts ofServer(NeededServer server, PrintStream stderr) {
    try {
      HostFacts facts = new UsageReader(server.usage()).facts();
      String here = HostFacts.read().jdk();
      if (server.jvm().isAny() && !facts.jdk().equals(here)) {
        stderr.printf(
            "%s: the client runs on JDK %s, the server on %s: compare on one JDK%n",
            server.name(), here, facts.jdk());
      }
      return facts;
    } catch (IOException e) {
      stderr.printf("the host of %s stays unknown: %s%n", server.name(), e.getMessage());
      return null;
    }
  }

  /** A server's jar is no fact of its host: the libraries stand beside those of the clients. */
  public static void put(SweepFile file, NeededServer server, HostFacts told) {
    Map<String, String> facts = new LinkedHashMap<>(told.asMap());
    String libraries = facts.remove(JarLibraries.FACT);
    file.put(SweepFile.SERVER, server.name(), facts);
    if (libraries != null) {
      List<String> each = List.of(libraries.split(JarLibraries.SEPARATOR, -1));
      file.put(SweepFile.SERVER_LIBRARIES, server.technology(), each);
    }
  }

  public static void putJars(SweepFile file, Collection<String> technologies) throws IOException {
    putJar(file);
    putDrivers(file, technologies);
  }

  private static void putJar(SweepFile file) throws IOException {
    JarFacts.describe().forEach((key, value) -> file.put("jar", key, value));
  }

  private static void putDrivers(SweepFile file, Collection<String> technologies)
      throws IOException {
    JarFacts.drivers(technologies).forEach((name, sha256) -> file.put("driverJars", name, sha256));
    JarFacts.libraries(technologies)
        .forEach((technology, all) -> file.put(SweepFile.CLIENT_LIBRARIES, technology, all));
  }
}
