package io.rpcstress.server.proxy;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.server.base.program.AdminSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** One program that can be a proxy: how it is set up, started, queried and stopped. Stateless. */
abstract class ProxyProgram {

  final ProxyPath path;

  /** What a person does who has not got it: an imperative. */
  final String howToInstall;

  /** What its configuration is called in the private folder. */
  final String fileName;

  /** The signal, as {@code kill -s} takes it, after which it ends when its calls are answered. */
  final String drainSignal;

  ProxyProgram(ProxyPath path, String howToInstall, String fileName, String drainSignal) {
    this.path = path;
    this.howToInstall = howToInstall;
    this.fileName = fileName;
    this.drainSignal = drainSignal;
  }

  /** Its whole configuration; what it writes, and its admin socket, are in the private folder. */
  abstract String configuration(Route route, Path folder);

  /** The words that make it check a configuration and end; 0 where it can be used. */
  abstract List<String> check(Path program, Path configuration);

  /** The words that run it in the foreground. */
  abstract List<String> run(Path program, Path configuration, Route route);

  abstract Counted counted(AdminSocket admin, Route route) throws IOException;

  /**
   * What a proxy reports. Unknown values are {@link io.rpcstress.usage.ProcessUsage#UNKNOWN}.
   *
   * @param calls that it received since it started; unknown where it sees no calls
   * @param openConnections of clients
   */
  record Counted(long calls, long openConnections) {}

  /**
   * What a proxy is to do.
   *
   * @param listen where it listens, with a port
   * @param server where it passes the calls on to, with a port; resolved
   * @param connections that clients may have open at a time
   * @param processors how many threads or workers it starts
   */
  record Route(
      InetSocketAddress listen,
      InetSocketAddress server,
      Carriage carriage,
      int connections,
      int processors) {}
}
