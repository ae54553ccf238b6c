package io.rpcstress.server.rsocket;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.HostilePeersContract;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Whatever one peer does, others are answered. */
class RsocketHostilePeersTest extends HostilePeersContract {
  private static final Duration LINGER = Duration.ofMillis(200);

  @Override
  protected List<ServerVariant> variants() {
    return List.of(ServerVariant.values());
  }

  @Override
  protected Server server(Duration stalled, Duration idle) {
    return new RsocketServer(new TimeLimits(stalled, idle, LINGER));
  }

  @Override
  protected GoodClient connect(InetSocketAddress server) throws IOException {
    return new RawClient(server);
  }

  @Override
  protected byte[] preface() {
    return RawClient.setup();
  }

  /** Always on the same stream: it ends with its answer, and may begin anew. */
  @Override
  protected byte[] request(String name) {
    return RawClient.request(1, name);
  }

  @Override
  protected int answerBytes() {
    return RawClient.request(1, "hello, Ada").length;
  }

  @Override
  protected List<byte[]> tooMuch() {
    return Stream.concat(
            Stream.of(
                bytes("ffffff"), // a frame of 16 MB
                bytes("004805"), // of one byte more than it may have
                bytes("000005"), // of less than its head
                RawClient.request(1, "Ada"), // before SETUP
                RawClient.setup(1), // keep-alive each millisecond
                RawClient.setup(0),
                RawClient.setup(-1)),
            Stream.of(
                    RawClient.setup(), // once more
                    bytes("ffffff"),
                    bytes("004805"),
                    bytes("000005"),
                    bytes("000009 00000001 1100 ffffff"), // metadata of 16 MB
                    RawClient.frame(1, RawClient.REQUEST_RESPONSE, 0x80, new byte[9]), // a fragment
                    RawClient.frame(1, RawClient.PAYLOAD, 0x80, new byte[9]),
                    RawClient.frame(1, 0x05, 0, new byte[9]), // REQUEST_FNF: nobody to answer
                    RawClient.frame(1, 0x06, 0, new byte[9]), // REQUEST_STREAM
                    RawClient.frame(1, 0x07, 0, new byte[9]), // REQUEST_CHANNEL
                    RawClient.frame(0, 0x0C, 0x100, new byte[9]), // METADATA_PUSH
                    RawClient.frame(0, 0x0D, 0, new byte[20]), // RESUME
                    RawClient.frame(0, 0x3E, 0, new byte[9])) // a type that nobody knows
                .map(RsocketHostilePeersTest::behindSetup))
        .toList();
  }

  private static byte[] behindSetup(byte[] bytes) {
    byte[] setup = RawClient.setup();
    return ByteBuffer.allocate(setup.length + bytes.length).put(setup).put(bytes).array();
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }
}
