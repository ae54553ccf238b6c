package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.ServiceCentre;
import io.rpcstress.rpcx.bench.Held.Resource;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The server process that the long tests start: prints its port, answers each line of standard
 * input with what it holds, and ends with its standard input, so that it never outlives them.
 */
@Command(name = "serve", hidden = true, description = "The server of the other commands.")
final class ServeCommand implements Callable<Integer> {
  /** Asks for what is held when all garbage is gone. */
  static final String COLLECTED = "collected";

  /** Asks for what is held, at once. */
  static final String NOW = "now";

  /** How the answer begins. */
  static final String HOLDS = "holds ";

  /** How the first line begins. */
  static final String PORT = "port ";

  private static final Duration IDLE = Duration.ofMinutes(30);

  @Option(names = "--connections", description = "Connections that are accepted.")
  private int connections = Limits.DEFAULTS.maxConnections();

  @Option(names = "--port", description = "Where to listen; 0 for any free port.")
  private int port;

  @Option(names = "--paranoid", description = "Have Netty watch every buffer.")
  private boolean paranoid;

  @Override
  public Integer call() throws Exception {
    if (paranoid) {
      Leaks.watch();
    }
    Limits limits = Limits.builder().maxConnections(connections).idleTimeout(IDLE).build();
    try (ServiceCentre centre =
            ServiceCentre.builder()
                .publish(new Workload.Service())
                .port(port)
                .limits(limits)
                .start();
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println(PORT + centre.port());
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(HOLDS + held(centre, COLLECTED.equals(line)).line());
      }
    }
    return 0;
  }

  private static Held held(ServiceCentre centre, boolean collect) throws InterruptedException {
    return Held.here(collect, centre.inFlight())
        .with(Resource.CONNECTIONS, centre.connections())
        .with(Resource.UNWRITTEN, centre.unwrittenBytes())
        .with(Resource.RECEIVING, centre.receivingBytes())
        .with(Resource.REQUESTS, centre.requestBytes());
  }
}
