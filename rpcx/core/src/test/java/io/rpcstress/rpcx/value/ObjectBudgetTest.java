package io.rpcstress.rpcx.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.sun.management.ThreadMXBean;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the bytes of a frame can become in memory. */
class ObjectBudgetTest {
  private static final int FRAME_BYTES = 4 * 1024 * 1024;

  interface Types {
    void lists(List<List<List<String>>> value);

    void maps(List<Map<String, List<String>>> value);

    void numbers(List<Long> value);
  }

  private static ValueCodec codec(String method) throws Exception {
    for (java.lang.reflect.Method declared : Types.class.getDeclaredMethods()) {
      if (declared.getName().equals(method)) {
        Type type = declared.getGenericParameterTypes()[0];
        return new Codecs().of(type);
      }
    }
    throw new AssertionError(method);
  }

  /** Bytes that this thread allocates for an action. */
  private static long allocated(Runnable action) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    action.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static ByteString filled(int... unit) {
    byte[] bytes = new byte[FRAME_BYTES / unit.length * unit.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) unit[i % unit.length];
    }
    return ByteString.copyFrom(bytes);
  }

  private static ByteString field(ByteString content) {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    try {
      com.google.protobuf.CodedOutputStream coded =
          com.google.protobuf.CodedOutputStream.newInstance(out);
      coded.writeBytes(1, content);
      coded.flush();
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
    return ByteString.copyFrom(out.toByteArray());
  }

  @Test
  void aMessagesUnknownFieldsAreDropped() {
    ValueCodec codec = new Codecs().of(RPCXRequest.class);
    ByteString unknown = filled(0x78, 0x01);
    Object decoded = codec.decode(unknown);
    assertThat(((Message) decoded).getUnknownFields().asMap()).isEmpty();
    long bytes = allocated(() -> codec.decode(unknown));
    System.out.println("4 MiB of unknown fields allocate " + bytes);
    assertThat(bytes).isLessThan(FRAME_BYTES);
  }

  @Test
  void aMessageOfMillionsOfMessagesIsRefusedBeforeItIsBuilt() {
    ValueCodec codec = new Codecs().of(RPCXRequest.class);
    ByteString parameters = filled(0x22, 0x00);
    long bytes =
        allocated(
            () ->
                assertThatThrownBy(() -> codec.decode(parameters)).hasMessageContaining("objects"));
    System.out.println("4 MiB of empty messages allocate " + bytes);
    assertThat(bytes).isLessThan(FRAME_BYTES);
  }

  @Test
  void nestedListsShareOneBudget() throws Exception {
    ValueCodec codec = codec("lists");
    // 64 lists of 32 thousand empty lists each: two million lists, and no one of them is long.
    ByteString inner = field(filled(0x0A, 0x00).substring(0, 65_534));
    byte[] part = inner.toByteArray();
    byte[] all = new byte[part.length * 60];
    for (int i = 0; i < 60; i++) {
      System.arraycopy(part, 0, all, i * part.length, part.length);
    }
    ByteString lists = ByteString.copyFrom(all);
    long bytes =
        allocated(
            () -> assertThatThrownBy(() -> codec.decode(lists)).hasMessageContaining("objects"));
    System.out.println(all.length + " bytes of nested lists allocate " + bytes);
    assertThat(bytes).isLessThan(16L * all.length);
    assertThat(codec.decode(ByteString.copyFrom(Arrays.copyOf(part, part.length)))).isNotNull();
  }

  @Test
  void mapsCountTheirEntries() throws Exception {
    ValueCodec codec = codec("maps");
    ByteString maps = filled(0x0A, 0x02, 0x0A, 0x00);
    assertThatThrownBy(() -> codec.decode(maps, new ObjectBudget(1000)))
        .hasMessageContaining("more than 1000 objects");
  }

  @Test
  void alongListOfNumbersIsAllowed() throws Exception {
    ValueCodec codec = codec("numbers");
    List<Long> numbers = java.util.Collections.nCopies(ListCodec.MAX_ELEMENTS, 1L << 40);
    assertThat(codec.decode(codec.encode(numbers))).isEqualTo(numbers);
  }
}
