package io.rpcstress.server.base;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Class-data archives of the jars that tests start, hundreds of times in all: such a JVM need not
 * parse and verify the classes that are in it, which is a good part of what a start costs. The
 * first that asks makes one, by a trial; it serves until the jar is built anew, and that very file
 * alone: classes that come from an archive believe that they lie where it was made. Thread-safe,
 * and so between processes.
 */
public final class ClassDataArchive {

  private static final Map<Path, List<String>> KNOWN = new HashMap<>();

  private ClassDataArchive() {}

  /** Starts a JVM of a jar with these options, too, and sees that it ends in order. */
  public interface Trial {

    /**
     * Returns when it has ended.
     *
     * @param jar the absolute path that it is to be started by
     * @param options words for the JVM
     */
    void run(Path jar, List<String> options) throws IOException, InterruptedException;
  }

  /**
   * Options of a JVM that starts a jar; none where no archive could be made of it.
   *
   * @param trial what loads the classes that are usual
   */
  public static synchronized List<String> options(Path jar, Trial trial) {
    Path file = jar.toAbsolutePath().normalize();
    List<String> known = KNOWN.get(file);
    if (known != null) {
      return known;
    }
    try {
      List<String> options = made(file, trial); // a client's trial asks for a server's
      KNOWN.put(file, options);
      return options;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static List<String> made(Path jar, Trial trial) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(jar.resolveSibling("class-data"));
    Path archive = folder.resolve(jar.getFileName() + ".jsa");
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (lock.isValid() && !isCurrent(archive, jar)) {
        Path fresh = folder.resolve("new.jsa");
        Files.deleteIfExists(fresh);
        trial.run(jar, List.of("-XX:ArchiveClassesAtExit=" + fresh));
        if (!Files.exists(fresh)) {
          return List.of();
        }
        Files.move(fresh, archive, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    // One that another JVM made, or of another file, is passed over without a word.
    return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off,cds+dynamic=off");
  }

  private static boolean isCurrent(Path archive, Path jar) throws IOException {
    return Files.exists(archive)
        && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) > 0;
  }
}
