package io.rpcstress.usage;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** What the running program was built from, as its jar says, and where the jars beside it are. */
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

  /**
   * The path of a program's jar, from where the running one was started: beside it, as in the
   * archive of a release, or where the build leaves it; its name where it is in neither place.
   */
  public static String jar(String program) {
    return jar(program, System.getProperty("java.class.path", ""));
  }

  /** Likewise, with the jar as {@code java -jar} was given it. */
  static String jar(String program, String classPath) {
    String name = program + ".jar";
    Path running = Path.of(classPath.contains(File.pathSeparator) ? "" : classPath);
    Path beside = running.resolveSibling(name);
    if (Files.exists(beside)) {
      return beside.toString();
    }
    Path built = Path.of(program, "target", name);
    for (Path at = running; at != null; at = at.getParent()) {
      if (Files.exists(at.resolveSibling(built))) {
        return at.resolveSibling(built).toString();
      }
    }
    return name;
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
