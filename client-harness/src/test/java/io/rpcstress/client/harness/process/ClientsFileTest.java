package io.rpcstress.client.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.engine.point.ClientBarrier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that have a file in memory each; threads stand for their processes. */
class ClientsFileTest {

  private static final int CLIENTS = 3;
  private static final long PATIENCE_SECONDS = 60;

  @Test
  void clientsOfOneFileHaveTheSumOfWhatAllBrought(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("clients");
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<Long>> sums = new ArrayList<>();
      for (int number = 0; number < CLIENTS; number++) {
        long brought = 10L * number;
        ClientBarrier client = ClientsFile.of(file, number, CLIENTS);
        sums.add(threads.submit(() -> client.sum(brought)));
      }
      for (Future<Long> each : sums) {
        assertThat(each.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(30);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aProcessWithoutSuchAFileIsAlone() {
    assertThat(ClientsFile.ofThisProcess().sum(7)).isEqualTo(7);
  }
}
