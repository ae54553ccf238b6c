package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.SamplePack;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that carry messages of two packs, over the jars that are shipped. */
class MixIT {
  private static final List<ServerProcess> SERVERS = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // set before the tests
  @TempDir
  static Path packs;

  @SuppressWarnings("NullAway.Init")
  private static Path read;

  @SuppressWarnings("NullAway.Init")
  private static Path write;

  @TempDir Path folder;

  @BeforeAll
  static void make() throws Exception {
    read = SamplePack.file();
    write = SamplePack.made(packs, "write", "{\"id\":1,\"key\":\"a\",\"value\":[1.5,2,3]}");
  }

  @AfterAll
  static void stop() {
    SERVERS.forEach(ServerProcess::close);
  }

  private static ServerProcess server(String technology, Path... messages) throws IOException {
    List<String> options = new ArrayList<>();
    for (Path each : messages) {
      options.add("--message=" + each);
    }
    ServerProcess server = SharedServers.own(technology, options.toArray(String[]::new));
    SERVERS.add(server);
    return server;
  }

  private JarProcess client(String technology, ServerProcess server, String line)
      throws IOException {
    return JarProcess.client(
        JarProcess.calling(
            technology,
            server,
            line.formatted(technology),
            "--mix=%s=3,%s=1".formatted(read, write),
            "--out=" + folder,
            JarProcess.QUICK));
  }

  /** By part: how many calls it had. */
  private static Map<String, Long> parts(Path csv) throws IOException {
    Path file = Path.of(csv.toString().replaceFirst("\\.csv$", ".parts"));
    Map<String, Long> calls = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.get(0)).startsWith("part,callsOk,callsNotOk,p50Us,");
    lines.stream()
        .skip(1)
        .map(line -> line.split(",", -1))
        .forEach(cells -> calls.put(cells[0], Long.parseLong(cells[1])));
    return calls;
  }

  @Test
  void aTimedLoopCarriesBothMessagesByTheirWeights() throws Exception {
    ServerProcess server = server("tcp", write, read);
    String line = "run --protocol %s --threads 2 --duration 500ms --warmup 500ms --windows 2";
    try (JarProcess client = client("tcp", server, line + " --encoding protobuf")) {
      assertThat(client.exit()).as("%s", client.err).isZero();
      assertThat(client.out).anyMatch(each -> each.matches("  sample +[0-9]+ .*"));
    }
    Path csv = new RawFiles(folder).csvFiles().get(0);
    List<Run> rows = RunCsv.read(csv).runs();
    long all = rows.stream().mapToLong(run -> run.calls().ok()).sum();
    Map<String, Long> parts = parts(csv);
    assertThat(parts).containsOnlyKeys("sample", "write");
    assertThat(parts.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(all);
    assertThat((double) parts.getOrDefault("sample", 0L) / all).isBetween(0.6, 0.9);
    assertThat(rows)
        .allSatisfy(
            run ->
                assertThat(run.point().fileStem())
                    .containsPattern("-mix-sample-3-write-1-[0-9a-f]{16}"));
  }

  @Test
  void theCallsOfATraceCarryTheMessagesThatItNames() throws Exception {
    ServerProcess server = server("rpcx", read, write);
    Path trace =
        Files.writeString(folder.resolve("t.csv"), "0,write\n1,sample\n2,write\n3,write\n");
    String line = "rate --protocol %s --warmup 1s --threads 2 --arrivals " + trace;
    try (JarProcess client = client("rpcx", server, line)) {
      assertThat(client.exit()).as("%s", client.err).isZero();
    }
    Path csv = new RawFiles(folder).openCsvFiles().get(0);
    OpenRun row = RunCsv.parseOpen(csv, Files.readString(csv)).runs().get(0);
    assertThat(row.run().calls().ok()).isEqualTo(4);
    assertThat(parts(csv)).containsExactly(Map.entry("sample", 1L), Map.entry("write", 3L));
  }

  @Test
  void aServerWithOneOfThePacksIsRefusedAndNothingIsMeasured() throws Exception {
    ServerProcess server = server("tcp", read);
    long before = server.usage().callsServed();
    try (JarProcess client = client("tcp", server, "rate --protocol %s --rate 5 --duration 1s")) {
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.err).anyMatch(each -> each.contains("started with --message, of sample-"));
    }
    assertThat(server.usage().callsServed()).isEqualTo(before);
  }
}
