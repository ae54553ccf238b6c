package io.rpcstress.driver.mml;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.RealServerContract;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.server.base.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The client against real servers, as they are shipped. */
class MmlDriverIT extends RealServerContract {
  private static final Path JAR = Path.of("../../../technologies/mml/server/target/server-mml.jar");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int THREADS = 8;

  private static Address address(ServerProcess server) {
    return new Address("127.0.0.1", server.address().getPort());
  }

  MmlDriverIT() {
    super("mml");
  }

  @Test
  void oneOfTwoServersIsKilledUnderLoad() throws Exception {
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    Queue<CallException> failed = new ConcurrentLinkedQueue<>();
    AtomicInteger answered = new AtomicInteger();
    AtomicBoolean over = new AtomicBoolean();
    try (ServerProcess killed = ServerProcess.ready(JAR, "mml");
        ServerProcess other = ServerProcess.ready(JAR, "mml");
        Session session =
            DriverContract.open(
                Way.of(new MmlDriver(), "example"),
                new Target(address(killed), List.of(address(other)), Map.of()),
                THREADS,
                LONG)) {
      List<Thread> load = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        Caller<String, String> caller = session.caller(Greeting.OPERATION, t);
        String name = "n" + t;
        Thread thread =
            new Thread(
                () -> {
                  while (!over.get()) {
                    try {
                      String reply = caller.call(name);
                      if (!reply.equals("hello, " + name)) {
                        wrong.add(reply);
                      }
                      answered.incrementAndGet();
                    } catch (CallException e) {
                      failed.add(e);
                    } catch (InterruptedException e) {
                      return;
                    }
                  }
                });
        thread.start();
        load.add(thread);
      }
      Awaitility.await().atMost(LONG).until(() -> answered.get() > 2_000);
      long servedByKilled = killed.usage().callsServed();
      assertThat(servedByKilled).isPositive();
      ProcessHandle.of(killed.pid()).orElseThrow().destroyForcibly();
      int before = answered.get();
      Awaitility.await().atMost(LONG).until(() -> answered.get() > before + 2_000);
      over.set(true);
      for (Thread each : load) {
        each.join(LONG.toMillis());
      }
      assertThat(wrong).isEmpty();
      assertThat(failed)
          .hasSizeLessThanOrEqualTo(THREADS)
          .allMatch(e -> e.kind() == FailureKind.DISCONNECTED);
      // The rest of them, and no call a second time.
      assertThat(other.usage().callsServed())
          .isPositive()
          .isLessThanOrEqualTo(answered.get() + failed.size() - servedByKilled);
    }
  }
}
