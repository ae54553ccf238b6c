package io.rpcstress.server.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever peers do with streams, a server of 64 MiB answers a good client, on real sockets. */
@Timeout(300)
class TripleSmallHeapIT {
  private static final List<String> HEAP =
      List.of("-Xms64m", "-Xmx64m", "-XX:+ExitOnOutOfMemoryError");

  private static final int PEERS = 60;

  /** As many as a connection may have open, or nearly so. */
  private static final int STREAMS = 1_000;

  private static final int FRAMES = 100;

  private interface Doing {
    void on(Http2Client client) throws IOException;
  }

  private static void against(ServerVariant variant, Doing doing) throws Exception {
    List<Http2Client> peers = new ArrayList<>();
    try (ServerProcess server =
        ServerProcess.ready(
            HEAP,
            Path.of("target", "server-dubbo.jar"),
            "dubbo-triple",
            "--variant",
            variant.label())) {
      InetSocketAddress address = server.address();
      for (int i = 0; i < PEERS; i++) {
        Http2Client peer = new Http2Client(address);
        peers.add(peer);
        try {
          for (int stream = 0; stream < STREAMS; stream++) {
            doing.on(peer);
          }
        } catch (IOException ended) {
          // by the server, as the one that has been slow for longest
        }
        assertGreets(address);
      }
      for (Http2Client peer : peers) {
        peer.close();
      }
      assertGreets(address);
      assertThat(server.isAlive()).isTrue();
      assertThat(server.err()).as("nothing but where its usage is").hasSize(1);
    } finally {
      for (Http2Client peer : peers) {
        peer.close();
      }
    }
  }

  private static void assertGreets(InetSocketAddress address) throws IOException {
    try (Http2Client good = new Http2Client(address)) {
      assertThat(good.call(Http2Client.GREET, Http2Client.greeting("Ada")).toString())
          .contains("hello, Ada");
    }
  }

  @ParameterizedTest
  @EnumSource
  void peersThatBeginCallsAndWait(ServerVariant variant) throws Exception {
    against(
        variant,
        peer -> {
          int unused = peer.begin(Http2Client.GREET, Http2Client.GRPC);
        });
  }

  @ParameterizedTest
  @EnumSource
  void peersThatGoOnBehindARefusal(ServerVariant variant) throws Exception {
    against(
        variant,
        peer -> {
          int stream = peer.begin("/", Http2Client.GRPC);
          for (int i = 0; i < FRAMES; i++) {
            peer.data(stream, new byte[1], /* last= */ false);
          }
          throw new IOException("it leaves");
        });
  }

  @ParameterizedTest
  @EnumSource
  void peersThatTakeNoAnswers(ServerVariant variant) throws Exception {
    byte[] message = Http2Client.greeting("n".repeat(200)); // of some hundred there is the window
    byte[] prefixed = Http2Client.prefixed(message.length, message);
    against(
        variant,
        peer ->
            peer.data(peer.begin(Http2Client.GREET, Http2Client.GRPC), prefixed, /* last= */ true));
  }
}
