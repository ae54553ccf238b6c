package io.rpcstress.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code tuned} is what measured faster, warm, than every other variant of its technology in the
 * kept sweep that decides it; or docs/rules.md says that it did not, or that nobody has measured.
 * No technology is in two of those sweeps.
 */
final class TunedVariantsTest {

  private static final Path PAGE = Project.ROOT.resolve("docs/rules.md");
  private static final List<Path> DECIDE =
      List.of(
          Project.ROOT.resolve("results/warm/raw"),
          Project.ROOT.resolve("results/tuned-beside/raw"));
  private static final String TABLE = "| technology | `example` | `tuned` |\n|---|---|---|\n";

  private static final String SAME = "the same";
  private static final String UNMEASURED = "not measured";
  private static final String NO_FASTER = "measured no faster than `example`";

  /** {@code | `a`, `b` | how the example is | how tuned is |}. */
  private static final Pattern ROW = Pattern.compile("^\\|([^|]+)\\|[^|]+\\|([^|]+)\\|$");

  private static final Pattern NAME = Pattern.compile("`([a-z0-9-]+)`");

  @Test
  void whatIsCalledTunedMeasuredFasterOrThePageSaysThatItDidNot() throws IOException {
    Map<String, String> tuned = tuned();
    assertThat(tuned).containsKeys("rpcx", "grpc", "openfeign", "thrift");
    List<String> decided = new ArrayList<>();
    for (Map.Entry<String, String> each : tuned.entrySet()) {
      String technology = each.getKey();
      if (each.getValue().startsWith(SAME)) {
        continue;
      }
      Map<String, Double> rates = rates(technology);
      Double own = rates.remove(technology + "@tuned");
      assertThat(each.getValue().contains(UNMEASURED))
          .as("%s: docs/rules.md says '%s' of its tuned variant", technology, UNMEASURED)
          .isEqualTo(own == null);
      if (own != null) {
        decided.add(technology);
        double best = rates.values().stream().mapToDouble(rate -> rate).max().orElseThrow();
        assertThat(each.getValue().contains(NO_FASTER))
            .as("%s@tuned makes %.0f calls/s, the others %s", technology, own, rates)
            .isEqualTo(own <= best);
      }
    }
    assertThat(decided)
        .containsExactly(
            "amqp",
            "dubbo",
            "dubbo-triple",
            "grpc",
            "grpc-stream",
            "http-form",
            "http-java",
            "http-json",
            "openfeign",
            "redis",
            "rsocket",
            "socket-avro",
            "socket-capnp",
            "socket-protobuf",
            "sofa-bolt",
            "thrift");
  }

  /** What the page says of each technology's tuned variant. */
  private static Map<String, String> tuned() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(TABLE);
    assertThat(begin).as("the table of variants").isPositive();
    Map<String, String> tuned = new TreeMap<>();
    for (String line : page.substring(begin + TABLE.length()).lines().toList()) {
      List<MatchResult> row = ROW.matcher(line).results().toList();
      if (row.isEmpty()) {
        break;
      }
      NAME.matcher(row.get(0).group(1))
          .results()
          .forEach(name -> tuned.put(name.group(1), row.get(0).group(2).strip()));
    }
    return tuned;
  }

  /** Calls a second of each of its variants that was measured: the geometric mean of processes. */
  private static Map<String, Double> rates(String technology) throws IOException {
    Map<String, Double> rates = new TreeMap<>();
    for (Path folder : measured()) {
      String name = folder.getFileName().toString();
      if (name.equals(technology) || name.startsWith(technology + "@")) {
        assertThat(rates.put(name, rate(folder))).as("%s in two sweeps", name).isNull();
      }
    }
    return rates;
  }

  /** The folder of each variant in the sweeps that decide. */
  private static List<Path> measured() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (Path decides : DECIDE) {
      try (Stream<Path> listed = Files.list(decides)) {
        folders.addAll(listed.toList());
      }
    }
    return folders;
  }

  private static double rate(Path folder) throws IOException {
    double logarithms = 0;
    int processes = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".csv") && !name.endsWith(".series.csv")) {
          logarithms += Math.log(mean(file));
          processes++;
        }
      }
    }
    assertThat(processes).as("processes in %s", folder).isGreaterThanOrEqualTo(3);
    return Math.exp(logarithms / processes);
  }

  /** The mean over a process' windows, which are equally long. */
  private static double mean(Path csv) throws IOException {
    List<String> lines = Files.readAllLines(csv);
    int at = List.of(lines.get(0).split(",", -1)).indexOf("callsPerSecond");
    return lines.stream()
        .skip(1)
        .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[at]))
        .average()
        .orElseThrow();
  }
}
