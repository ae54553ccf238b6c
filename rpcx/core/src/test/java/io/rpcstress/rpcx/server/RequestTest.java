package io.rpcstress.rpcx.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.sun.management.ThreadMXBean;
import io.rpcstress.rpcx.proto.Metadata;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A request is read as the schema has it, and bounded before anything is built of it. */
class RequestTest {
  private static final int FRAME_BYTES = 4 * 1024 * 1024;

  private static Request read(byte[] bytes) {
    Request request = new Request();
    request.read(bytes, 0, bytes.length);
    return request;
  }

  private static Request read(String hex) {
    return read(HexFormat.of().parseHex(hex));
  }

  private static void refuses(String hex, String problem) {
    assertThatThrownBy(() -> read(hex))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aRequestAtTheLimitsIsRead() {
    String name = "61".repeat(128);
    Request request =
        read("0801" + "128001" + name + "2200".repeat(32) + "3a08" + "0a016b" + "12036f7074");
    assertThat(request.id()).isEqualTo(1);
    assertThat(request.service()).isEqualTo("a".repeat(128));
    assertThat(request.parameterCount()).isEqualTo(32);
    assertThat(request.metadata()).containsExactly(entry("k", "opt"));
    assertThat(request.copy().metadata()).containsExactly(entry("k", "opt"));
  }

  @Test
  void whatIsBeyondTheLimitsIsRefused() {
    refuses("2200".repeat(33), "more than 32 parameters");
    refuses("128101" + "61".repeat(129), "a name of more than 128 bytes");
    refuses("1a8101" + "61".repeat(129), "a name of more than 128 bytes");
    refuses("3a00".repeat(33), "more than 32 metadata entries");
    // 4,097 bytes of key in an entry of 4,100, and the same of value
    refuses("3a84200a8120" + "61".repeat(4097), "metadata of more than 4096 bytes");
    refuses("3a8420128120" + "61".repeat(4097), "metadata of more than 4096 bytes");
  }

  @Test
  void whatIsNoProtobufIsRefused() {
    for (String hex :
        new String[] {
          "ff",
          "00",
          "09ff",
          "2205",
          "22ffffffffffffffffff01",
          "12ffffffffffffffffff01",
          "3affffffffffffffffff01",
          "08ffffffffffffffffffff01",
          "1202c328",
          "22040a02c328",
          "0c",
          "4c",
          "4f",
          "0b".repeat(1000)
        }) {
      refuses(hex, "no Protobuf");
    }
  }

  private static byte[] filled(String pattern) {
    byte[] unit = HexFormat.of().parseHex(pattern);
    byte[] bytes = new byte[FRAME_BYTES / unit.length * unit.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = unit[i % unit.length];
    }
    return bytes;
  }

  @Test
  void aFrameOfEmptyPartsTakesNoMemory() {
    byte[] parameters = filled("2200");
    byte[] unknown = filled("7801");
    Runnable all =
        () -> {
          assertThatThrownBy(() -> read(parameters)).hasMessageContaining("parameters");
          assertThat(read(unknown).id()).isZero();
        };
    all.run();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    all.run();
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(FRAME_BYTES / 10);
  }

  private static String text(Random random) {
    return "\u00e9x".repeat(random.nextInt(3));
  }

  private static RPCXRequest drawn(Random random) {
    RPCXRequest.Builder request =
        RPCXRequest.newBuilder()
            .setId(random.nextLong() >>> random.nextInt(64))
            .setService(text(random))
            .setMethod(text(random))
            .setMethodNumber(random.nextInt() >>> random.nextInt(32))
            .setDeadlineMs(random.nextInt() >>> random.nextInt(32))
            .setOneWay(random.nextBoolean());
    for (int more = random.nextInt(6); more > 0; more--) {
      Parameter.Builder parameter = Parameter.newBuilder().setType(text(random));
      if (random.nextBoolean()) {
        parameter.setValue(ByteString.copyFromUtf8(text(random)));
      }
      request.addParameters(parameter);
    }
    for (int more = random.nextInt(3); more > 0; more--) {
      request.addMetadata(Metadata.newBuilder().setKey("k" + more).setValue(text(random)));
    }
    return request.build();
  }

  private static byte[] mutated(byte[] bytes, Random random) {
    byte[] other = bytes.clone();
    for (int changes = random.nextInt(3); changes > 0 && other.length > 0; changes--) {
      int at = random.nextInt(other.length);
      if (random.nextInt(4) == 0) {
        other = Arrays.copyOf(other, random.nextInt(other.length + 3));
      } else {
        other[at] =
            (byte) (random.nextBoolean() ? other[at] ^ (1 << random.nextInt(8)) : random.nextInt());
      }
    }
    return other;
  }

  @Test
  void whatIsReadIsWhatTheGeneratedCodeReads() {
    Random random = new Random(20231129);
    int read = 0;
    for (int i = 0; i < 50_000; i++) {
      byte[] bytes = mutated(drawn(random).toByteArray(), random);
      RPCXRequest expected = null;
      try {
        expected = RPCXRequest.parseFrom(bytes);
      } catch (InvalidProtocolBufferException e) {
        String hex = HexFormat.of().formatHex(bytes);
        assertThatThrownBy(() -> read(bytes)).as(hex).isInstanceOf(MalformedFrameException.class);
      }
      if (expected != null) {
        same(read(bytes), expected);
        read++;
      }
    }
    assertThat(read).isGreaterThan(10_000);
  }

  private static void same(Request request, RPCXRequest expected) {
    assertThat(request.id()).isEqualTo(expected.getId());
    assertThat(request.number()).isEqualTo(expected.getMethodNumber());
    assertThat(request.service()).isEqualTo(expected.getService());
    assertThat(
            request.names(
                expected.getServiceBytes().toByteArray(), expected.getMethodBytes().toByteArray()))
        .isTrue();
    assertThat(request.deadlineMs()).isEqualTo(Integer.toUnsignedLong(expected.getDeadlineMs()));
    assertThat(request.oneWay()).isEqualTo(expected.getOneWay());
    assertThat(request.parameterCount()).isEqualTo(expected.getParametersCount());
    for (int p = 0; p < expected.getParametersCount(); p++) {
      String type = expected.getParameters(p).getType();
      assertThat(request.isOf(p, type.getBytes(StandardCharsets.UTF_8))).isTrue();
      assertThat(request.typed(p)).isEqualTo(!type.isEmpty());
    }
    assertThat(request.metadata().keySet())
        .containsExactlyInAnyOrderElementsOf(
            expected.getMetadataList().stream().map(Metadata::getKey).distinct().toList());
  }
}
