package io.rpcstress.server.proxy;

import io.rpcstress.server.base.address.GivenAddress;
import io.rpcstress.server.base.program.AdminSocket;
import io.rpcstress.server.base.program.ChildProgram;
import io.rpcstress.server.base.program.PrivateFolder;
import io.rpcstress.server.proxy.ProxyProgram.Counted;
import io.rpcstress.server.proxy.ProxyProgram.Route;
import io.rpcstress.usage.ProcessUsage;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A proxy's process in a private folder. Thread-safe. */
record RunningProxy(
    ProxyProgram program,
    Route route,
    AdminSocket admin,
    String configuration,
    ChildProgram process) {

  private static final Duration CHECK_TIME = Duration.ofSeconds(20);
  private static final Duration START_TIME = Duration.ofSeconds(20);
  private static final int CONNECT_MILLIS = 500;
  private static final Counted NOTHING_COUNTED =
      new Counted(ProcessUsage.UNKNOWN, ProcessUsage.UNKNOWN);

  /** Has the program check its configuration, starts it, and returns when it listens. */
  static RunningProxy start(ProxyProgram program, Path file, Route route)
      throws IOException, InterruptedException {
    String name = program.path.label();
    PrivateFolder folder = PrivateFolder.make(name);
    try {
      Path written = folder.path().resolve(program.fileName);
      String configuration = program.configuration(route, folder.path());
      Files.writeString(written, configuration);
      check(program, file, written, folder);
      RunningProxy proxy =
          new RunningProxy(
              program,
              route,
              new AdminSocket(folder.path()),
              configuration,
              ChildProgram.start(name, program.run(file, written, route), folder));
      proxy.process.awaitUp(proxy::see, START_TIME);
      return proxy;
    } catch (IOException | InterruptedException | RuntimeException e) {
      folder.remove();
      throw e;
    }
  }

  private static void check(ProxyProgram program, Path file, Path written, PrivateFolder folder)
      throws IOException, InterruptedException {
    String name = program.path.label();
    if (ChildProgram.run(
            name, program.check(file, written), folder, CHECK_TIME, "check its configuration")
        != 0) {
      String words = ChildProgram.words(folder);
      throw new IOException(
          "%s refuses its configuration: %s"
              .formatted(name, words.isEmpty() ? "no message for " + file : words));
    }
  }

  private void see() throws IOException {
    program.counted(admin, route); // first: another program might listen at the port
    try (Socket probe = new Socket()) {
      probe.connect(route.listen(), CONNECT_MILLIS);
    } catch (IOException e) {
      throw new IOException(
          "nothing listens at %s: %s".formatted(GivenAddress.text(route.listen()), e.getMessage()),
          e);
    }
  }

  /** What it counted; nothing known where it does not report it. */
  Counted counted() {
    try {
      return program.counted(admin, route);
    } catch (IOException away) {
      return NOTHING_COUNTED;
    }
  }
}
