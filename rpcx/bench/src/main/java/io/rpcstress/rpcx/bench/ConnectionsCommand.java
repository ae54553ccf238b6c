package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.wire.Fields;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Many connections, of which most are idle. */
@Command(
    name = "connections",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Opens many connections, of which a few make calls.",
    description = {
      "To a server process with 512 MB of heap and 128 MB of direct memory, on loopback. Prints what",
      "good clients see and the most that the server holds, before, during and after. Each process",
      "needs a descriptor for each connection: ulimit -n 11000 for 10,000."
    },
    footer = {
      "",
      "Exit codes: 0 no good call failed and the server is back where it was, 1 otherwise, 2 misuse.",
      "",
      "Example:",
      "  java -jar rpcx-bench.jar connections --connections 10000 --active 100"
    })
final class ConnectionsCommand implements Callable<Integer> {
  private static final int MAX_CONNECTIONS = 25_000;
  private static final int MAX_SECONDS = 3600;
  private static final long ROUND_MILLIS = 100;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--active",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many of them make ten calls a second each (default: ${DEFAULT-VALUE}).")
  private int active;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Of each phase (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.check(spec, "--connections", connections, MAX_CONNECTIONS);
    Bounds.check(spec, "--active", active, connections);
    Bounds.check(spec, "--seconds", seconds, MAX_SECONDS);
    String missing = RawPeers.missing(connections);
    if (missing != null) {
      throw new ParameterException(spec.commandLine(), missing);
    }
    try (InterferenceRun run =
        new InterferenceRun(connections + RawPeers.OTHER_DESCRIPTORS, seconds)) {
      boolean answered;
      try (RawPeers peers = new RawPeers(run.port())) {
        run.phase(
            "opening",
            () -> {
              while (peers.size() < connections) {
                Socket socket = peers.join(false);
                if (RawPeers.read(socket).kind() != Fields.HELLO) {
                  throw new IOException("no HELLO on connection " + peers.size());
                }
              }
            });
        Active calls = new Active(peers.first(active));
        run.phase("during", calls::start);
        answered = calls.end();
      }
      return run.end() && answered ? 0 : 1;
    }
  }

  /** The few that call. */
  private static final class Active extends Thread {
    private final List<Socket> sockets;
    private volatile boolean over;
    private long answered;
    private String problem = "";

    Active(List<Socket> sockets) {
      super("active");
      this.sockets = sockets;
    }

    @Override
    public void run() {
      try {
        for (long id = 1; !over; id++) {
          for (Socket socket : sockets) {
            socket.getOutputStream().write(RawPeers.greet(id));
          }
          for (Socket socket : sockets) {
            if (RawPeers.read(socket).id() != id) {
              throw new IOException("another reply than that of call " + id);
            }
            answered++;
          }
          Thread.sleep(ROUND_MILLIS);
        }
      } catch (IOException e) {
        problem = e.toString();
      } catch (InterruptedException e) {
        problem = "interrupted";
      }
    }

    /** Ends them; whether all their calls were answered. */
    boolean end() throws InterruptedException {
      over = true;
      join(TimeUnit.MINUTES.toMillis(1));
      System.out.printf(
          "%,d calls of %,d active connections answered%s%n",
          answered, sockets.size(), problem.isEmpty() ? "" : "; FAILED: " + problem);
      return problem.isEmpty();
    }
  }
}
