package io.rpcstress.client.harness.campaign.crosscheck;

import java.nio.file.Path;
import java.util.List;

/** A load generator of other hands that calls a server of this project. Stateless. */
public interface ForeignGenerator {

  List<ForeignGenerator> ALL = List.of(new Ghz(), new Wrk(), new RedisBenchmark());

  String name();

  String technology();

  String install();

  /** Words behind its name that print its version. */
  List<String> versionWords();

  /** What it reads from a file; empty where it reads none. */
  String document(ForeignLoad load);

  List<String> words(ForeignLoad load, Path document);

  Reading reading(String output);
}
