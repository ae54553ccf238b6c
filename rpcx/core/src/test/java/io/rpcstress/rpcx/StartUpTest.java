package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process of its own loads until its first call is over. */
class StartUpTest {
  @TempDir private Path folder;

  /** Names of the classes that {@link FirstCall} loads. */
  private Set<String> loadedBy(String... options) throws IOException, InterruptedException {
    Path loaded = folder.resolve("loaded");
    Path printed = folder.resolve("printed");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xshare:auto");
    command.add("-Xlog:class+load:file=" + loaded);
    command.addAll(Arrays.asList(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(FirstCall.class.getName());
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service())) {
      command.add(String.valueOf(centre.port()));
      command.add("1");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(printed.toFile())
              .start();
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(printed)).contains("first call over");
      assertThat(process.exitValue()).isZero();
      centre.stop(Duration.ZERO);
    }
    Set<String> names = new LinkedHashSet<>();
    try (Stream<String> lines = Files.lines(loaded)) {
      lines.forEach(
          line -> {
            int from = line.indexOf("] ");
            int to = line.indexOf(" source:");
            if (from >= 0 && to > from) {
              names.add(line.substring(line.lastIndexOf("] ", to) + 2, to));
            }
          });
    }
    return names;
  }

  /** What has no place on the way to the first reply. */
  private static boolean isUnwanted(String name) {
    return name.startsWith("io.rpcstress.rpcx.proto.")
        || name.startsWith("com.google.protobuf.GeneratedMessage")
        || name.startsWith("com.google.protobuf.Descriptors")
        || name.startsWith("io.netty.channel.DefaultChannelId")
        || name.startsWith("io.netty.util.internal.MacAddress");
  }

  @Test
  void theFirstCallLoadsNoGeneratedMessages() throws Exception {
    Set<String> loaded = loadedBy();
    assertThat(loaded).contains(FirstCall.class.getName(), "io.rpcstress.rpcx.wire.WireChannel");
    assertThat(loaded.stream().filter(StartUpTest::isUnwanted)).isEmpty();
  }
}
