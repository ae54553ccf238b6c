package io.rpcstress.server.base.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder below that for what is temporary which nobody else can enter. It has a file that this
 * process keeps locked: where a process was killed, the kernel frees the lock, and whoever makes
 * the next folder removes the one that was left, whose files may hold a password. Thread-safe.
 */
public final class PrivateFolder {

  private static final String PREFIX = "rpc-stress-";

  /** Locked as long as the folder's process lives; the last file of a folder that is removed. */
  private static final String MARK = "owner.lock";

  /** Those of this process. Their marks are never opened again: closing one gives back the lock. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path path;

  /** With the lock, which ends with it; null where there is none. */
  private final @Nullable FileChannel mark;

  private PrivateFolder(Path path, @Nullable FileChannel mark) {
    this.path = path;
    this.mark = mark;
  }

  /**
   * Makes one, and removes those of this user's that processes left which are gone.
   *
   * @param name of the program that it is for
   */
  public static PrivateFolder make(String name) throws IOException {
    return make(Path.of(System.getProperty("java.io.tmpdir")), name);
  }

  /** The same below another folder. */
  static PrivateFolder make(Path below, String name) throws IOException {
    Path made = Files.createTempDirectory(below, PREFIX + name + "-", onlyOwner("rwx------"));
    OWN.add(made);
    removeLeft(below, made);
    return new PrivateFolder(made, marked(made));
  }

  /** A folder in this one, which goes with it. */
  public PrivateFolder inner(String name) throws IOException {
    return new PrivateFolder(
        Files.createDirectory(path.resolve(name), onlyOwner("rwx------")), null);
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  private static FileAttribute<?> onlyOwner(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  /** Has its name only once it is locked: nobody ever finds a living process' mark unlocked. */
  private static @Nullable FileChannel marked(Path folder) throws IOException {
    Path unlocked = Files.createFile(folder.resolve(MARK + ".new"), onlyOwner("rw-------"));
    FileChannel channel = FileChannel.open(unlocked, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        Files.move(unlocked, folder.resolve(MARK), StandardCopyOption.ATOMIC_MOVE);
        return channel;
      }
    } catch (IOException noLocks) {
      // such a file system: without a mark, nobody but this process removes the folder
    }
    channel.close();
    return null;
  }

  private static void removeLeft(Path below, Path own) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(below, PREFIX + "*")) {
      for (Path each : all) {
        if (!OWN.contains(each)
            && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
            && Files.isRegularFile(each.resolve(MARK), LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(each, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own))) {
          removeIfLeft(each);
        }
      }
    } catch (IOException | RuntimeException unreadable) {
      // what is left stays until the next one is made
    }
  }

  private static void removeIfLeft(Path folder) {
    try (FileChannel channel = FileChannel.open(folder.resolve(MARK), StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        removeAll(folder);
      }
    } catch (IOException | OverlappingFileLockException inUse) {
      // it is another's, or another removes it
    }
  }

  /** Removes it with all that is in it, as far as that is possible. */
  public void remove() {
    removeAll(path);
    OWN.remove(path);
    FileChannel locked = mark;
    if (locked != null) {
      try {
        locked.close();
      } catch (IOException gone) {
        // the lock ends with this process
      }
    }
  }

  /** The mark last: where this is cut short, the rest is found again. */
  private static void removeAll(Path folder) {
    Path last = folder.resolve(MARK);
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> inner =
          all.sorted(Comparator.reverseOrder())
              .filter(each -> !each.equals(folder) && !each.equals(last))
              .toList();
      inner.forEach(PrivateFolder::delete);
    } catch (IOException | UncheckedIOException gone) {
      // nothing to remove
    }
    delete(last);
    delete(folder);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException left) {
      // some kilobytes in the folder for what is temporary
    }
  }
}
