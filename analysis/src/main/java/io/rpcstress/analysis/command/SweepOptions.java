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
      description =
          "The sweep's folder, with raw/ and sweep.json in it, for example results/mine;"
              + " or its archive X.zip, beside which a folder X gets what is made.")
  Path directory = Path.of("");

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "A database to keep the sweep in, beside others: jdbc:postgresql://HOST/NAME or"
              + " jdbc:sqlite:FILE. User and password: RPC_STRESS_DB_USER and"
              + " RPC_STRESS_DB_PASSWORD in the environment (PostgreSQL also reads ~/.pgpass),"
              + " never here. Without it: DIR/results.db, SQLite.")
  @Nullable String url;

  @Option(
      names = "--sweep-id",
      paramLabel = "ID",
      description =
          "The sweep's key in a shared database, where its sweep.json is lost. Else not needed.")
  @Nullable String sweepId;
}
