package io.rpcstress.rpcx.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.ValueCodec;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A request's bytes from the template are those of the generated code. */
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
  void everyRequestIsTheSameToTheByte() {
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
      byte[] byHand =
          new RequestTemplate(service, "m", codecs, oneWay).frame(id, arguments, deadline);
      byte[] generated =
          new RequestMessage(service, "m", codecs, oneWay).frame(id, arguments, Map.of(), deadline);
      assertThat(byHand).as("case " + i).isEqualTo(generated);
      long another = random.nextLong() | 1;
      RequestTemplate.changeId(byHand, another);
      assertThat(byHand)
          .isEqualTo(
              new RequestMessage(service, "m", codecs, oneWay)
                  .frame(another, arguments, Map.of(), deadline));
    }
  }

  @Test
  void aCallWithoutArgumentsIsTheSame() {
    ValueCodec[] none = {};
    assertThat(new RequestTemplate("s", "m", none, false).frame(5, null, 0))
        .isEqualTo(new RequestMessage("s", "m", none, false).frame(5, null, Map.of(), 0));
  }

  @Test
  void aGreetingTakesItsFrameAndNothingMore() {
    ValueCodec[] one = {new Codecs().of(String.class)};
    RequestTemplate template = new RequestTemplate("greeter", "greet", one, false);
    Object[] arguments = {"0123456789abcdef"};
    byte[] frame = template.frame(1, arguments, 0);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int calls = 1000;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < calls; i++) {
      frame = template.frame(i + 1, arguments, 0);
    }
    long each = (threads.getCurrentThreadAllocatedBytes() - before) / calls;
    // The array's header, and the rounding of its size.
    assertThat(each).isBetween((long) frame.length, frame.length + 32L);
  }
}
