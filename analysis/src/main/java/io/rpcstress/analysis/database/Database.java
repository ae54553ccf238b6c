package io.rpcstress.analysis.database;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.TemplateEngine;

/**
 * One connection to a database whose tables are as this version knows them. Not thread-safe; to be
 * closed.
 */
public final class Database implements AutoCloseable {

  /** Rows that are fetched at a time: a whole sweep need not be in the driver's memory. */
  static final int FETCH_ROWS = 5_000;

  private static final String USER = "RPC_STRESS_DB_USER";
  private static final String PASSWORD = "RPC_STRESS_DB_PASSWORD";

  /** Held, since a logger that nobody holds forgets its level. */
  private static final Logger FLYWAY_LOG = Logger.getLogger("org.flywaydb");

  /** Of our own name: other programs may use Flyway in the same database. */
  private static final String HISTORY = "rpc_stress_schema";

  /** How long tables are tried to be made while another program makes them. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Handle handle;
  private final DatabaseUrl url;

  private Database(Handle handle, DatabaseUrl url) {
    this.handle = handle;
    this.url = url;
  }

  /** What is done in one transaction. */
  interface Transaction<T> {
    T with(Handle handle) throws IOException;
  }

  /**
   * Connects, and makes or renews the tables.
   *
   * @param environment with {@code RPC_STRESS_DB_USER} and {@code RPC_STRESS_DB_PASSWORD} where the
   *     database asks for them
   * @throws UnreadableDatabaseException if there is something that this version cannot read; it is
   *     as it was
   * @throws UnusableInputException if the database cannot be reached or used
   */
  public static Database open(DatabaseUrl url, Map<String, String> environment) {
    FLYWAY_LOG.setLevel(Level.OFF); // what it would say is thrown, too, and said in one line
    url.unusable()
        .ifPresent(
            why -> {
              throw new UnreadableDatabaseException(
                  "--db '" + url.url() + "' cannot be used: " + why + "; name another with --db");
            });
    Properties properties = new Properties();
    properties.putAll(url.dialect().properties());
    if (environment.containsKey(USER)) {
      properties.setProperty("user", environment.get(USER));
    }
    if (environment.containsKey(PASSWORD)) {
      properties.setProperty("password", environment.get(PASSWORD));
    }
    try {
      makeTables(flyway(url, environment, MigrationVersion.LATEST), url);
      return new Database(handle(url, properties), url);
    } catch (JdbiException | FlywayException e) {
      String refused =
          "--db '"
              + url.url()
              + "' cannot be used: "
              + firstLine(e instanceof JdbiException jdbi ? refusal(jdbi) : e)
              + hint(url, environment, said(e));
      throw url.dialect().isNoDatabase(said(e))
          ? new UnreadableDatabaseException(refused, e)
          : new UnusableInputException(refused, e);
    }
  }

  /**
   * A connection as JDBI has it. Statements here are SQL alone: a template's signs mean nothing.
   */
  private static Handle handle(DatabaseUrl url, Properties properties) {
    Handle handle = Jdbi.create(url.url(), properties).open();
    handle.getConfig(SqlStatements.class).setTemplateEngine(TemplateEngine.NOP);
    ColumnTypes.register(handle);
    return handle;
  }

  /** Of several that begin at once one makes the tables, and the others wait for it. */
  private static void makeTables(Flyway flyway, DatabaseUrl url) {
    long start = System.nanoTime();
    while (true) {
      try {
        refuseNewer(flyway, url);
        flyway.migrate();
        return;
      } catch (FlywayException e) {
        if (System.nanoTime() - start > PATIENCE.toNanos() || !url.dialect().mayPass(said(e))) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  /** Flyway itself lets migrations pass that it does not know. */
  private static void refuseNewer(Flyway flyway, DatabaseUrl url) {
    for (MigrationInfo each : flyway.info().applied()) {
      if (!each.getState().isResolved() && each.getVersion() != null) {
        throw new UnreadableDatabaseException(
            "--db '"
                + url.url()
                + "' was made by a newer version (its tables are of version "
                + each.getVersion()
                + "): use that version's analysis.jar, or another database; one in a sweep's folder"
                + " can be deleted, and is made again from raw/");
      }
    }
  }

  /** The address, for messages. */
  public String url() {
    return url.url();
  }

  /** What is spoken here. */
  Dialect dialect() {
    return url.dialect();
  }

  /**
   * Does all of the work or nothing of it.
   *
   * @throws SQLException if the database refused; then nothing changed
   */
  <T> T inTransaction(Transaction<T> work) throws SQLException, IOException {
    try {
      return handle.inTransaction(work::with);
    } catch (JdbiException e) {
      throw refusal(e);
    }
  }

  @Override
  public void close() throws SQLException {
    try {
      handle.close();
    } catch (JdbiException e) {
      throw refusal(e);
    }
  }

  /** What the database said: JDBI's own message repeats the statement with all of its values. */
  private static SQLException refusal(JdbiException e) {
    return e.getCause() instanceof SQLException refused ? refused : new SQLException(e);
  }

  /** What makes the tables, up to a version. */
  static Flyway flyway(DatabaseUrl url, Map<String, String> environment, MigrationVersion version) {
    Dialect dialect = url.dialect();
    return Flyway.configure()
        .dataSource(url.url(), environment.get(USER), environment.get(PASSWORD))
        .jdbcProperties(dialect.properties())
        .locations("classpath:io/rpcstress/analysis/database/migration")
        .placeholders(dialect.placeholders())
        .table(HISTORY)
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .target(version)
        .load();
  }

  /** What the driver itself says, where it was asked: Flyway frames that with lines of its own. */
  private static String firstLine(Exception e) {
    return String.valueOf(said(e).getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }

  private static Throwable said(Exception e) {
    Throwable said = e;
    while (said.getCause() != null && !(said instanceof SQLException)) {
      said = said.getCause();
    }
    return said;
  }

  private static String hint(DatabaseUrl url, Map<String, String> environment, Throwable said) {
    if (url.dialect().isTaken(said)) {
      return "; another program works with it: do this again when that has ended";
    }
    return url.dialect() == Dialect.SQLITE
        ? "; one in a sweep's folder can be deleted, and is made again from raw/"
        : environment.containsKey(USER)
            ? ""
            : " (user and password are read from " + USER + " and " + PASSWORD + ")";
  }
}
