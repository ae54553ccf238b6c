import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/**
 * The same closed loop as closed-loop.c, by hand in Java: blocking sockets with the harness's
 * deadline and nothing of the harness. What it costs more than C is the JDK; what the harness costs
 * more than it is the harness.
 *
 * <p>Arguments: ADDRESS PORT THREADS CALLS RUNS. Prints the same CSV; ends with 1 at the first call
 * that fails, with 2 on misuse.
 */
final class ClosedLoop {

  private static final String NAME = "abcdefghijklmnop";
  private static final String REPLY = "hello, " + NAME;
  private static final int DEADLINE_MILLIS = 60_000;
  private static final int BUFFER_BYTES = 1_024;
  private static final int BEYOND = 10; // samples that a percentile needs beyond it
  private static final double NANOS_PER_MILLI = 1e6;

  private ClosedLoop() {}

  /** One connection, used by one thread at a time. */
  private static final class Connection {
    private final Socket socket = new Socket();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final InputStream in;
    private final OutputStream out;

    Connection(InetSocketAddress server) throws IOException {
      socket.setTcpNoDelay(true);
      socket.connect(server);
      socket.setSoTimeout(DEADLINE_MILLIS);
      in = socket.getInputStream();
      out = socket.getOutputStream();
    }

    /** Strings on both ends, as every caller of the harness has them. */
    String call(String name) throws IOException {
      out.write((name + '\n').getBytes(StandardCharsets.UTF_8));
      int length = 0;
      while (length == 0 || buffer[length - 1] != '\n') {
        int more = in.read(buffer, length, buffer.length - length);
        if (more <= 0) {
          throw new IOException(more < 0 ? "the server closed the connection" : "no newline came");
        }
        length += more;
      }
      return new String(buffer, 0, length - 1, StandardCharsets.UTF_8);
    }
  }

  /** One thread's share of a run. */
  private static final class Calls implements Runnable {
    private final Connection connection;
    private final long[] nanos;
    private final CountDownLatch ready;
    private final CountDownLatch gate;
    private final CountDownLatch finished;
    private long endedAt = Long.MIN_VALUE;

    Calls(
        Connection connection,
        int share,
        CountDownLatch ready,
        CountDownLatch gate,
        CountDownLatch finished) {
      this.connection = connection;
      this.nanos = new long[share];
      this.ready = ready;
      this.gate = gate;
      this.finished = finished;
    }

    @Override
    public void run() {
      try {
        ready.countDown();
        gate.await();
        for (int i = 0; i < nanos.length; i++) {
          long start = System.nanoTime();
          String reply = connection.call(NAME);
          endedAt = System.nanoTime();
          if (!reply.equals(REPLY)) {
            throw new IOException("wrong reply: asked " + NAME + ", answered " + reply);
          }
          nanos[i] = endedAt - start;
        }
      } catch (IOException | InterruptedException e) {
        System.err.println("ClosedLoop: " + e.getMessage());
        Runtime.getRuntime().halt(1);
      }
      finished.countDown();
    }
  }

  /** Runs all. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length != 5) {
      System.err.println("usage: ClosedLoop ADDRESS PORT THREADS CALLS RUNS");
      System.exit(2);
    }
    InetSocketAddress server =
        new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
    Connection[] connections = new Connection[Integer.parseInt(arguments[2])];
    int calls = Integer.parseInt(arguments[3]);
    for (int i = 0; i < connections.length; i++) {
      connections[i] = new Connection(server);
    }
    System.out.println("order,callsOk,timeTotal,callsPerSecond,p50Us,p99Us,clientCpuMs");
    for (int order = 0; order < Integer.parseInt(arguments[4]); order++) {
      run(order, connections, calls);
    }
  }

  private static void run(int order, Connection[] connections, int calls)
      throws InterruptedException {
    int threads = connections.length;
    CountDownLatch ready = new CountDownLatch(threads);
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch finished = new CountDownLatch(threads);
    Calls[] work = new Calls[threads];
    for (int i = 0; i < threads; i++) {
      int share = calls / threads + (i < calls % threads ? 1 : 0);
      work[i] = new Calls(connections[i], share, ready, gate, finished);
      Thread thread = new Thread(work[i]);
      thread.setDaemon(true);
      thread.start();
    }
    ready.await();
    long cpu = cpuNanos();
    long opened = System.nanoTime();
    gate.countDown();
    finished.await();
    cpu = cpuNanos() - cpu;
    long total = 1;
    for (Calls each : work) {
      total = each.nanos.length == 0 ? total : Math.max(total, each.endedAt - opened);
    }
    long[] nanos = Arrays.stream(work).flatMapToLong(w -> Arrays.stream(w.nanos)).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "%d,%d,%.3f,%.1f,%s,%s,%.3f%n",
        order,
        calls,
        total / NANOS_PER_MILLI,
        calls * 1e9 / total,
        percentile(nanos, 0.5),
        percentile(nanos, 0.99),
        cpu / NANOS_PER_MILLI);
  }

  private static String percentile(long[] sorted, double share) {
    int rank = (int) (share * sorted.length);
    return rank > 0 && sorted.length - rank >= BEYOND
        ? String.format(Locale.ROOT, "%.3f", sorted[rank - 1] / 1e3)
        : "";
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean)
            ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
