package io.rpcstress.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StoreTest {
  private final Store store = new Store();

  @Test
  void keepsTheLastValueOfEachKey() {
    assertThat(store.put(bytes("a"), bytes("1"))).isTrue();
    assertThat(store.put(bytes("b"), bytes("2"))).isTrue();
    assertThat(store.put(bytes("a"), bytes("three"))).isTrue();
    assertThat(store.get(bytes("a"))).isEqualTo(bytes("three"));
    assertThat(store.get(bytes("b"))).isEqualTo(bytes("2"));
    assertThat(store.get(bytes("c"))).isNull();
    assertThat(store.keys()).isEqualTo(2);
    assertThat(store.bytes()).isEqualTo(2 * Store.ENTRY_BYTES + 2 + 6);
  }

  @Test
  void aPeerThatInventsKeysFillsNoMoreThanTheBoundAndAGoodOneGoesOn() {
    byte[] good = bytes("good");
    for (int i = 0; i < 200_000; i++) {
      store.put(key(i), new byte[0]);
      if (i % 1000 == 0) {
        assertThat(store.put(good, bytes("v" + i))).isTrue();
        assertThat(store.get(good)).isEqualTo(bytes("v" + i));
      }
    }
    assertThat(store.bytes()).isBetween(Store.MAX_BYTES / 2L, (long) Store.MAX_BYTES);
    assertThat(store.keys()).isLessThan(Store.MAX_BYTES / Store.ENTRY_BYTES);
    assertThat(store.get(key(199_999))).isNotNull();
    assertThat(store.get(key(0))).as("the first is forgotten").isNull();
  }

  @Test
  void longValuesCountAsWhatTheyAre() {
    int keys = 4_000; // half of them take twice what there is
    for (int i = 0; i < keys; i++) {
      store.put(key(i), new byte[i % 2 == 0 ? Put.MAX_VALUE_BYTES : 1]);
    }
    assertThat(store.bytes()).isBetween(Store.MAX_BYTES / 2L, (long) Store.MAX_BYTES);
    assertThat(store.keys()).isLessThan(keys);
    for (int i = 0; i < 2 * keys; i++) { // the second time around there is room for all
      store.put(key(i % keys), new byte[0]);
    }
    assertThat(store.keys()).isEqualTo(keys);
    assertThat(store.bytes()).isEqualTo((long) keys * (Store.ENTRY_BYTES + Integer.BYTES));
  }

  @Test
  void threadsThatPutAtOnceLeaveTheCountRight() throws Exception {
    List<CompletableFuture<Void>> puts = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int thread = t;
      puts.add(
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < 50_000; i++) {
                  store.put(key(i % 3_000), new byte[(i * 7 + thread) % Put.MAX_VALUE_BYTES]);
                }
              }));
    }
    for (CompletableFuture<Void> each : puts) {
      each.get(60, TimeUnit.SECONDS);
    }
    assertThat(store.bytes()).isBetween(0L, (long) Store.MAX_BYTES);
    long kept = 0;
    for (int i = 0; i < 3_000; i++) {
      byte[] value = store.get(key(i));
      kept += value == null ? 0 : Store.ENTRY_BYTES + Integer.BYTES + value.length;
    }
    assertThat(store.bytes()).isEqualTo(kept);
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
