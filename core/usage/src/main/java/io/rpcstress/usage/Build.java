package io.rpcstress.usage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;

/** What the running program was built from, as its jar says. */
public final class Build {

  private Build() {}

  /** The commit, with -dirty behind it where files had changes; empty where it is not known. */
  public static Optional<String> commit() {
    Properties build = new Properties();
    try (InputStream in =
        Build.class.getResourceAsStream("/META-INF/rpc-stress/build.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String dirty = Boolean.parseBoolean(build.getProperty("git.dirty")) ? "-dirty" : "";
    return Optional.ofNullable(build.getProperty("git.commit.id")).map(id -> id + dirty);
  }

  /** What {@code --version} prints. */
  public static String[] lines(String program, Class<?> main) {
    String version = main.getPackage().getImplementationVersion();
    return new String[] {
      program + " " + (version == null ? "(not packaged)" : version),
      "commit " + commit().orElse("unknown"),
      "running on Java " + System.getProperty("java.runtime.version")
    };
  }
}
