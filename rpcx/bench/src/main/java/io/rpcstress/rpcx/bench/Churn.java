package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;
import org.jspecify.annotations.Nullable;

/** New clients all the time: each connects, makes a few calls and closes. */
final class Churn implements AutoCloseable {
  private static final int CALLS = 3;
  private static final long PAUSE_MILLIS = 200;

  private final int port;
  private final Thread thread = new Thread(this::run, "churn");
  private volatile boolean stopped;
  private volatile int made;
  private volatile int failed;
  private volatile @Nullable String problem;

  Churn(int port) {
    this.port = port;
  }

  void start() {
    thread.start();
  }

  private void run() {
    while (!stopped) {
      try {
        once();
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** One client's life. One thread at a time. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void once() {
    try (RPCX rpcx =
        RPCX.builder().address("127.0.0.1").port(port).deadline(Patience.TIME).build()) {
      Workload.Client client = rpcx.client(Workload.Client.class);
      for (int i = 0; i < CALLS; i++) {
        String unused = client.greet("new");
      }
    } catch (RPCXException e) {
      if (problem == null) {
        problem = e.toString();
      }
      failed++;
    }
    made++;
  }

  int made() {
    return made;
  }

  int failed() {
    return failed;
  }

  /** The first thing that went wrong. */
  @Nullable String problem() {
    return problem;
  }

  /** Waits for the client that there is. */
  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }

  @Override
  public void close() {
    stopped = true;
  }
}
