package io.rpcstress.client.harness.process;

import io.rpcstress.engine.point.ClientBarrier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The file that the client processes of one point have in memory, and meet in. */
public final class ClientsFile {

  /** System property with the file; absent in a process that is a point's only client. */
  private static final String FILE = "rpcstress.clients.file";

  /** System property with how many clients there are. */
  private static final String CLIENTS = "rpcstress.clients";

  /** System property with which of them this one is, from 0. */
  private static final String CLIENT = "rpcstress.client";

  private ClientsFile() {}

  /** What a client's JVM is told so that {@link #ofThisProcess} knows it. */
  static List<String> words(Path file, int client, int clients) {
    return List.of(
        "-D" + FILE + "=" + file, "-D" + CLIENT + "=" + client, "-D" + CLIENTS + "=" + clients);
  }

  /**
   * Where this process meets the others of its point, as its parent said; it waits for nobody where
   * it is the only one.
   */
  public static ClientBarrier ofThisProcess() {
    String file = System.getProperty(FILE);
    if (file == null) {
      return ClientBarrier.alone();
    }
    try {
      return of(Path.of(file), Integer.getInteger(CLIENT, 0), Integer.getInteger(CLIENTS, 1));
    } catch (IOException e) {
      throw new UncheckedIOException("the clients' common file cannot be used: " + file, e);
    }
  }

  /** Where one of several clients meets the others. */
  static ClientBarrier of(Path file, int client, int clients) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
      ByteBuffer mapped =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, ClientBarrier.bytes(clients));
      return ClientBarrier.of(mapped, client, clients);
    }
  }
}
