package io.rpcstress.server.proxy;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.server.base.address.GivenAddress;
import io.rpcstress.server.base.program.AdminSocket;
import io.rpcstress.server.proxy.ProxyProgram.Counted;
import io.rpcstress.server.proxy.ProxyProgram.Route;
import io.rpcstress.usage.ProcessUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Nginx: HTTP/1.1, or gRPC, which comes on HTTP/2 and goes on to the server on HTTP/2. */
final class Nginx extends ProxyProgram {

  /** stub_status: connections that are open; connections accepted, handled, and requests. */
  private static final Pattern STATUS =
      Pattern.compile(
          "Active connections: ([0-9]{1,18}) *\n[^\n]*\n *[0-9]{1,18} [0-9]{1,18} ([0-9]{1,18}) *\n"
              + "(?s:.*)");

  /** For each connection of a client one to the server, and some to spare. */
  private static final int CONNECTIONS_TO_SPARE = 64;

  Nginx() {
    super(
        ProxyPath.NGINX,
        "install the package nginx, and stop the service that it starts",
        "nginx.conf",
        "QUIT");
  }

  @Override
  String configuration(Route route, Path folder) {
    boolean http = route.carriage() == Carriage.HTTP;
    return new Configuration()
        .with("location", Configuration.text(http ? "nginx-http.conf" : "nginx-grpc.conf"))
        .with("carriage", route.carriage().label())
        .with("protocol", http ? "" : " http2")
        .with("user", isRoot() ? "user root root;" : "")
        .with("listen", GivenAddress.text(route.listen()))
        .with("server", GivenAddress.text(route.server()))
        .with("both-connections", 2 * route.connections() + CONNECTIONS_TO_SPARE)
        .with("connections", route.connections())
        .with("processors", route.processors())
        .with("folder", folder)
        .with("socket", folder.resolve(AdminSocket.NAME))
        .of(fileName);
  }

  /** Its workers would else be another user, whom the private folder keeps out. */
  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  @Override
  List<String> check(Path program, Path configuration) {
    return words(program, configuration, "-q", "-t");
  }

  @Override
  List<String> run(Path program, Path configuration, Route route) {
    return words(program, configuration);
  }

  private static List<String> words(Path program, Path configuration, String... more) {
    List<String> words = new ArrayList<>(List.of(program.toString()));
    words.addAll(List.of("-p", String.valueOf(configuration.getParent())));
    words.addAll(List.of("-c", configuration.toString(), "-e", "stderr"));
    words.addAll(List.of(more));
    return words;
  }

  @Override
  Counted counted(AdminSocket admin, Route route) throws IOException {
    Matcher status = STATUS.matcher(admin.get("/"));
    if (!status.matches()) {
      throw new IOException("nginx does not answer with its status");
    }
    // Asking is a request on a connection, too, and counts.
    long requests = Long.parseLong(status.group(2)) - admin.answered();
    return new Counted(
        route.carriage().countsCalls() ? requests : ProcessUsage.UNKNOWN,
        Math.max(0, Long.parseLong(status.group(1)) - 1));
  }
}
