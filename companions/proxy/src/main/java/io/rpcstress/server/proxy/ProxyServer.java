package io.rpcstress.server.proxy;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import io.rpcstress.server.base.address.GivenAddress;
import io.rpcstress.server.base.program.FreePort;
import io.rpcstress.server.base.program.InstalledProgram;
import io.rpcstress.server.proxy.ProxyProgram.Counted;
import io.rpcstress.server.proxy.ProxyProgram.Route;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * A proxy as a server among the others: it begins when its program listens, its usage is that of
 * the program with all its processes, and what it served is what the program counted. Where the
 * program ends by itself, this process ends with 1, so that its supervisor starts both again.
 */
public final class ProxyServer implements Server {

  /** Where the example of the first technology would listen, less its own number. */
  private static final int FIRST_PORT = 9_000;

  private final ProxyProgram program;
  private final ProxyOptions options = new ProxyOptions();
  private volatile @Nullable RunningProxy running;

  ProxyServer(ProxyProgram program) {
    this.program = program;
  }

  public static void main(String[] args) {
    ServerProgram.main(
        "proxy",
        List.of(
            new ProxyServer(new Haproxy()),
            new ProxyServer(new Nginx()),
            new ProxyServer(new Envoy())),
        args);
  }

  /**
   * Its port is mostly given: that of its server and a fixed number. The variant is the server's;
   * the proxy is the same for both.
   */
  @Override
  public Offer offer() {
    return new Offer(program.path.label(), program.path.port(FIRST_PORT), Part.TUNED);
  }

  @Override
  public Object ownOptions() {
    return options;
  }

  @Override
  public void checkSettings() {
    options.server();
    options.carriage(program.path);
    options.program(technology(), program.howToInstall);
  }

  @Override
  public InetSocketAddress start(ServerOptions given, CallCounter calls) throws Exception {
    Carriage carriage = options.carriage(program.path);
    Path file = options.program(technology(), program.howToInstall);
    InetSocketAddress listen = FreePort.chosen(given.address());
    Route route =
        new Route(
            listen,
            options.server(),
            carriage,
            OpenFiles.connections(given.maxConnections()),
            Runtime.getRuntime().availableProcessors());
    RunningProxy started = RunningProxy.start(program, file, route);
    running = started;
    started.process().endWithIt(technology(), "proxy", List.of());
    return listen;
  }

  @Override
  public ServerUsage usage(ServerUsage counted) {
    RunningProxy proxy = running;
    if (proxy == null) {
      return counted;
    }
    Counted own = proxy.counted();
    return proxy
        .process()
        .usage(
            counted,
            own.calls(),
            ProcessUsage.UNKNOWN,
            own.openConnections(),
            ProcessUsage.UNKNOWN);
  }

  @Override
  public String configuration() {
    RunningProxy proxy = running;
    return proxy == null ? "" : proxy.configuration();
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    RunningProxy proxy = running;
    return proxy == null || proxy.process().stop(program.drainSignal, atMost);
  }

  static final class ProxyOptions {

    @Option(
        names = "--to",
        paramLabel = "ADDRESS:PORT",
        description = "the server on this host that gets the calls")
    private @Nullable String to;

    @Option(
        names = "--carriage",
        paramLabel = "WHAT",
        description =
            "protocol of the calls: http, grpc, grpc-stream, redis or tcp; not every program has "
                + "all")
    private @Nullable String carriage;

    @Option(
        names = "--program",
        paramLabel = "FILE",
        description = "the proxy's program (default: the one of its name in PATH)")
    private @Nullable Path program;

    InetSocketAddress server() {
      return GivenAddress.of("--to", to, "the server's address and port, such as 127.0.0.1:9003");
    }

    Carriage carriage(ProxyPath path) {
      String given = carriage == null ? "" : carriage;
      Carriage parsed;
      try {
        parsed = Carriage.parse(given);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "--carriage '%s': %s".formatted(GivenAddress.shown(given), e.getMessage()), e);
      }
      if (!path.carries(parsed)) {
        throw new IllegalArgumentException(
            "--carriage %s: %s cannot carry that".formatted(given, path.label()));
      }
      return parsed;
    }

    Path program(String name, String howToInstall) {
      return InstalledProgram.find(program, name, List.of(), howToInstall);
    }
  }
}
