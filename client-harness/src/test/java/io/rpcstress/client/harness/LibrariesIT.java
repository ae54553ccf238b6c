package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.JarLibraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The shipped jars name the libraries that they were built with, as the root pom has them. */
class LibrariesIT {

  @TempDir Path folder;

  @Test
  void aSweepKeepsItsLinkAndWhatTheJarsOfBothSidesName() throws Exception {
    ServerProcess server = SharedServers.example("grpc");
    String sweep = folder.resolve("s").toString();
    String[] begin =
        JarProcess.calling(
            "grpc",
            server,
            ("sweep begin " + sweep + " --protocols grpc --threads 2 --requests 5 --runs 1")
                + " --server-warmup 0s");
    for (String[] each : List.of(begin, JarProcess.words("sweep measure " + sweep))) {
      JarProcess.client(each).succeeded();
    }

    JsonNode file = JsonMapper.shared().readTree(folder.resolve("s/sweep.json"));
    for (String side : List.of("clientLibraries", "serverLibraries")) {
      assertThat(file.path(side).path("grpc").valueStream().map(JsonNode::asString))
          .as(side)
          .contains("io.grpc:grpc-core " + property("grpc"));
    }
    assertThat(file.path("server").path("grpc").has(JarLibraries.FACT)).isFalse();
    for (String key : List.of("rtt.p50.us", "rtt.p90.us", "bandwidth.mbps", "bandwidth.bytes")) {
      assertThat(Double.parseDouble(file.path("link").path(key).asString())).as(key).isPositive();
    }
  }

  @Test
  void singleCommandsKeepJarsAndHostsBesideTheirResults() throws Exception {
    ServerProcess server = SharedServers.example("grpc");
    String out = folder.resolve("by-hand").toString();
    List<String> lines =
        List.of(
            "run --threads 2 --requests 5 --runs 2", "rate --rate 50 --duration 1s --warmup 0s");
    for (String line : lines) {
      String[] words =
          JarProcess.calling(
              "grpc", server, line + " --protocol grpc --out " + out, JarProcess.QUICK);
      JarProcess.client(words).succeeded();
    }

    JsonNode file = JsonMapper.shared().readTree(folder.resolve("by-hand/hosts.json"));
    assertThat(file.path("sessions")).hasSize(2);
    assertThat(file.path("sessions").path(1).path("sha256").asString())
        .isEqualTo(file.path("jar").path("sha256").asString())
        .hasSize(64);
    assertThat(file.path("jvmOptions").toString()).contains("TieredStopAtLevel");
    assertThat(file.path("client").path("kernel").asString()).isNotEmpty();
    assertThat(file.path("client").propertyNames())
        .as("the parent's own heap is not the measuring process'")
        .noneMatch(name -> name.startsWith("heap.") || name.startsWith("jvm."));
    assertThat(file.path("server").path("grpc").path("kernel").asString()).isNotEmpty();
    assertThat(file.path("serverLibraries").path("grpc").valueStream().map(JsonNode::asString))
        .contains("io.grpc:grpc-core " + property("grpc"));
    assertThat(folder.resolve("by-hand/sweep.json")).doesNotExist();
  }

  private static String property(String name) throws IOException {
    Matcher version =
        Pattern.compile("<" + Pattern.quote(name) + ".version>([^<]+)<")
            .matcher(Files.readString(Path.of("../pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }
}
