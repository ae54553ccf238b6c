package io.rpcstress.rpcx.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedInputStream;
import com.sun.management.ThreadMXBean;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Metadata;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Frames;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A request's bytes from the template are those of the schema. */
class RequestTemplateTest {
  private static final int KINDS = 10;
  private static final long BASE = 0x7f00_0000_0000_0000L;
  private static final byte[] NONE = {};

  /** Types that can be written without a copy, and types that cannot. */
  interface Every {
    void all(
        String text,
        byte[] bytes,
        int number,
        long large,
        boolean yes,
        char one,
        double broken,
        List<String> names,
        Instant at,
        Hello message);
  }

  private static Type[] types() {
    return Every.class.getDeclaredMethods()[0].getGenericParameterTypes();
  }

  private static @Nullable Object value(int kind, Random random) {
    if (random.nextInt(8) == 0) {
      return null;
    }
    return switch (kind) {
      case 0 -> text(random);
      case 1 -> new byte[random.nextInt(300)];
      case 2 -> random.nextInt() >> random.nextInt(32);
      case 3 -> random.nextLong() >> random.nextInt(64);
      case 4 -> random.nextBoolean();
      case 5 -> (char) random.nextInt(1 << 16);
      case 6 -> random.nextDouble();
      case 7 -> List.of(text(random), text(random));
      case 8 -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
      default -> Hello.newBuilder().setVersion(random.nextInt(3)).setToken(text(random)).build();
    };
  }

  /** ASCII, other characters, those of two chars, and longer than what is looked at. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(random.nextInt(10) == 0 ? 1500 : 140);
    int highest = new int[] {0x80, 0x800, 0x10000}[random.nextInt(3)];
    for (int i = 0; i < length; i++) {
      char c = (char) random.nextInt(highest);
      text.append(Character.isSurrogate(c) ? "\ud83d\ude00" : String.valueOf(c));
    }
    return text.toString();
  }

  private static ValueCodec[] codecs(int count, Random random, int[] kinds) {
    Codecs codecs = new Codecs();
    ValueCodec[] chosen = new ValueCodec[count];
    for (int i = 0; i < count; i++) {
      kinds[i] = random.nextInt(KINDS);
      chosen[i] = codecs.of(types()[kinds[i]]);
    }
    return chosen;
  }

  @Test
  void everyRequestIsWhatTheSchemaDefines() throws IOException {
    Random random = new Random(20231130);
    int[] deadlines = {0, 1, 127, 128, 3000, 604_800_000};
    for (int i = 0; i < 5_000; i++) {
      int count = random.nextInt(5);
      int[] kinds = new int[count];
      ValueCodec[] codecs = codecs(count, random, kinds);
      String service = "s" + "\u00fc".repeat(random.nextInt(60));
      boolean oneWay = random.nextBoolean();
      int deadline = deadlines[random.nextInt(deadlines.length)];
      Map<String, String> metadata = random.nextInt(4) == 0 ? Map.of("key", "value") : Map.of();
      @Nullable Object[] arguments = new @Nullable Object[count];
      RPCXRequest.Builder expected =
          RPCXRequest.newBuilder()
              .setId(1 + random.nextInt(1 << (1 + random.nextInt(30))))
              .setService(service)
              .setMethod("m")
              .setMethodNumber(1)
              .setDeadlineMs(deadline)
              .setOneWay(oneWay);
      metadata.forEach(
          (key, value) -> expected.addMetadata(Metadata.newBuilder().setKey(key).setValue(value)));
      for (int k = 0; k < count; k++) {
        Object argument = value(kinds[k], random);
        arguments[k] = argument;
        Parameter.Builder parameter = expected.addParametersBuilder().setType(codecs[k].alias());
        if (argument != null) {
          parameter.setValue(codecs[k].encode(argument));
        }
      }
      Signature method = new Signature(service, "m", codecs);
      int names = method.names().length;
      byte[] fields = io.rpcstress.rpcx.wire.Metadata.fields(metadata);
      byte[] frame = new RequestTemplate(names, codecs, oneWay).frame(arguments, fields, deadline);
      heads(frame, method, expected.build());
      byte[] later = RequestHeads.withDeadline(frame, names, 200 + i);
      assertThat(read(written(new RequestHeads(BASE), later, method, expected.getId())))
          .isEqualTo(expected.setDeadlineMs(200 + i).build());
    }
  }

  /** The same array gets the heads of several connections, one after the other. */
  private static void heads(byte[] frame, Signature method, RPCXRequest first) throws IOException {
    RPCXRequest.Builder unnamed = first.toBuilder().clearService().clearMethod();
    unnamed.getParametersBuilderList().forEach(Parameter.Builder::clearType);
    for (int connection = 0; connection < 2; connection++) {
      RequestHeads heads = new RequestHeads(BASE);
      byte[] named = written(heads, frame, method, first.getId());
      assertThat(read(named)).isEqualTo(first);
      assertThat(named.length).isLessThanOrEqualTo(method.frameBytes(frame));
      assertThat(read(written(heads, frame, method, first.getId()))).isEqualTo(unnamed.build());
    }
  }

