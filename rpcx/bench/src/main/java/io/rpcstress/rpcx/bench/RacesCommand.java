package io.rpcstress.rpcx.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the races of the parts, in a process of its own that may write where it likes. */
@Command(
    name = "races",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Races threads through the parts with jcstress and prints which outcomes there were.",
    description = {
      "A call ends once however it ends, on both sides; the write queue forgets no frame and numbers",
      "a method's names once; a byte budget stays within its bounds and forgets no waiter."
    },
    footer = {
      "",
      "Exit codes: 0 only outcomes that may be, 1 one that must not, 2 misuse.",
      "",
      "Examples:",
      "  java -jar rpcx-bench.jar races",
      "  java -jar rpcx-bench.jar races --mode normal --only RequestQueue"
    })
final class RacesCommand implements Callable<Integer> {
  /** jcstress's own names of how long it takes. */
  enum Mode {
    /** Whether each race runs at all: some minutes. */
    sanity,
    /** Half an hour on two processors. */
    quick,
    /** Hours. */
    normal,
    /** A day. */
    tough
  }

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "quick",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Mode mode = Mode.quick;

  @Option(names = "--only", paramLabel = "REGEX", description = "Races of this name alone.")
  private @Nullable String only;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the outcomes go, as pages (default: a folder that is printed).")
  private @Nullable Path out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = out == null ? Files.createTempDirectory("rpcx-races") : out;
    folder = Files.createDirectories(folder.toAbsolutePath());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The class path may be relative, and the other process runs elsewhere.
    command.addAll(
        List.of("-cp", Path.of(System.getProperty("java.class.path")).toAbsolutePath().toString()));
    command.addAll(List.of("org.openjdk.jcstress.Main", "-m", mode.name(), "-r", "results"));
    if (only != null) {
      command.addAll(List.of("-t", only));
    }
    int exit = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start().waitFor();
    System.out.println("outcomes: " + folder.resolve("results").resolve("index.html"));
    return exit == 0 ? 0 : 1;
  }
}
