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
import java.util.List;

/** HAProxy: HTTP/1.1, HTTP/2, or TCP. */
final class Haproxy extends ProxyProgram {

  Haproxy() {
    super(ProxyPath.HAPROXY, "install the package haproxy", "haproxy.cfg", "USR1");
  }

  @Override
  String configuration(Route route, Path folder) {
    boolean http2 = route.carriage() == Carriage.GRPC || route.carriage() == Carriage.GRPC_STREAM;
    return new Configuration()
        .with(
            "mode",
            Configuration.text(
                route.carriage() == Carriage.TCP ? "haproxy-tcp.cfg" : "haproxy-http.cfg"))
        .with("carriage", route.carriage().label())
        .with("protocol", http2 ? " proto h2" : "")
        .with("no-delay", route.carriage() == Carriage.GRPC_STREAM ? "option http-no-delay" : "")
        .with("listen", GivenAddress.text(route.listen()))
        .with("server", GivenAddress.text(route.server()))
        .with("connections", route.connections())
        .with("processors", route.processors())
        .with("socket", folder.resolve(AdminSocket.NAME))
        .of(fileName);
  }

  @Override
  List<String> check(Path program, Path configuration) {
    return List.of(program.toString(), "-c", "-f", configuration.toString());
  }

  @Override
  List<String> run(Path program, Path configuration, Route route) {
    return List.of(program.toString(), "-db", "-f", configuration.toString());
  }

  /** The row of the one frontend in its statistics, whose first line names the columns. */
  @Override
  Counted counted(AdminSocket admin, Route route) throws IOException {
    List<String> lines = admin.ask("show stat rpcstress 1 -1\n").lines().toList();
    if (lines.size() < 2 || !lines.get(0).startsWith("# ")) {
      throw new IOException("haproxy does not answer with its statistics");
    }
    List<String> columns = List.of(lines.get(0).substring(2).split(",", -1));
    List<String> cells = List.of(lines.get(1).split(",", -1));
    return new Counted(
        route.carriage().countsCalls() ? number(columns, cells, "req_tot") : ProcessUsage.UNKNOWN,
        number(columns, cells, "scur"));
  }

  private static long number(List<String> columns, List<String> cells, String column)
      throws IOException {
    int at = columns.indexOf(column);
    String text = at < 0 || at >= cells.size() ? "" : cells.get(at);
    if (!text.matches("[0-9]{1,18}")) {
      throw new IOException("haproxy's statistics have no number " + column);
    }
    return Long.parseLong(text);
  }
}