  /** The frame with its head, from its first byte on. */
  private static byte[] written(RequestHeads heads, byte[] frame, Signature method, long id) {
    byte[] written = heads.write(frame, method, BASE + id);
    return Arrays.copyOfRange(written, heads.begin(), written.length);
  }

  private static RPCXRequest read(byte[] frame) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(frame);
    assertThat(in.getInt()).isEqualTo(in.remaining());
    return Envelope.parseFrom(CodedInputStream.newInstance(in)).getRequest();
  }

  @Test
  void methodsBeyondTheMostThatHaveNumbersAreCalledByTheirNames() throws IOException {
    RequestHeads heads = new RequestHeads(BASE);
    int methods = Limits.MAX_METHOD_NUMBERS + 1;
    for (int i = 0; i < 2 * methods; i++) {
      int m = i % methods;
      boolean numbered = m < Limits.MAX_METHOD_NUMBERS;
      Signature signature = new Signature("s", "m" + m, new ValueCodec[0]);
      byte[] frame = RequestHeads.room(signature.names().length, 0);
      RPCXRequest request = read(written(heads, frame, signature, 1 + i));
      assertThat(request.getMethodNumber()).isEqualTo(numbered ? m + 1 : 0);
      assertThat(request.getMethod()).isEqualTo(i < methods || !numbered ? "m" + m : "");
      assertThat(request.getId()).isEqualTo(1 + i);
    }
  }

  @Test
  void whatOneNumberStandsForNoOtherTypesHave() throws IOException {
    Codecs codecs = new Codecs();
    ValueCodec[][] overloads = {
      {},
      {codecs.of(String.class)},
      {codecs.of(int.class)},
      {codecs.of(int.class), codecs.of(int.class)}
    };
    RequestHeads heads = new RequestHeads(BASE);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < overloads.length; i++) {
        Signature method = new Signature("s", "m", overloads[i]);
        byte[] frame =
            new RequestTemplate(method.names().length, overloads[i], false).frame(null, NONE, 0);
        RPCXRequest request = read(written(heads, frame, method, 8));
        assertThat(request.getMethodNumber()).isEqualTo(1 + i);
        assertThat(request.getParametersCount()).isEqualTo(overloads[i].length);
        for (int k = 0; k < overloads[i].length; k++) {
          assertThat(request.getParameters(k).getType())
              .isEqualTo(round == 0 ? overloads[i][k].alias() : "");
        }
      }
    }
  }

  @Test
  void aFrameWithoutTypesIsWrittenWhereItWasMade() {
    ValueCodec[] one = {new Codecs().of(byte[].class)};
    Signature method = new Signature("s", "m", one);
    RequestTemplate template = new RequestTemplate(method.names().length, one, false);
    RequestHeads heads = new RequestHeads(BASE);
    byte[] frame = template.frame(new Object[] {new byte[1 << 20]}, NONE, 0);
    assertThat(heads.write(frame, method, BASE + 8)).isNotSameAs(frame);
    assertThat(heads.write(frame, method, BASE + 9)).isSameAs(frame);
  }

  @Test
  void aGreetingTakesItsFrameAndNothingMore() {
    ValueCodec[] one = {new Codecs().of(String.class)};
    RequestTemplate template =
        new RequestTemplate(Frames.names("greeter", "greet").length, one, false);
    Object[] arguments = {"0123456789abcdef"};
    byte[] frame = template.frame(arguments, NONE, 0);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int calls = 1000;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < calls; i++) {
      frame = template.frame(arguments, NONE, 0);
    }
    long each = (threads.getCurrentThreadAllocatedBytes() - before) / calls;
    // The array's header, and the rounding of its size.
    assertThat(each).isBetween((long) frame.length, frame.length + 32L);
  }
}
