package io.rpcstress.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Files that appear whole or not at all: temporary name, fsync, rename. Thread-safe. */
public final class AtomicFile {

  /** Ending of a file that is not whole yet; readers pass such files over. */
  public static final String UNFINISHED = ".tmp";

  /**
   * Name of an unfinished file: a point, the file's name, a point, its writer's process, ending.
   */
  private static final Pattern UNFINISHED_NAME =
      Pattern.compile("\\..+\\.(\\d{1,18})" + Pattern.quote(UNFINISHED));

  /** The kernel keeps its own start, which that of a process is counted from, in whole seconds. */
  private static final Duration START_PRECISION = Duration.ofSeconds(2);

  private AtomicFile() {}

  /** What a file is to have, for one that is too large to be held in memory. */
  @FunctionalInterface
  public interface Content {

    /** May close what it writes to. */
    void writeTo(OutputStream out) throws IOException;
  }

  public static void write(Path file, byte[] content) throws IOException {
    write(file, out -> out.write(content));
  }

  public static void write(Path file, Content content) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(
          file.toString(), null, "is a folder, but a file is to be written: move it away");
    }
    Path folder =
        Objects.requireNonNull(file.toAbsolutePath().getParent(), "the root cannot be a file");
    Files.createDirectories(folder);
    Path unfinished = folder.resolve("." + file.getFileName() + "." + pid() + UNFINISHED);
    try {
      try (OutputStream out = Files.newOutputStream(unfinished)) {
        content.writeTo(out);
      }
      try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(
          unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + e.getMessage(), e); // disk full
    } finally {
      Files.deleteIfExists(unfinished);
    }
    // The new name itself must survive a power cut.
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** As {@link #write(Path, byte[])}, for text in UTF-8. */
  public static void write(Path file, String content) throws IOException {
    write(file, content.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Removes what writers left that were killed before they had finished: files in a folder whose
   * process is no more. A file of a process that lives stays. What cannot be read or removed is
   * passed over, as readers pass over what stays.
   *
   * @param folder one that only processes of this host write to; may be missing
   * @param depth how many levels are looked at; 1 is the folder's own files
   */
  public static void removeAbandoned(Path folder, int depth) {
    try {
      Files.walkFileTree(
          folder.toRealPath(), EnumSet.noneOf(FileVisitOption.class), depth, new Abandoned());
    } catch (IOException missing) {
      // or not to be read: then nothing is removed
    }
  }

  /** Removes files of processes that are no more, and is stopped by nothing. */
  private static final class Abandoned extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      Matcher name = UNFINISHED_NAME.matcher(file.getFileName().toString());
      if (attributes.isRegularFile()
          && name.matches()
          && !isWriting(Long.parseLong(name.group(1)), attributes.lastModifiedTime())) {
        boolean unused = file.toFile().delete();
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
      return FileVisitResult.CONTINUE; // or finished meanwhile
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException brokenOff) {
      return FileVisitResult.CONTINUE;
    }
  }

  /** Whether the process lives, and isn't another one that got the number later. */
  private static boolean isWriting(long process, FileTime written) {
    return ProcessHandle.of(process)
        .filter(
            alive ->
                alive
                    .info()
                    .startInstant()
                    .map(start -> start.minus(START_PRECISION).isBefore(written.toInstant()))
                    .orElse(true))
        .isPresent();
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }
}
