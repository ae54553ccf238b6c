package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The user's own machine: what lies between a person and the shipped jar. */
class EnvironmentIT {

  private static final List<String> TECHNOLOGIES = List.of("rpcx", "grpc", "openfeign", "tcp");

  @TempDir Path folder;

  /** A JVM that resolves names by a file; the processes that it starts know no name at all. */
  private List<String> namesOf(String... lines) throws IOException {
    Path hosts = Files.write(folder.resolve("hosts"), List.of(lines));
    return List.of("-Djdk.net.hosts.file=" + hosts);
  }

  private String[] run(String host, List<String> technologies, String... more) throws IOException {
    List<String> ports = new ArrayList<>();
    List<String> usages = new ArrayList<>();
    for (String technology : technologies) {
      ServerProcess server = SharedServers.example(technology);
      ports.add(technology + "=" + server.port());
      usages.add(technology + "=" + server.usagePort());
    }
    String line =
        "run --host %s --protocol %s --port %s --usage-port %s --threads 2 --requests 10 --runs 1"
            .formatted(
                host,
                String.join(",", technologies),
                String.join(",", ports),
                String.join(",", usages));
    return JarProcess.words(line + " --out " + folder, more);
  }

  private JarProcess measuring(List<String> jvm, List<String> technologies) throws IOException {
    return JarProcess.client(jvm, run("several", technologies, JarProcess.QUICK));
  }

  /** A JDK of each further version that Linux distributions have put where they put them. */
  static List<Path> otherJdks() throws IOException {
    Map<Integer, Path> found = new TreeMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/usr/lib/jvm"), "*")) {
      for (Path each : all) {
        Path release = each.resolve("release");
        String text = Files.isReadable(release) ? Files.readString(release) : "";
        Matcher version = Pattern.compile("JAVA_VERSION=\"([0-9]+)").matcher(text);
        if (version.find() && Files.isExecutable(each.resolve("bin/java"))) {
          found.put(Integer.parseInt(version.group(1)), each);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    found.keySet().removeIf(each -> each < 17 || each == Runtime.version().feature());
    return List.copyOf(found.values());
  }

  @Tag("long")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("otherJdks")
  void onAnotherJdkStderrHasTheDifferenceOfTheSidesAndNothingOfLibraries(Path jdk)
      throws Exception {
    JarProcess client = JarProcess.on(jdk, run("127.0.0.1", TECHNOLOGIES)).succeeded();
    for (String technology : TECHNOLOGIES) {
      assertThat(client.err)
          .anyMatch(line -> line.startsWith(technology + ": the client runs on JDK "));
    }
    assertThat(client.err).noneMatch(line -> line.startsWith("WARNING"));
  }

  @Test
  void ofANameWithSeveralAddressesEveryTechnologyCallsTheOneThatAnswers() throws Exception {
    List<String> jvm = namesOf("127.0.0.2 several", "127.0.0.1 several");

    JarProcess client = measuring(jvm, TECHNOLOGIES).succeeded();
    assertThat(client.err).contains("several: no server answers at 127.0.0.2; 127.0.0.1 is called");

    List<Path> files = new RawFiles(folder).csvFiles();
    assertThat(files).hasSameSizeAs(TECHNOLOGIES);
    for (Path file : files) {
      Run run = RunCsv.read(file).runs().get(0);
      assertThat(run.circumstances().serverAddress()).isEqualTo("127.0.0.1");
      assertThat(run.cost().server().cpuMs()).as("its usage, in %s", file).isNotNull();
    }
  }

  @Test
  void aNameWhoseAddressesAreAllSilentIsNamedWithThem() throws Exception {
    List<String> jvm = namesOf("127.0.0.2 several", "127.0.0.3 several");

    try (JarProcess client = measuring(jvm, List.of("tcp"))) {
      assertThat(client.exit()).isOne();
      assertThat(client.err)
          .anyMatch(
              line ->
                  line.startsWith(
                      "several: no server answers at any of its addresses (127.0.0.2, 127.0.0.3)"));
    }
  }
}
