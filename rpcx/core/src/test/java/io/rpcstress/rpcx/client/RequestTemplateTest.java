package io.rpcstress.rpcx.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedInputStream;
import com.sun.management.ThreadMXBean;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.CallIds;
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

/** A request's bytes from the template are those of the generated code, on every wire. */
class RequestTemplateTest {
  private static final int KINDS = 10;

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

  /** ASCII, other characters, halves of characters, and longer than what is looked at. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(random.nextInt(10) == 0 ? 1500 : 140);
    int highest = new int[] {0x80, 0x800, 0x10000}[random.nextInt(3)];
    for (int i = 0; i < length; i++) {
      text.append((char) random.nextInt(highest));
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
  void everyRequestIsTheSameToTheByte() throws IOException {
    Random random = new Random(20231130);
    int[] deadlines = {0, 1, 127, 128, 3000, 604_800_000};
    for (int i = 0; i < 5_000; i++) {
      int count = random.nextInt(5);
      int[] kinds = new int[count];
      ValueCodec[] codecs = codecs(count, random, kinds);
      String service = "s" + "\u00fc".repeat(random.nextInt(60));
      boolean oneWay = random.nextBoolean();
      @Nullable Object[] arguments = new @Nullable Object[count];
      for (int k = 0; k < count; k++) {
        arguments[k] = value(kinds[k], random);
      }
      long id = random.nextLong() | 1;
      int deadline = deadlines[random.nextInt(deadlines.length)];
      Signature method = new Signature(service, "m", codecs);
      int names = method.names().length;
      byte[] byHand = new RequestTemplate(names, codecs, oneWay).frame(arguments, deadline);
      byte[] generated =
          new RequestMessage(names, codecs, oneWay).frame(arguments, Map.of(), deadline);
      assertThat(byHand).as("case " + i).isEqualTo(generated);
      RPCXRequest.Builder whole =
          RPCXRequest.newBuilder()
              .setId(id)
              .setService(service)
              .setMethod("m")
              .setDeadlineMs(deadline)
              .setOneWay(oneWay);
      for (int k = 0; k < count; k++) {
        Parameter.Builder parameter = Parameter.newBuilder().setType(codecs[k].alias());
        Object argument = arguments[k];
        whole.addParameters(
            argument == null ? parameter : parameter.setValue(codecs[k].encode(argument)));
      }
      heads(byHand, method, whole.build());
      byte[] later = RequestHeads.withDeadline(byHand, names, 200 + i);
      assertThat(read(written(new RequestHeads(), later, method, id)))
          .isEqualTo(whole.setDeadlineMs(200 + i).build());
    }
  }

  /** The same array gets the heads of several connections, one after the other. */
  private static void heads(byte[] frame, Signature method, RPCXRequest expected)
      throws IOException {
    byte[] generated = Frames.of(Envelope.REQUEST_FIELD_NUMBER, expected);
    long id = expected.getId();
    RequestHeads old = new RequestHeads();
    assertThat(method.frameBytes(frame)).isEqualTo(generated.length);
    assertThat(written(old, frame, method, id)).isEqualTo(generated);
    for (long offset : new long[] {1, 127, 128, 1 << 28, (1L << 49) - 1}) {
      for (boolean typesByNumber : new boolean[] {false, true}) {
        RequestHeads heads = new RequestHeads();
        heads.agree(CallIds.from(id - offset), 256, typesByNumber);
        RPCXRequest first = read(written(heads, frame, method, id));
        boolean fits = offset < 1L << 35;
        RPCXRequest named = expected.toBuilder().clearId().setIdOffset(offset).build();
        RPCXRequest numbered = named.toBuilder().setMethodNumber(1).build();
        assertThat(first).as("offset " + offset).isEqualTo(fits ? numbered : named);
        if (fits) {
          assertThat(read(written(heads, frame, method, id)))
              .isEqualTo(unnamed(numbered, typesByNumber));
        }
      }
    }
    assertThat(written(old, frame, method, id))
        .as("again on a connection of 1.0")
        .isEqualTo(generated);
  }

  /** A request as it is when its method has a number. */
  private static RPCXRequest unnamed(RPCXRequest request, boolean typesByNumber) {
    RPCXRequest.Builder unnamed = request.toBuilder().clearService().clearMethod();
    if (typesByNumber) {
      unnamed.getParametersBuilderList().forEach(Parameter.Builder::clearType);
    }
    return unnamed.build();
  }

  /** The frame with its head, from its first byte on. */
  private static byte[] written(RequestHeads heads, byte[] frame, Signature method, long id) {
    byte[] written = heads.write(frame, method, id);
    return Arrays.copyOfRange(written, heads.begin(), written.length);
  }

  private static RPCXRequest read(byte[] frame) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(frame);
    assertThat(in.getInt()).isEqualTo(in.remaining());
    return Envelope.parseFrom(CodedInputStream.newInstance(in)).getRequest();
  }

  @Test
  void methodsBeyondTheMostThatHaveNumbersAreCalledByTheirNames() throws IOException {
    RequestHeads heads = new RequestHeads();
    heads.agree(CallIds.from(7), 2, true);
    int[] expected = {1, 2, 0, 1, 2, 0};
    for (int i = 0; i < expected.length; i++) {
      String method = "m" + i % 3;
      Signature signature = new Signature("s", method, new ValueCodec[0]);
      byte[] frame = RequestHeads.room(signature.names().length, 0);
      RPCXRequest request = read(written(heads, frame, signature, 8 + i));
      assertThat(request.getMethodNumber()).isEqualTo(expected[i]);
      assertThat(request.getMethod()).isEqualTo(i < 3 || expected[i] == 0 ? method : "");
      assertThat(request.getIdOffset()).isEqualTo(1 + i);
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
    RequestHeads heads = new RequestHeads();
    heads.agree(CallIds.from(7), 256, true);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < overloads.length; i++) {
        Signature method = new Signature("s", "m", overloads[i]);
        byte[] frame =
            new RequestTemplate(method.names().length, overloads[i], false).frame(null, 0);
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
    RequestHeads heads = new RequestHeads();
    heads.agree(CallIds.from(7), 256, true);
    byte[] frame = template.frame(new Object[] {new byte[1 << 20]}, 0);
    assertThat(heads.write(frame, method, 8)).isNotSameAs(frame);
    assertThat(heads.write(frame, method, 9)).isSameAs(frame);
  }

  @Test
  void aCallWithoutArgumentsIsTheSame() {
    ValueCodec[] none = {};
    assertThat(new RequestTemplate(6, none, false).frame(null, 0))
        .isEqualTo(new RequestMessage(6, none, false).frame(null, Map.of(), 0));
  }

  @Test
  void aGreetingTakesItsFrameAndNothingMore() {
    ValueCodec[] one = {new Codecs().of(String.class)};
    RequestTemplate template =
        new RequestTemplate(Frames.names("greeter", "greet").length, one, false);
    Object[] arguments = {"0123456789abcdef"};
    byte[] frame = template.frame(arguments, 0);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int calls = 1000;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < calls; i++) {
      frame = template.frame(arguments, 0);
    }
    long each = (threads.getCurrentThreadAllocatedBytes() - before) / calls;
    // The array's header, and the rounding of its size.
    assertThat(each).isBetween((long) frame.length, frame.length + 32L);
  }
}
