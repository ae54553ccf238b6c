package io.rpcstress.server.base.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A folder below that for what is temporary which nobody else can enter. Immutable.
 *
 * @param path where it is
 */
public record PrivateFolder(Path path) {

  /**
   * Makes one.
   *
   * @param name of the program that it is for
   */
  public static PrivateFolder make(String name) throws IOException {
    return new PrivateFolder(
        Files.createTempDirectory(
            "rpc-stress-" + name + "-",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
  }

  /** Removes it with all that is in it, as far as that is possible. */
  public void remove() {
    try (Stream<Path> all = Files.walk(path)) {
      all.sorted(Comparator.reverseOrder())
          .forEach(
              each -> {
                try {
                  Files.deleteIfExists(each);
                } catch (IOException left) {
                  // some kilobytes in the folder for what is temporary
                }
              });
    } catch (IOException | UncheckedIOException gone) {
      // nothing to remove
    }
  }
}
