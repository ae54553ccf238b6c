package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Cold starts with the jars that are shipped: what is found is not tested, but that it is. */
@Tag("long")
@Timeout(600)
class ColdStartIT {

  @TempDir Path folder;

  @Test
  void aClientStartsWithAndWithoutAnArchive() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    JarProcess client =
        JarProcess.client(
                JarProcess.calling(
                    "tcp",
                    server,
                    "coldstart --protocol tcp --repeat 1 --cds --out " + folder,
                    JarProcess.QUICK_WITHOUT_ARCHIVE))
            .succeeded();
    assertThat(client.out).anyMatch(line -> line.matches("client +tcp +yes .* 1"));
    JsonNode samples =
        JsonMapper.shared()
            .readTree(Files.readString(folder.resolve("coldstart.json")))
            .path("samples");
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (JsonNode each : samples) {
      String side = each.path("side").asString();
      String subject =
          side + " " + each.path("technology").asString() + " " + each.path("archive").asBoolean();
      counts.merge(subject, 1, Integer::sum);
      assertThat(each.path("rssKb").asLong()).as(subject).isPositive();
      double start = each.path("startMs").asDouble();
      assertThat(each.path("firstCallMs").asDouble()).as(subject).isBetween(0.0, start);
      assertThat(each.path("cpuMs").asDouble()).as(subject).isPositive();
    }
    assertThat(counts)
        .containsOnlyKeys(
            "client null false", "client null true", "client tcp false", "client tcp true");
    assertThat(counts.values()).containsOnly(1);
  }

  @Test
  void withoutAServerThereIsNoNumber() throws Exception {
    try (JarProcess client =
        JarProcess.client(
            JarProcess.words(
                "coldstart --protocol tcp --port tcp=1 --repeat 1",
                JarProcess.QUICK_WITHOUT_ARCHIVE))) {
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.err).anyMatch(line -> line.startsWith("client tcp: it ended with 1"));
      assertThat(client.out).noneMatch(line -> line.startsWith("client  tcp"));
    }
  }
}
