package io.rpcstress.server.thrift;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that may have fewer files open than there are connections. */
@Timeout(600)
class ThriftFewFilesIT {
  private static final List<String> WITH_FEW_FILES =
      List.of("sh", "-c", "ulimit -n 100 && exec \"$@\"", "sh");

  private static final int MORE_CONNECTIONS = 150;

  @ParameterizedTest
  @EnumSource
  void saysThatItCannotAcceptAndAcceptsLater(ServerVariant variant) throws Exception {
    try (ServerProcess server =
        ServerProcess.readyBehind(
            WITH_FEW_FILES,
            List.of(),
            Path.of("target", "server-thrift.jar"),
            "thrift",
            "--variant",
            variant.label())) {
      InetSocketAddress address = server.address();
      List<Socket> open = new ArrayList<>();
      try {
        for (int i = 0; i < MORE_CONNECTIONS; i++) {
          open.add(new Socket(address.getAddress(), address.getPort()));
        }
        await(() -> server.err().stream().anyMatch(line -> line.contains("cannot accept: ")));
      } finally {
        for (Socket each : open) {
          each.close();
        }
      }
      await(
          () -> {
            try (ThriftClient client = new ThriftClient(address, variant == ServerVariant.TUNED)) {
              return client.greet("Ada").equals("hello, Ada");
            } catch (IOException notYet) {
              return false;
            }
          });
    }
  }

  private static void await(Callable<Boolean> what) {
    Awaitility.await().atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS).until(what);
  }
}
