package io.rpcstress.server.base.program;

import io.rpcstress.server.base.address.GivenAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds a program on this host. */
public final class InstalledProgram {

  /** Where Debian has programs of servers, which a plain user's PATH may lack. */
  private static final List<String> FURTHER_FOLDERS =
      List.of("/usr/local/sbin", "/usr/sbin", "/sbin");

  private InstalledProgram() {}

  /**
   * The program that was given, or the one of its name.
   *
   * @param given with the option {@code --program}; null where it is looked for
   * @param before folders that are looked into first
   * @param howToInstall what a person does who has not got it, an imperative
   */
  public static Path find(
      @Nullable Path given, String name, List<String> before, String howToInstall) {
    if (given != null) {
      if (!Files.isExecutable(given)) {
        throw new IllegalArgumentException(
            "--program '%s': expected a program that this user can run"
                .formatted(GivenAddress.shown(given.toString())));
      }
      return given.toAbsolutePath();
    }
    List<String> folders = new ArrayList<>(before);
    String path = System.getenv("PATH");
    if (path != null) {
      folders.addAll(List.of(path.split(":", -1)));
    }
    folders.addAll(FURTHER_FOLDERS);
    for (String folder : folders) {
      Path file = Path.of(folder, name);
      if (!folder.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
        return file.toAbsolutePath();
      }
    }
    throw new IllegalArgumentException("%s is not installed: %s".formatted(name, howToInstall));
  }
}
