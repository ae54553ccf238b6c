package io.rpcstress.server.go;

import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import io.rpcstress.server.base.address.GivenAddress;
import io.rpcstress.server.base.program.AdminSocket;
import io.rpcstress.server.base.program.ChildProgram;
import io.rpcstress.server.base.program.FreePort;
import io.rpcstress.server.base.program.PrivateFolder;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A server in Go, as a server among the others: its program is in the jar, and answers greet. Its
 * usage is that of the Go process, without this one's. If the Go process ends by itself, this one
 * ends with 1.
 */
public final class GoServer implements Server {

  private static final String PROGRAM = "/go/server";
  private static final String VERSIONS = "/go/versions.txt";
  private static final Duration START_TIME = Duration.ofSeconds(20);

  private final Offer offer;
  private volatile @Nullable Running running;

  /** A process that answers calls, and where its counters are read. */
  private record Running(ChildProgram process, AdminSocket admin, long readyRssKb) {

    /** Calls served, calls that failed, open connections; unknown where it does not answer. */
    Counted counted() {
      try {
        String[] numbers = admin.ask("").strip().split(" ", -1);
        return new Counted(
            Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
      } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException away) {
        return new Counted(ProcessUsage.UNKNOWN, ProcessUsage.UNKNOWN, ProcessUsage.UNKNOWN);
      }
    }
  }

  private record Counted(long served, long failed, long openConnections) {}

  private GoServer(String technology, int defaultPort) {
    offer = new Offer(technology, defaultPort, Part.GO);
  }

  public static void main(String[] args) {
    ServerProgram.main(
        "go", List.of(new GoServer("grpc", 9002), new GoServer("http-json", 9005)), args);
  }

  @Override
  public Offer offer() {
    return offer;
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls)
      throws IOException, InterruptedException {
    InetSocketAddress listen = FreePort.chosen(options.address());
    PrivateFolder folder = PrivateFolder.make("go");
    try {
      List<String> command =
          List.of(
              unpacked(folder).toString(),
              "-protocol",
              technology(),
              "-address",
              GivenAddress.text(listen),
              "-max-connections",
              Integer.toString(options.maxConnections()),
              "-counters",
              AdminSocket.NAME);
      ChildProgram process = ChildProgram.start("go", command, folder);
      AdminSocket admin = new AdminSocket(folder.path());
      process.awaitUp(() -> admin.ask(""), START_TIME);
      running = new Running(process, admin, process.usage().rssKb());
      process.endWithIt(technology(), "Go program", List.of());
      return listen;
    } catch (IOException | InterruptedException | RuntimeException e) {
      folder.remove();
      throw e;
    }
  }

  private static Path unpacked(PrivateFolder folder) throws IOException {
    Path program = folder.path().resolve("server");
    try (InputStream packed = resource(PROGRAM)) {
      Files.copy(packed, program);
    }
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  /** What the build of Go adds to this jar. */
  private static InputStream resource(String name) {
    return Objects.requireNonNull(GoServer.class.getResourceAsStream(name), name);
  }

  @Override
  public ServerUsage usage(ServerUsage counted) {
    Running server = running;
    if (server == null) {
      return counted;
    }
    Counted own = server.counted();
    return server
        .process()
        .usage(counted, own.served(), own.failed(), own.openConnections(), server.readyRssKb());
  }

  /** The versions of Go and of the libraries. */
  @Override
  public String configuration() {
    try (InputStream versions = resource(VERSIONS)) {
      return new String(versions.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      return "";
    }
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    Running server = running;
    return server == null || server.process().stop("INT", atMost);
  }
}
