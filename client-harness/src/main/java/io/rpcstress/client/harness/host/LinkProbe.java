package io.rpcstress.client.harness.host;

import io.rpcstress.driver.Address;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Measures the link to a server's usage endpoint: round trips by TCP connects, which B's kernel
 * answers without the server's JVM, and bandwidth by downloads that grow until they take long
 * enough to tell, or until the budget is spent; the other way by an upload of the last one's size.
 * Not to be used while something is measured.
 */
public record LinkProbe(Address address, Consumer<String> problems) {

  static final int CONNECTS = 20;

  /** Connects before them: classes are loaded, and the neighbour's address is looked up. */
  private static final int WARM_UP_CONNECTS = 3;

  private static final int CONNECT_MILLIS = 2_000;
  private static final double MEDIAN = 0.5;
  private static final double NINE_OF_TEN = 0.9;

  /** A quarter of a second on a link of 1 Mbps. */
  private static final int FIRST_BYTES = 32 * 1024;

  /** As much as the endpoint gives at once. */
  private static final int MAX_BYTES = 1 << 20;

  /** Each download is this much longer than the last: it leaves the shaper's burst behind. */
  private static final int GROWTH = 4;

  /** A download that is not at least this much longer would tell nothing new. */
  private static final int WORTHWHILE_GROWTH = 2;

  private static final long BUDGET_NANOS = TimeUnit.MILLISECONDS.toNanos(3_000);

  /** Share of the rest of the budget that a download is planned for. */
  private static final double PLANNED_SHARE = 0.8;

  /** An answer's head is shorter than this, bytes. */
  private static final int MAX_HEAD_BYTES = 8 * 1024;

  /** Fewer bytes than this in all the time are no measurement. */
  private static final int MIN_BYTES = 4 * 1024;

  private static final int BUFFER_BYTES = 16 * 1024;
  private static final double BITS_A_BYTE = 8;
  private static final double MBPS_PER_BIT_A_NANO = 1e3;
  private static final double NANOS_A_MICRO = 1e3;

  /** Measures, for about 6 s at most on a link that works. */
  public LinkReading measure() {
    OptionalDouble median = OptionalDouble.empty();
    OptionalDouble most = OptionalDouble.empty();
    try {
      double[] micros = roundTrips();
      median = OptionalDouble.of(percentile(micros, MEDIAN));
      most = OptionalDouble.of(percentile(micros, NINE_OF_TEN));
    } catch (IOException e) {
      problems.accept("the round trip to " + address + " stays unknown: " + e.getMessage());
      return LinkReading.UNKNOWN;
    }
    try {
      Transfer transfer = download();
      return new LinkReading(
          median,
          most,
          OptionalDouble.of(transfer.mbps()),
          OptionalLong.of(transfer.bytes()),
          uploaded(transfer.bytes()));
    } catch (IOException e) {
      problems.accept("the bandwidth from " + address + " stays unknown: " + e.getMessage());
      return new LinkReading(
          median, most, OptionalDouble.empty(), OptionalLong.empty(), OptionalDouble.empty());
    }
  }

  private double[] roundTrips() throws IOException {
    InetSocketAddress remote = new InetSocketAddress(address.host(), address.port());
    double[] micros = new double[CONNECTS];
    for (int i = -WARM_UP_CONNECTS; i < CONNECTS; i++) {
      try (Socket socket = new Socket()) {
        long start = System.nanoTime();
        socket.connect(remote, CONNECT_MILLIS);
        long end = System.nanoTime();
        if (i >= 0) {
          micros[i] = (end - start) / NANOS_A_MICRO;
        }
      }
    }
    Arrays.sort(micros);
    return micros;
  }

  /** The smallest value that so many are at or below (nearest rank). */
  static double percentile(double[] sorted, double share) {
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }

  private Transfer download() throws IOException {
    long end = System.nanoTime() + BUDGET_NANOS;
    Transfer last = get(FIRST_BYTES, end);
    int bytes = FIRST_BYTES;
    while (true) {
      long rest = end - System.nanoTime();
      int next = next(bytes, last, rest);
      if (next < bytes * WORTHWHILE_GROWTH) {
        return last;
      }
      last = get(next, end);
      bytes = next;
    }
  }

  /** How long the next download may be so that it fits into the rest of the time. */
  static int next(int bytes, Transfer last, long restNanos) {
    if (last.bytes() < bytes) {
      return 0; // it was cut: the time is spent
    }
    double fits = PLANNED_SHARE * Math.max(0, restNanos) * last.bytes() / last.nanos();
    int grown = Math.min(bytes * GROWTH, MAX_BYTES);
    return fits < grown ? (int) fits : grown;
  }

  /** Reads until all is there or the time is over; the time counts from the connect on. */
  private Transfer get(int bytes, long end) throws IOException {
    try (Socket socket = new Socket()) {
      long start = System.nanoTime();
      socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
      socket.setSoTimeout(CONNECT_MILLIS);
      String request =
          "GET /payload?bytes=%d HTTP/1.0\r\nHost: %s\r\n\r\n".formatted(bytes, address);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      readHead(in);
      byte[] buffer = new byte[BUFFER_BYTES];
      int received = 0;
      try {
        while (received < bytes && System.nanoTime() < end) {
          int read = in.read(buffer);
          if (read < 0) {
            throw new IOException("it ended after %d of %d bytes".formatted(received, bytes));
          }
          received += read;
        }
      } catch (SocketTimeoutException stalled) {
        // What came so far, over all the time that it took, is still the link's doing.
      }
      if (received < MIN_BYTES) {
        throw new IOException("%d of %d bytes came in time".formatted(received, bytes));
      }
      return new Transfer(received, System.nanoTime() - start);
    }
  }

  private OptionalDouble uploaded(int bytes) {
    try {
      return OptionalDouble.of(post(bytes).mbps());
    } catch (IOException e) {
      problems.accept("the bandwidth to " + address + " stays unknown: " + e.getMessage());
      return OptionalDouble.empty();
    }
  }

  /** Sends so many; the time counts from the connect to the answer, which comes behind them. */
  private Transfer post(int bytes) throws IOException {
    byte[] body = new byte[bytes];
    new Random(bytes).nextBytes(body); // a tunnel that compresses is no faster for it
    try (Socket socket = new Socket()) {
      socket.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(2 * BUDGET_NANOS));
      long start = System.nanoTime();
      socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
      String head =
          "POST /payload HTTP/1.0\r\nHost: %s\r\nContent-Length: %d\r\n\r\n"
              .formatted(address, bytes);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body);
      readHead(socket.getInputStream());
      return new Transfer(bytes, System.nanoTime() - start);
    }
  }

  private static void readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0 || head.length() >= MAX_HEAD_BYTES) {
        throw new IOException("it does not answer in HTTP");
      }
      head.append((char) next);
    }
    if (!head.toString().matches("(?s)HTTP/1\\.[01] 200 .*")) {
      throw new IOException(
          "/payload is answered with other than 200: is the server of this version?");
    }
  }

  /** Bytes of body in a time, connect and request included: never more than the link carried. */
  record Transfer(int bytes, long nanos) {
    double mbps() {
      return bytes * BITS_A_BYTE / Math.max(1, nanos) * MBPS_PER_BIT_A_NANO;
    }
  }
}
