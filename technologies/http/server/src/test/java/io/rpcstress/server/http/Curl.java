package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** curl, an HTTP client of other hands. */
final class Curl {
  private Curl() {}

  /** Whether there is one, and one that knows HTTP/2. */
  static boolean isHere() throws InterruptedException {
    try {
      return run("--version").contains("HTTP2");
    } catch (IOException e) {
      return false;
    }
  }

  /** The resource of a server. */
  static String address(ServerProcess server) {
    return "http://127.0.0.1:" + server.address().getPort() + "/greet";
  }

  /** What it printed for these arguments. */
  static String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("curl", "-sS", "--noproxy", "*"));
    command.addAll(List.of("--max-time", Integer.toString(ServerProcess.PATIENCE_SECONDS)));
    command.addAll(Arrays.asList(arguments));
    Process curl = new ProcessBuilder(command).redirectErrorStream(true).start();
    curl.getOutputStream().close();
    String printed = new String(curl.getInputStream().readAllBytes(), UTF_8);
    curl.waitFor();
    return printed;
  }
}
