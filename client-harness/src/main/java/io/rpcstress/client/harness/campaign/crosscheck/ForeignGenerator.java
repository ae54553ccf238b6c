package io.rpcstress.client.harness.campaign.crosscheck;

import java.nio.file.Path;
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

  /** What it reads from a file; empty where it reads none. */
  String document(ForeignLoad load);

  /**
   * Words behind its name for a load.
   *
   * @param document the file that has {@link #document}
   */
  List<String> words(ForeignLoad load, Path document);

  /**
   * Reads what it printed.
   *
   * @throws IllegalArgumentException if there is no result
   */
  Reading reading(String output);
}
