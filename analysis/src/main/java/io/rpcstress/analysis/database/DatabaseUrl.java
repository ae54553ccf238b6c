package io.rpcstress.analysis.database;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where the database is. Carries no secret: a URL with a password in it is refused, since arguments
 * are seen by every user of the host and end up in logs.
 */
public record DatabaseUrl(String url, Dialect dialect) {

  /** The file in a sweep's folder that is used when no URL is given. */
  public static final String DEFAULT_FILE = "results.db";

  private static final String SQLITE = "jdbc:sqlite:";
  private static final Pattern SECRET =
      Pattern.compile("password\\s*=|//[^/?]*:[^/?@]*@", Pattern.CASE_INSENSITIVE);
  private static final String EXPECTED = "jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME expected";

  public static DatabaseUrl in(Path folder) {
    return new DatabaseUrl(SQLITE + folder.resolve(DEFAULT_FILE), Dialect.SQLITE);
  }

  public static DatabaseUrl parse(String text) {
    if (SECRET.matcher(text).find()) {
      throw new UnusableInputException(
          "--db carries a password, which every user of this host could read: leave it out and set"
              + " RPC_STRESS_DB_USER and RPC_STRESS_DB_PASSWORD in the environment");
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.startsWith("jdbc:postgresql:")) {
      return new DatabaseUrl(text, Dialect.POSTGRESQL);
    }
    if (lower.startsWith(SQLITE)) {
      requireFile(text);
      return new DatabaseUrl(text, Dialect.SQLITE);
    }
    throw new UnusableInputException("--db '" + text + "': " + EXPECTED);
  }

  /**
   * Whether there can be anything in it: not in a SQLite file that is not there, which would be
   * made by looking.
   */
  public boolean isThere() {
    return dialect != Dialect.SQLITE || Files.exists(file());
  }

  /** Why its file can be no database here; empty where it may be one, or is no file. */
  Optional<String> unusable() {
    if (dialect != Dialect.SQLITE) {
      return Optional.empty();
    }
    Path file = file().toAbsolutePath();
    Path folder = file.getParent();
    if (Files.isDirectory(file)) {
      return Optional.of("it is a folder");
    }
    return folder == null
            || !Files.isWritable(folder)
            || (Files.exists(file) && !Files.isWritable(file))
        ? Optional.of("this user may not write there")
        : Optional.empty();
  }

  private Path file() {
    return Path.of(url.substring(SQLITE.length()).replaceFirst("\\?.*", ""));
  }

  private static void requireFile(String text) {
    String name = text.substring(SQLITE.length());
    if (name.isEmpty() || name.startsWith(":") || name.startsWith("file:")) {
      throw new UnusableInputException("--db '" + text + "': jdbc:sqlite:FILE expected");
    }
    Path folder = Path.of(name).toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new UnusableInputException(
          "--db '" + text + "': there is no folder " + folder + "; make it first");
    }
  }
}
