package io.rpcstress.analysis.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which sweep, and in which database: the same for every command. */
final class SweepOptions {

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "The sweep's folder, or its archive X.zip: then files are made in X beside it.")
  Path directory = Path.of("");

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "Database of several sweeps: jdbc:postgresql://HOST/NAME or jdbc:sqlite:FILE (default: "
              + "DIR/results.db). User and password: RPC_STRESS_DB_USER and "
              + "RPC_STRESS_DB_PASSWORD, or ~/.pgpass.")
  @Nullable String url;

  @Option(
      names = "--sweep-id",
      paramLabel = "ID",
      description = "The sweep's key there, if its sweep.json is lost.")
  @Nullable String sweepId;

  static SweepOptions of(Path directory, @Nullable String url) {
    SweepOptions options = new SweepOptions();
    options.directory = directory;
    options.url = url;
    return options;
  }
}
