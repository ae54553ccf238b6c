package io.rpcstress.server.thrift;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.thrift.ThriftBounds;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/** The compact protocol, in frames. */
class TunedHostilePeersTest extends HostilePeers {
  private static final String GREET = "82 21 01 05 6772656574";

  TunedHostilePeersTest() {
    super(ServerVariant.TUNED);
  }

  /** Those within a frame are whole frames: nothing else is looked at. */
  @Override
  protected List<byte[]> tooMuch() {
    return Stream.concat(
            Stream.of(
                    "7fffffff", // a frame of 2^31 - 1 bytes
                    "ffffffff", // of -1
                    "00000000", // of none
                    "%08x".formatted(ThriftBounds.MAX_MESSAGE_BYTES + 1)) // more than it may have
                .map(HostilePeers::bytes),
            Stream.of(
                    GREET + "18 ffffffff07", // a name of 2^31 - 1 bytes
                    GREET + "18 8180808007", // of a little less
                    GREET + "98 ffffffff07", // an unknown field of 2^31 - 1 bytes
                    GREET + "98 ffffffff0f", // of -1
                    GREET + "98 ffffffffffffffffffff", // of a length without an end
                    GREET + "99" + "19".repeat(100), // a list of a list of a list
                    GREET + "1c".repeat(1_000), // a struct within a struct within a struct
                    "81 21 01 00", // another protocol
                    "82") // half a head
                .map(TunedHostilePeersTest::frame))
        .toList();
  }

  private static byte[] frame(String hex) {
    byte[] content = bytes(hex);
    return ByteBuffer.allocate(Integer.BYTES + content.length)
        .putInt(content.length)
        .put(content)
        .array();
  }
}
