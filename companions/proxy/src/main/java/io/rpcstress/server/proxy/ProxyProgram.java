package io.rpcstress.server.proxy;

import io.rpcstress.contract.ProxyPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One program that can be a proxy: how it is set up, started, queried and stopped. Stateless. */
interface ProxyProgram {

  ProxyPath path();

  /** What a person does who has not got it: an imperative. */
  String howToInstall();

  /** What its configuration is called in the private folder. */
  String fileName();

  /**
   * Its whole configuration.
   *
   * @param folder private to this proxy; whatever it writes is in there, and its admin socket
   */
  String configuration(Route route, Path folder);

  /** The words that make it check a configuration and end; 0 where it can be used. */
  List<String> check(Path program, Path configuration);

  /** The words that run it in the foreground. */
  List<String> run(Path program, Path configuration, Route route);

  /** The signal, as {@code kill -s} takes it, after which it ends when its calls are answered. */
  String drainSignal();

  /**
   * Asks it what it counted.
   *
   * @param admin its admin socket
   * @throws IOException where it does not answer, or not with counters
   */
  Counted counted(AdminSocket admin, Route route) throws IOException;
}
