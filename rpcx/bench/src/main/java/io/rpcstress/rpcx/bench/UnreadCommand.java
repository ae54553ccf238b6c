package io.rpcstress.rpcx.bench;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Peers that ask for much and read nothing. */
@Command(
    name = "unread",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Brings peers that request large replies and never read them.",
    description = {
      "To a server process with 512 MB of heap and 128 MB of direct memory, on loopback. Prints what",
      "good clients see and the most that the server holds, before, during and after."
    },
    footer = {
      "",
      "Exit codes: 0 no good call failed and the server is back where it was, 1 otherwise, 2 misuse.",
      "",
      "Example:",
      "  java -jar rpcx-bench.jar unread --peers 1000"
    })
final class UnreadCommand implements Callable<Integer> {
  private static final int MAX_PEERS = 20_000;
  private static final int MAX_REQUESTS = 1_000;
  private static final int MAX_SECONDS = 3600;
  private static final int REPLY_BYTES = 1_000_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--peers",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many (default: ${DEFAULT-VALUE}).")
  private int peers;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "20",
      description = "Replies of 1 MB that each peer requests (default: ${DEFAULT-VALUE}).")
  private int requests;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Of each phase (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.check(spec, "--peers", peers, MAX_PEERS);
    Bounds.check(spec, "--requests", requests, MAX_REQUESTS);
    Bounds.check(spec, "--seconds", seconds, MAX_SECONDS);
    String missing = RawPeers.missing(peers);
    if (missing != null) {
      throw new ParameterException(spec.commandLine(), missing);
    }
    byte[] all = RawPeers.blobs(requests, REPLY_BYTES);
    try (InterferenceRun run = new InterferenceRun(peers + RawPeers.OTHER_DESCRIPTORS, seconds)) {
      try (RawPeers unread = new RawPeers(run.port())) {
        run.phase(
            "arriving",
            () -> {
              while (unread.size() < peers) {
                unread.join(true).getOutputStream().write(all);
              }
            });
        run.phase("during", () -> {});
      }
      return run.end() ? 0 : 1;
    }
  }
}
