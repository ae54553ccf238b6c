package io.rpcstress.engine.point;

import io.rpcstress.driver.Address;
import io.rpcstress.usage.HostFacts;
import io.rpcstress.usage.ReportedServices;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a server reports about itself over HTTP, read with a bare socket: an HTTP client of the
 * JDK's would load classes here that OpenFeign then finds warm in order 0.
 */
public final class UsageReader {

  private static final int CONNECT_MILLIS = 2_000;

  /** For the whole answer: a server that sends a byte now and then gets no longer. */
  private static final int ANSWER_MILLIS = 10_000;

  /** Of an answer; what a server writes has about 2,000. */
  private static final int MAX_BYTES = 64 * 1024;

  private static final String BODY = "\r\n\r\n";

  private final Address address;
  private final int answerMillis;

  public UsageReader(Address address) {
    this(address, ANSWER_MILLIS);
  }

  UsageReader(Address address, int answerMillis) {
    this.address = address;
    this.answerMillis = answerMillis;
  }

  public Address address() {
    return address;
  }

  /** The address that its host's name stands for; null where it stands for none. */
  @Nullable InetAddress resolved() {
    return new InetSocketAddress(address.host(), address.port()).getAddress();
  }

  /** Reports that its host's name stands for no address; null where it stands for one. */
  public @Nullable String nowhere() {
    return resolved() != null
        ? null
        : "no address is known for %s: check the name, or give an address"
            .formatted(address.host());
  }

  /** The server's counters now. */
  public ServerUsage usage() throws IOException {
    return usage("/usage");
  }

  /**
   * As {@link #usage}, while calls arrive: a server of many threads leaves out what it could only
   * read slowly. An older server reads everything.
   */
  ServerUsage usageWhileCalled() throws IOException {
    return usage("/usage?running");
  }

  private ServerUsage usage(String path) throws IOException {
    try {
      return ServerUsage.parse(get(path));
    } catch (IllegalArgumentException e) {
      throw new IOException(address + " does not report its usage: " + e.getMessage(), e);
    }
  }

  public HostFacts facts() throws IOException {
    try {
      return HostFacts.parse(get("/facts"));
    } catch (IllegalArgumentException e) {
      throw new IOException(address + " does not report its host's facts: " + e.getMessage(), e);
    }
  }

  public String configuration() throws IOException {
    return get("/configuration");
  }

  /** Which services of an operation the process is, and which others it calls. */
  ReportedServices services() throws IOException {
    try {
      return ReportedServices.parse(get("/services"));
    } catch (IllegalArgumentException e) {
      throw new IOException(address + " does not report its services: " + e.getMessage(), e);
    }
  }

  private String get(String path) throws IOException {
    try (Socket socket = new Socket()) {
      InetSocketAddress remote = new InetSocketAddress(address.host(), address.port());
      if (remote.isUnresolved()) {
        throw new UnknownHostException(nowhere());
      }
      socket.connect(remote, CONNECT_MILLIS);
      String request = "GET " + path + " HTTP/1.0\r\nHost: " + address.authority() + BODY;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(answer(socket), StandardCharsets.UTF_8);
      int body = answer.indexOf(BODY);
      if (body < 0 || !answer.matches("(?s)HTTP/1\\.[01] 200 .*")) {
        throw new IOException(address + path + " does not answer with 200");
      }
      return answer.substring(body + BODY.length());
    }
  }

  /** What the server sends until it closes, of which no more than its size and its time. */
  private byte[] answer(Socket socket) throws IOException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(answerMillis);
    InputStream in = socket.getInputStream();
    byte[] answer = new byte[MAX_BYTES];
    int size = 0;
    while (size < answer.length) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        throw new SocketTimeoutException(
            "%s has not ended its answer within %d ms".formatted(address, answerMillis));
      }
      socket.setSoTimeout((int) left);
      int read = in.read(answer, size, answer.length - size);
      if (read < 0) {
        break;
      }
      size += read;
    }
    return Arrays.copyOf(answer, size);
  }
}
