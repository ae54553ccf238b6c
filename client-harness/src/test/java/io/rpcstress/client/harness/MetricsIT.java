package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.Flag;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scrapes of a real client and a real server while calls are made. */
@Timeout(600)
class MetricsIT {
  private static final long BETWEEN_SCRAPES_MILLIS = 200;

  /** Calls that the server has answered. */
  private static final String SERVED = "rpcstress_server_calls_total\\{outcome=\"ok\"} [1-9]";

  @TempDir Path folder;

  private static String scrape(String url) throws IOException {
    try (InputStream in = URI.create(url).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Calls a server through one window, behind a second of warm-up. */
  private static JarProcess run(ServerProcess server, String... more) throws IOException {
    String line = "run --protocol tcp --threads 2 --warmup 1s --windows 1";
    List<String> words = new ArrayList<>(List.of(more));
    words.add(JarProcess.QUICK);
    return JarProcess.client(JarProcess.calling("tcp", server, line, words.toArray(String[]::new)));
  }

  @Test
  void aScrapeSaysWhichPointIsMeasuredAndWhatTheServerUsed() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    try (JarProcess client = run(server, "--duration", "60s", "--metrics-port", "0")) {
      client.await(client.err, line -> line.startsWith("metrics at http://127.0.0.1:"));
      String url = client.err.get(0).substring("metrics at ".length());
      String ofServer = "http://127.0.0.1:" + server.usagePort() + "/metrics";
      Awaitility.await()
          .atMost(JarProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(
              () ->
                  scrape(url).contains("rpcstress_point_info{technology=\"tcp\",variant=")
                      && Pattern.compile(SERVED).matcher(scrape(ofServer)).find());
      assertThat(scrape(url)).contains("rpcstress_measurement_processes{state=\"left\"} 1");

      assertThat(scrape(ofServer))
          .contains("rpcstress_server_info{technology=\"tcp\"")
          .containsPattern("rpcstress_server_cpu_seconds_total [0-9.]*[1-9]");
    }
  }

  @Test
  void aRowSaysThatSomebodyScrapedTheServerMeanwhile() throws Exception {
    try (ServerProcess server = SharedServers.own("tcp");
        JarProcess client = run(server, "--duration", "3s", "--out", folder.toString())) {
      while (client.process.isAlive()) {
        assertThat(scrape("http://127.0.0.1:" + server.usagePort() + "/metrics"))
            .contains("rpcstress_server_calls_total");
        TimeUnit.MILLISECONDS.sleep(BETWEEN_SCRAPES_MILLIS);
      }
      assertThat(client.exit()).as("%s", client.err).isZero();
    }
    List<Path> files = new RawFiles(folder).csvFiles();
    assertThat(files).hasSize(1);
    assertThat(RunCsv.read(files.get(0)).runs())
        .singleElement()
        .satisfies(run -> assertThat(run.flags()).contains(Flag.SCRAPED.label()));
  }
}
