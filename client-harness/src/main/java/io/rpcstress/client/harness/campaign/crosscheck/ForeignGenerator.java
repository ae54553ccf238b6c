package io.rpcstress.client.harness.campaign.crosscheck;

import java.io.IOException;
import java.util.List;

/** A load generator of other hands that calls a server of this project. Stateless. */
public interface ForeignGenerator {

  /** All there are. */
  List<ForeignGenerator> ALL = List.of(new Ghz(), new Wrk(), new RedisBenchmark());

  /** The program. */
  String name();

  /** The technology whose server it calls. */
  String technology();

  /** The command that installs it. */
  String install();

  /** Words behind its name that print its version. */
  List<String> versionWords();

  /**
   * Words behind its name for a load.
   *
   * @throws IOException if a file that it needs cannot be written
   */
  List<String> words(ForeignLoad load) throws IOException;

  /**
   * Reads what it printed.
   *
   * @throws IllegalArgumentException if there is no result
   */
  Reading reading(String output);
}
