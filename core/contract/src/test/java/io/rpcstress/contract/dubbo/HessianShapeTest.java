package io.rpcstress.contract.dubbo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.com.caucho.hessian.io.Hessian2Output;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What passes, of what Dubbo's own Hessian writes, and what does not. */
class HessianShapeTest {

  private static byte[] written(@Nullable Object... values) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Hessian2Output out = new Hessian2Output(bytes);
    for (@Nullable Object value : values) {
      out.writeObject(value);
    }
    out.flush();
    return bytes.toByteArray();
  }

  private static void passes(byte[] message) {
    assertThatCode(() -> HessianShape.check(message, message.length)).doesNotThrowAnyException();
  }

  private static void isRefused(byte[] message) {
    assertThatThrownBy(() -> HessianShape.check(message, message.length))
        .isInstanceOf(MalformedHessianException.class);
  }

  @Test
  void whatACallHasPasses() throws IOException {
    for (int length : new int[] {0, 1, 31, 32, 255, 256, 1023, 1024, 40_000, 70_000}) {
      passes(written("x".repeat(length), "ä".repeat(length), "東".repeat(length)));
    }
    passes(written("\uD83D\uDE00 and \uD83D\uDE00", null, true, false));
    for (int bits = 0; bits < Integer.SIZE; bits++) {
      passes(written(1 << bits, -(1 << bits), (1 << bits) - 1));
      passes(written(1L << bits, -(1L << bits), (1L << (2 * bits)) - 1));
    }
    Map<String, String> attachments = new HashMap<>();
    for (int i = 0; i < 60; i++) {
      attachments.put("key" + i, "value" + i);
    }
    passes(written("2.0.2", attachments));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 100, ListEcho.MAX_ELEMENTS})
  void listsOfItemsPass(int length) throws IOException {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      items.add(new Item(i * 1_000_003L, "n".repeat(i % 65), -i, i % 3 == 0));
    }
    passes(written("echo", items, new HashMap<>()));
  }

  @Test
  void anotherClassIsRefused() throws IOException {
    Properties properties = new Properties();
    properties.put("a", "b");
    isRefused(written(properties));
    isRefused(written(new IllegalArgumentException("x")));
    isRefused(written((Object) new String[] {"a"}));
    isRefused(written((Object) new int[] {1}));
    isRefused(written((Object) new byte[3]));
    isRefused(written(1.5));
    isRefused(written(Arrays.asList("a")));
  }

  @Test
  void listsThatAreTooLongOrTooDeepAreRefused() throws IOException {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i <= ListEcho.MAX_ELEMENTS; i++) {
      list.add(1);
    }
    isRefused(written(list));
    List<Object> deep = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      List<Object> around = new ArrayList<>();
      around.add(deep);
      deep = around;
    }
    isRefused(written(deep));
    Map<Integer, Integer> map = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      map.put(i, i);
    }
    isRefused(written(map));
  }

  @Test
  void whatEndsAmidAValueIsRefused() throws IOException {
    List<Item> items = new ArrayList<>(List.of(new Item(1, "item", 2, true)));
    byte[] whole = written(items);
    for (int length = 1; length < whole.length; length++) {
      isRefused(Arrays.copyOf(whole, length));
    }
  }

  /** Whatever it says, it says it by an exception of its own, and soon. */
  @Test
  void noiseIsRefusedOrPassesAndDoesNothingElse() {
    Random random = new Random(42);
    byte[] start = "C\u001aio.rpcstress.contract.Item".getBytes(UTF_8);
    for (int i = 0; i < 20_000; i++) {
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      if (random.nextBoolean()) {
        System.arraycopy(start, 0, noise, 0, Math.min(start.length, noise.length));
      }
      try {
        HessianShape.check(noise, noise.length);
      } catch (MalformedHessianException refused) {
        // as most are
      }
    }
  }
}
