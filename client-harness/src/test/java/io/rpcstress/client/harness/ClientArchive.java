package io.rpcstress.client.harness;

import io.rpcstress.server.base.ClassDataArchive;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The class-data archive of the shipped client, made by one measurement. */
final class ClientArchive {

  private ClientArchive() {}

  /** JVM options of a client that uses it; none where none could be made. */
  static List<String> options() {
    return ClassDataArchive.options(JarProcess.shipped(), ClientArchive::measure);
  }

  private static void measure(Path jar, List<String> options)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(jar.getParent(), "trial");
    ServerProcess server = SharedServers.example("tcp");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JarProcess.QUICK_JVM);
    command.addAll(options);
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(List.of("run", "--no-fork", "--protocol", "tcp", "--threads", "2"));
    command.addAll(List.of("--requests", "20", "--runs", "2", "--json"));
    command.addAll(List.of("--port", "tcp=" + server.port()));
    command.addAll(List.of("--usage-port", "tcp=" + server.usagePort()));
    command.addAll(List.of("--out", folder.toString()));
    Process measuring =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(folder.resolve("said.txt").toFile()))
            .start();
    if (!measuring.waitFor(JarProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      measuring.destroyForcibly().waitFor();
    }
  }
}
