package io.rpcstress.server.base.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder for temporary files that no other user can enter. Its name has the id of its process:
 * where one was killed, the next that makes a folder removes what was left, which may hold a
 * password.
 */
public final class PrivateFolder {
  private static final String PREFIX = "rpc-stress-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "[a-z]+-([0-9]{1,18})-[0-9]+");
  private static final FileAttribute<?> OWNER_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path path;

  private PrivateFolder(Path path) {
    this.path = path;
  }

  /** Makes one, and removes those of this user whose processes are gone. */
  public static PrivateFolder make(String name) throws IOException {
    return make(Path.of(System.getProperty("java.io.tmpdir")), name);
  }

  static PrivateFolder make(Path below, String name) throws IOException {
    String prefix = PREFIX + name + "-" + ProcessHandle.current().pid() + "-";
    Path made = Files.createTempDirectory(below, prefix, OWNER_ALONE);
    removeLeft(below, made);
    return new PrivateFolder(made);
  }

  /** A folder in this one, which goes with it. */
  public PrivateFolder inner(String name) throws IOException {
    return new PrivateFolder(Files.createDirectory(path.resolve(name), OWNER_ALONE));
  }

  public Path path() {
    return path;
  }

  /** Writes a file that no other user can read. */
  public void write(String name, String text) throws IOException {
    Path file = path.resolve(name);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
  }

  private static void removeLeft(Path below, Path own) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(below, PREFIX + "*")) {
      for (Path each : all) {
        Matcher name = NAME.matcher(String.valueOf(each.getFileName()));
        if (name.matches()
            && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
            && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(each, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own))) {
          new PrivateFolder(each).remove();
        }
      }
    } catch (IOException | RuntimeException unreadable) {
      // what is left stays until the next one is made
    }
  }

  /** Removes it with all that is in it, as far as that is possible. */
  public void remove() {
    try (Stream<Path> all = Files.walk(path)) {
      all.sorted(Comparator.reverseOrder()).toList().forEach(PrivateFolder::delete);
    } catch (IOException | UncheckedIOException gone) {
      // nothing to remove
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException left) {
      // some kilobytes in the folder for temporary files
    }
  }
}
