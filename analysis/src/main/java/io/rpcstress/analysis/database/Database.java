package io.rpcstress.analysis.database;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
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

  /** Of the tables in schema.sql: raise it when they become others. */
  private static final int VERSION = 5;

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

  /** Connects, and makes the tables where there are none. */
  public static Database open(DatabaseUrl url, Map<String, String> environment) {
    url.unusable()
        .ifPresent(
            why -> {
              throw new UnusableInputException(
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
      Handle handle = handle(url, properties);
      try {
        handle.useTransaction(within -> makeTables(within, url));
      } catch (RuntimeException e) {
        try (handle) {
          throw e;
        }
      }
      return new Database(handle, url);
    } catch (JdbiException e) {
      SQLException said = refusal(e);
      String refused =
          "--db '%s' cannot be used: %s%s"
              .formatted(
                  url.url(),
                  String.valueOf(said.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "),
                  hint(url, environment, said));
      throw new UnusableInputException(refused, e);
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
  private static void makeTables(Handle handle, DatabaseUrl url) {
    url.dialect().lock(handle);
    if (isThere(handle, "rpc_stress_version")) {
      int version =
          handle.createQuery("SELECT version FROM rpc_stress_version").mapTo(Integer.class).one();
      if (version != VERSION) {
        throw ofAnotherVersion(url);
      }
    } else if (isThere(handle, "rpc_stress_schema")) {
      throw ofAnotherVersion(url); // as versions before the first release named theirs
    } else {
      handle.createScript(url.dialect().schema()).execute();
      handle.execute("INSERT INTO rpc_stress_version (version) VALUES (?)", VERSION);
    }
  }

  private static boolean isThere(Handle handle, String table) {
    return handle
        .queryMetadata(all -> all.getTables(null, all.getConnection().getSchema(), table, null))
        .map((row, context) -> row.getString("TABLE_NAME"))
        .findFirst()
        .isPresent();
  }

  private static UnusableInputException ofAnotherVersion(DatabaseUrl url) {
    return new UnusableInputException(
        "--db '%s' was made by another version: delete it if it is a file, and it is made anew from"
                .formatted(url.url())
            + " the raw files; or name another with --db");
  }

  public String url() {
    return url.url();
  }

  Dialect dialect() {
    return url.dialect();
  }

  /** Does all of the work or nothing of it. */
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
    Throwable said = e;
    while (said.getCause() != null && !(said instanceof SQLException)) {
      said = said.getCause();
    }
    return said instanceof SQLException refused ? refused : new SQLException(e);
  }

  private static String hint(DatabaseUrl url, Map<String, String> environment, SQLException said) {
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
