package io.rpcstress.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** Files that appear whole or not at all: temporary name, fsync, rename. Thread-safe. */
public final class AtomicFile {

  /** Ending of a file that is not whole yet; readers pass such files over. */
  public static final String UNFINISHED = ".tmp";

  private AtomicFile() {}

  /**
   * Writes a file, replacing one of that name.
   *
   * @throws IOException if it could not be written whole; then nothing of it is left behind and an
   *     older file of that name is as it was. Its message names the file
   */
  public static void write(Path file, byte[] content) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(
          file.toString(), null, "is a folder where a file is to be written: take it away");
    }
    Path folder =
        Objects.requireNonNull(file.toAbsolutePath().getParent(), "the root cannot be a file");
    Files.createDirectories(folder);
    Path unfinished = folder.resolve("." + file.getFileName() + "." + pid() + UNFINISHED);
    try {
      try (FileChannel channel =
          FileChannel.open(
              unfinished,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
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

  private static long pid() {
    return ProcessHandle.current().pid();
  }
}
