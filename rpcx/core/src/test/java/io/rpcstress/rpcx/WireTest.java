package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.rpcstress.rpcx.proto.Cancel;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.Ping;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bytes of docs/wire.md, version 1, which never change; and what a server does with others. */
class WireTest {
  private static final long ID = 0x0102030405060708L;

  private ServiceCentre centre;

  @BeforeEach
  void start() {
    centre = Greeter.serve(new Greeter.Service());
  }

  @AfterEach
  void stop() {
    centre.stop(Duration.ZERO);
  }

  @Test
  void helloRequestAndReplyAreTheGoldenBytes() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), centre.port())) {
      socket.setSoTimeout(RawPeer.READ_TIMEOUT_MS);
      socket.getOutputStream().write(hex("00000004" + "1a02" + "0801"));
      assertThat(socket.getInputStream().readNBytes(16))
          .isEqualTo(hex("0000000c" + "1a0a" + "0801" + "1080808002" + "288020"));
      // id, "greeter", "greet", {"string", "Ada"}
      socket
          .getOutputStream()
          .write(
              hex(
                  "000000240a22"
                      + "089601"
                      + "120767726565746572"
                      + "1a056772656574"
                      + "220d"
                      + "0a06737472696e67"
                      + "1203416461"));
      assertThat(socket.getInputStream().readNBytes(21))
          .isEqualTo(hex("00000011120f" + "089601" + "120a68656c6c6f2c20416461"));
    }
  }

  @Test
  void theClientSendsTheGoldenBytesAndNoMore() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(listener.getLocalPort()).build()) {
      CompletableFuture<String> answer =
          rpcx.client(Greeter.Client.class).greetAsync("0123456789abcdef");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        InputStream in = peer.socket().getInputStream();
        // version, max_frame_bytes, default_deadline_ms
        assertThat(in.readNBytes(16))
            .isEqualTo(hex("0000000c1a0a" + "0801" + "1080808002" + "20b817"));
        // No more comes before the server's.
        peer.send(RawPeer.hello());
        assertThat(in.readNBytes(54))
            .isEqualTo(
                hex(
                    "000000320a30"
                        + "0801"
                        + "4001"
                        + "120767726565746572"
                        + "1a056772656574"
                        + "221a"
                        + "0a06737472696e67"
                        + "121030313233343536373839616263646566"));
        peer.send(RawPeer.reply(1, "hi"));
        assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo("hi");
      }
    }
  }

  @Test
  void aFrameCutAtEveryByteIsStillOneFrame() throws IOException {
    byte[] stream = concat(RawPeer.frame(RawPeer.hello()), RawPeer.frame(RawPeer.greet(ID, "Ada")));
    for (int cut = 1; cut < stream.length; cut++) {
      try (RawPeer peer = new RawPeer(centre.port())) {
        peer.send(Arrays.copyOf(stream, cut));
        peer.send(Arrays.copyOfRange(stream, cut, stream.length));
        assertThat(peer.reply().getResult().toStringUtf8()).isEqualTo("hello, Ada");
      }
    }
  }

  @Test
  void manyFramesInOneSegmentAreAllAnswered() throws IOException {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      byte[] stream = {};
      for (int i = 0; i < 500; i++) {
        stream = concat(stream, RawPeer.frame(RawPeer.greet(i, "n" + i)));
      }
      peer.send(stream);
      for (int i = 0; i < 500; i++) {
        RPCXReply reply = peer.reply();
        assertThat(reply.getId()).isEqualTo(i);
        assertThat(reply.getResult().toStringUtf8()).isEqualTo("hello, n" + i);
      }
    }
  }

  @Test
  void kindsThatAreKeptForStreamsAreIgnored() throws IOException {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      // Fields 12 to 15 of an envelope, each with a byte in it.
      peer.send(hex("00000003620107" + "000000036a0107" + "00000003720107" + "000000037a0107"));
      peer.send(RawPeer.greet(ID, "Ada"));
      assertThat(peer.reply().getResult().toStringUtf8()).isEqualTo("hello, Ada");
    }
  }

  @Test
  void unknownFieldsAndKindsAreIgnored() throws IOException {
    UnknownFieldSet more =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
            .addField(
                100,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFromUtf8("new"))
                    .build())
            .build();
    RPCXRequest request =
        RawPeer.greet(ID, "Ada").getRequest().toBuilder().setUnknownFields(more).build();
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(Envelope.newBuilder().setUnknownFields(more).build());
      peer.send(Envelope.getDefaultInstance());
      peer.send(Envelope.newBuilder().setRequest(request).setUnknownFields(more).build());
      assertThat(peer.reply().getResult().toStringUtf8()).isEqualTo("hello, Ada");
    }
  }

  @Test
  void pingIsAnsweredAndCancelOfNothingIsIgnored() throws IOException {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(Envelope.newBuilder().setCancel(Cancel.newBuilder().setId(5)).build());
      peer.send(Envelope.newBuilder().setPing(Ping.newBuilder().setId(ID)).build());
      assertThat(peer.receive().getPong().getId()).isEqualTo(ID);
    }
  }

  @Test
  void aNullArgumentIsOneWithoutValue() throws IOException {
    Parameter none = Parameter.newBuilder().setType("string").build();
    RPCXRequest request =
        RawPeer.greet(ID, "").getRequest().toBuilder().setParameters(0, none).build();
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(Envelope.newBuilder().setRequest(request).build());
      assertThat(peer.reply().getResult().toStringUtf8()).isEqualTo("hello, null");
    }
  }

  @Test
  void anUnpublishedMethodCannotBeCalledByItsJavaName() throws IOException {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      peer.send(RawPeer.request(ID, "greeter", "hidden", "string", ByteString.EMPTY));
      assertThat(peer.reply().getStatus()).isEqualTo(StatusCode.UNKNOWN_METHOD.number());
      String javaName = Greeter.Service.class.getName();
      peer.send(RawPeer.request(ID, javaName, "greet", "string", ByteString.EMPTY));
      assertThat(peer.reply().getStatus()).isEqualTo(StatusCode.UNKNOWN_SERVICE.number());
    }
  }

  @Test
  void textThatIsNotUtf8IsAStatus() throws IOException {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      ByteString broken = ByteString.copyFrom(new byte[] {(byte) 0xC3, 0x28});
      peer.send(RawPeer.request(ID, "greeter", "greet", "string", broken));
      assertThat(peer.reply().getStatus()).isEqualTo(StatusCode.INVALID_ARGUMENT.number());
      peer.send(RawPeer.greet(ID, "\uFFFD"));
      assertThat(peer.reply().getResult().toStringUtf8()).isEqualTo("hello, \uFFFD");
    }
  }

  @Test
  void aRequestThatExpiredIsNotRun() throws Exception {
    Greeter.Service service = new Greeter.Service();
    Limits limits = Limits.builder().build();
    try (ServiceCentre one =
            ServiceCentre.builder()
                .publish(service)
                .limits(limits)
                .blockingCalls(Executors.newSingleThreadExecutor())
                .start();
        RawPeer peer = RawPeer.greeted(one.port())) {
      peer.send(RawPeer.request(1, "greeter", "hold", "string", ByteString.EMPTY));
      RPCXRequest brief =
          RawPeer.request(2, "greeter", "hold", "string", ByteString.EMPTY).getRequest().toBuilder()
              .setDeadlineMs(1)
              .build();
      peer.send(Envelope.newBuilder().setRequest(brief).build());
      // The time runs from when the server reads the request, which it has done when it answers
      // this.
      peer.send(Envelope.newBuilder().setPing(Ping.newBuilder().setId(ID)).build());
      List<RPCXReply> replies = new ArrayList<>();
      for (Envelope next = peer.receive(); !next.hasPong(); next = peer.receive()) {
        replies.add(next.getReply());
      }
      await().pollDelay(Duration.ofMillis(20)).until(() -> true);
      service.gate.release(2);
      while (replies.size() < 2) {
        replies.add(peer.reply());
      }
      for (RPCXReply reply : replies) {
        assertThat(reply.getStatus())
            .isEqualTo(reply.getId() == 1 ? 0 : StatusCode.DEADLINE_EXCEEDED.number());
      }
      assertThat(replies.get(0).getId()).isNotEqualTo(replies.get(1).getId());
      assertThat(service.began.get()).isEqualTo(1);
    }
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }
}
