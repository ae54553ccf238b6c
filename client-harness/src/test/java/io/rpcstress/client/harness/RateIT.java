package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The open loop with the jars that are shipped. */
@Timeout(600)
class RateIT {

  @TempDir Path folder;

  @Test
  void everyCallThatWasDueIsIssuedServedAndKeptByTheForkedClient() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    try (JarProcess client =
        JarProcess.client(
            "rate",
            "--protocol",
            "tcp",
            "--port",
            "tcp=" + server.port(),
            "--usage-port",
            "tcp=" + server.usagePort(),
            "--connections",
            "multiplexed:1",
            "--rate",
            "50",
            "--duration",
            "2s",
            "--warmup",
            "1s",
            "--shape",
            "bursts",
            JarProcess.QUICK,
            "--out",
            folder.toString())) {
      assertThat(client.exit()).as("%s", client.err).isZero();
      assertThat(client.out).anyMatch(line -> line.contains("100 issued = 100 ok"));
    }
    List<String> lines = Files.readAllLines(folder.resolve("raw/tcp/rate50-bursts-2s.csv"));
    List<String> header = List.of(lines.get(0).split(",", -1));
    List<String> row = List.of(lines.get(1).split(",", -1));
    for (String column : List.of("callsIssued", "callsOk", "callsServed", "requestNum")) {
      assertThat(row.get(header.indexOf(column))).as(column).isEqualTo("100");
    }
    assertThat(row.get(header.indexOf("warmupOk"))).isEqualTo("50");
    assertThat(row.get(header.indexOf("loop"))).isEqualTo("open");
    assertThat(row.get(header.indexOf("p50Us"))).isNotEmpty();
    assertThat(row.get(header.indexOf("serviceP50Us"))).isNotEmpty();
    assertThat(folder.resolve("raw/tcp/rate50-bursts-2s.hlog")).isNotEmptyFile();
  }
}
