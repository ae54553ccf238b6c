package io.rpcstress.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.greet.proto.GreetReply;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology.Variant;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * That each variant of the client sets what it is named by and nothing else, seen on the wire: a
 * retry is a second stream for one call, and an estimate of the bandwidth is a ping.
 */
@Timeout(120)
class GrpcDriverTest {

  @SuppressWarnings("NullAway.Init") // set before each test
  private Http2Peer server;

  @BeforeEach
  void listen() throws IOException {
    server = new Http2Peer();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private Session open(String variant) {
    return new GrpcDriver()
        .open(
            Target.of(new Address("127.0.0.1", server.port())),
            new DriverOptions(
                variant, ConnectionPolicy.multiplexed(1), 1, false, Duration.ofSeconds(60)));
  }

  @ParameterizedTest
  @CsvSource({
    "example, 2",
    "window, 2",
    "tuned-server, 2",
    "no-deadline, 2",
    "go, 2",
    "no-retry, 1",
    "tuned, 1"
  })
  void onlyTheVariantsWithoutRetriesSendNoCallTwice(String variant, int streams) throws Exception {
    server.refuse();
    try (Session session = open(variant)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThatThrownBy(() -> caller.call("ada")).isInstanceOf(CallException.class);
    }
    assertThat(server.streams()).isEqualTo(streams);
  }

  @ParameterizedTest
  @CsvSource({
    "example, true",
    "no-retry, true",
    "tuned-server, true",
    "no-deadline, true",
    "go, true",
    "window, false",
    "tuned, false"
  })
  void onlyAFixedWindowEndsThePingsThatEstimateOne(String variant, boolean pings) throws Exception {
    try (Session session = open(variant)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThat(caller.call("ada")).isEqualTo(Greeting.greet("ada"));
      // What the first answer brought about has arrived before the second call has.
      assertThat(caller.call("ada")).isEqualTo(Greeting.greet("ada"));
    }
    assertThat(server.pings() > 0).isEqualTo(pings);
  }

  @Test
  void everyVariantIsOneOfThose() {
    assertThat(new GrpcDriver().technology().variants())
        .extracting(Variant::name)
        .containsExactlyInAnyOrder(
            "example", "tuned", "no-retry", "window", "tuned-server", "no-deadline", "go");
  }

  /** A server of one connection that greets Ada, or refuses each stream. Frames by hand. */
  private static final class Http2Peer {

    private static final int PREFACE_BYTES = 24;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int ACK = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int REFUSED_STREAM = 7;
    private static final int STATUS_200 = 0x88; // in HPACK's static table

    private final ServerSocket listening;
    private final AtomicInteger streams = new AtomicInteger();
    private final AtomicInteger pings = new AtomicInteger();
    private volatile boolean refusing;

    Http2Peer() throws IOException {
      listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      Thread thread = new Thread(this::serve, "http2-peer");
      thread.setDaemon(true);
      thread.start();
    }

    int port() {
      return listening.getLocalPort();
    }

    void refuse() {
      refusing = true;
    }

    int streams() {
      return streams.get();
    }

    int pings() {
      return pings.get();
    }

    void close() throws IOException {
      listening.close();
    }

    private void serve() {
      try (Socket socket = listening.accept()) {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        in.readFully(new byte[PREFACE_BYTES]);
        frame(out, SETTINGS, 0, 0, new byte[0]);
        while (true) {
          int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
          int type = in.readUnsignedByte();
          int flags = in.readUnsignedByte();
          int stream = in.readInt();
          byte[] payload = new byte[length];
          in.readFully(payload);
          take(out, type, flags, stream, payload);
        }
      } catch (IOException e) {
        // The session was closed, and with it the connection.
      }
    }

    private void take(DataOutputStream out, int type, int flags, int stream, byte[] payload)
        throws IOException {
      if (type == SETTINGS && (flags & ACK) == 0) {
        frame(out, SETTINGS, ACK, 0, new byte[0]);
      } else if (type == PING && (flags & ACK) == 0) {
        pings.incrementAndGet();
        frame(out, PING, ACK, 0, payload);
      } else if (type == HEADERS) {
        streams.incrementAndGet();
        if (refusing) {
          frame(out, RST_STREAM, 0, stream, new byte[] {0, 0, 0, REFUSED_STREAM});
        }
      } else if (type == DATA && (flags & END_STREAM) != 0 && !refusing) {
        answer(out, stream);
      }
    }

    private static void answer(DataOutputStream out, int stream) throws IOException {
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      head.write(STATUS_200);
      header(head, "content-type", "application/grpc");
      frame(out, HEADERS, END_HEADERS, stream, head.toByteArray());
      byte[] reply =
          GreetReply.newBuilder().setMessage(Greeting.greet("ada")).build().toByteArray();
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      message.write(new byte[] {0, 0, 0, 0, (byte) reply.length}); // not compressed, its length
      message.write(reply);
      frame(out, DATA, 0, stream, message.toByteArray());
      ByteArrayOutputStream trailers = new ByteArrayOutputStream();
      header(trailers, "grpc-status", "0");
      frame(out, HEADERS, END_HEADERS | END_STREAM, stream, trailers.toByteArray());
    }

    /** A literal with a literal name that is kept in no table. */
    private static void header(ByteArrayOutputStream to, String name, String value)
        throws IOException {
      to.write(0);
      for (String text : new String[] {name, value}) {
        to.write(text.length());
        to.write(text.getBytes(StandardCharsets.US_ASCII));
      }
    }

    private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] payload)
        throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream frame = new DataOutputStream(bytes);
      frame.writeByte(0);
      frame.writeShort(payload.length);
      frame.writeByte(type);
      frame.writeByte(flags);
      frame.writeInt(stream);
      frame.write(payload);
      out.write(bytes.toByteArray());
      out.flush();
    }
  }
}
