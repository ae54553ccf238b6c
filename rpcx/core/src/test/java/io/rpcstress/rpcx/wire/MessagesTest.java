package io.rpcstress.rpcx.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.sun.management.ThreadMXBean;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Messages are bounded before they are built. */
class MessagesTest {
  private static final int MAX_PARAMETERS = 3;
  private static final int MAX_NAME_BYTES = 5;
  private static final int FRAME_BYTES = 4 * 1024 * 1024;

  private static RPCXRequest request(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return request(bytes);
  }

  private static RPCXRequest request(byte[] bytes) {
    return Messages.request(bytes, 0, bytes.length, MAX_PARAMETERS, MAX_NAME_BYTES);
  }

  private static void refuses(String hex, String problem) {
    assertThatThrownBy(() -> request(hex))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining(problem);
  }

  private static byte[] filled(String pattern) {
    byte[] unit = HexFormat.of().parseHex(pattern);
    byte[] bytes = new byte[FRAME_BYTES / unit.length * unit.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = unit[i % unit.length];
    }
    return bytes;
  }

  /** Bytes that this thread allocates for an action. */
  private static long allocated(Runnable action) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    action.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void aRequestAtTheLimitsIsRead() {
    String metadata = "3a08" + "0a016b" + "12036f7074";
    RPCXRequest request =
        request("09" + "0100000000000000" + "12056162636465" + "2200".repeat(3) + metadata);
    assertThat(request.getId()).isEqualTo(1);
    assertThat(request.getService()).isEqualTo("abcde");
    assertThat(request.getParametersCount()).isEqualTo(3);
    assertThat(Messages.metadata(request.getMetadataList())).containsExactly(entry("k", "opt"));
  }

  @Test
  void whatIsBeyondTheLimitsIsRefused() {
    refuses("2200".repeat(4), "more than 3 parameters");
    refuses("1206" + "61".repeat(6), "a name of more than 5 bytes");
    refuses("1a06" + "61".repeat(6), "a name of more than 5 bytes");
    refuses("3a00".repeat(33), "more than 32 metadata entries");
    // 4,097 bytes of key in an entry of 4,100, and the same of value
    refuses("3a84200a8120" + "61".repeat(4097), "metadata of more than 4096 bytes");
    refuses("3a8420128120" + "61".repeat(4097), "metadata of more than 4096 bytes");
  }

  @Test
  void whatIsNoProtobufIsRefused() {
    refuses("ff", "no Protobuf");
    refuses("00", "no Protobuf");
    refuses("09ff", "no Protobuf");
    refuses("2205", "no Protobuf");
    refuses("22ffffffffffffffffff01", "no Protobuf");
    refuses("12ffffffffffffffffff01", "no Protobuf");
    refuses("3affffffffffffffffff01", "no Protobuf");
    refuses("1202c328", "no Protobuf");
    refuses("0c", "no Protobuf");
    refuses("4c", "no Protobuf");
    refuses("0b".repeat(1000), "no Protobuf");
  }

  @Test
  void aFrameOfEmptyPartsTakesNoMoreMemoryThanItself() {
    byte[] parameters = filled("2200");
    byte[] unknown = filled("7801");
    byte[] hello = filled("7a0161");
    Runnable all =
        () -> {
          assertThatThrownBy(() -> request(parameters)).hasMessageContaining("parameters");
          assertThat(request(unknown).getId()).isZero();
          assertThat(Messages.parse(Hello.parser(), hello, 0, hello.length).getVersion()).isZero();
        };
    all.run();
    assertThat(allocated(all)).isLessThan(FRAME_BYTES);
  }
}
