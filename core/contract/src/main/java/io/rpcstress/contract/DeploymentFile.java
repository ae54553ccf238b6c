package io.rpcstress.contract;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a file or folder lies that all programs of a deployment on one host share. */
final class DeploymentFile {

  /** Where the scripts on this machine keep what they started. */
  private static final String LOCAL_STATE = ".run";

  /** A jar lies in the deployment's folder, or in a module's build folder of a clone. */
  private static final int FOLDERS_ABOVE = 5;

  private DeploymentFile() {}

  /** What an environment variable names; null where it names nothing. */
  static @Nullable Path named(String variable) {
    String named = System.getenv(variable);
    return named == null || named.isEmpty() ? null : Path.of(named);
  }

  /**
   * What a variable names, or the first of a name that lies beside the program's jar or above it.
   * Where there is none, where it would be beside the jar.
   */
  static Path of(Class<?> program, String variable, String name) {
    Path named = named(variable);
    if (named != null) {
      return named;
    }
    Path folder = folderOf(program);
    Path each = folder;
    for (int i = 0; i < FOLDERS_ABOVE && each != null; i++) {
      for (String place : List.of(name, LOCAL_STATE + "/" + name)) {
        Path file = each.resolve(place);
        if (Files.exists(file)) {
          return file;
        }
      }
      each = each.getParent();
    }
    return folder.resolve(name);
  }

  static Path folderOf(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? file : folder;
  }

  private static Path folderOf(Class<?> program) {
    try {
      return folderOf(Path.of(program.getProtectionDomain().getCodeSource().getLocation().toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
