package io.rpcstress.contract.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SerialObjectsTest {
  private static List<Item> items(int elements) {
    return ListEcho.OPERATION.request("elements=" + elements);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 100, 10_000})
  void listsComeBackAsTheyWent(int elements) throws Exception {
    List<Item> request = items(elements);
    List<Item> read = SerialObjects.items(SerialObjects.of(request));
    assertThat(ListEcho.OPERATION.isAnswer(request, read)).isTrue();
  }

  @Test
  void theLongestNamesOfTheLongestListFit() throws Exception {
    List<Item> longest = new ArrayList<>();
    for (int i = 0; i < ListEcho.MAX_ELEMENTS; i++) {
      // Two bytes each, and no two the same object.
      longest.add(new Item(i, "ä".repeat(ListEcho.MAX_NAME_BYTES / 2 - 3) + (10_000 + i), i, true));
    }
    assertThat(SerialObjects.items(SerialObjects.of(longest))).isEqualTo(longest);
    String name = Greeting.name(Greeting.MAX_NAME_BYTES);
    assertThat(SerialObjects.text(SerialObjects.of(name))).isEqualTo(name);
  }

  static Stream<Arguments> hostile() {
    return HostileObjects.all().entrySet().stream()
        .map(each -> Arguments.of(each.getKey(), each.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void whatIsNotExpectedIsRefusedAndNothingOfItRuns(String what, byte[] hostile) {
    assertThatExceptionOfType(RefusedObjectException.class)
        .isThrownBy(() -> SerialObjects.items(hostile));
    assertThat(HostileObjects.EXECUTED).as(what).hasValue(0);
  }

  @Test
  void aListOfOtherThingsIsNoListOfItems() {
    for (Object element : Arrays.asList("text", null)) {
      ArrayList<Object> list = new ArrayList<>();
      list.add(element);
      assertThatExceptionOfType(RefusedObjectException.class)
          .isThrownBy(() -> SerialObjects.items(HostileObjects.of(list)))
          .withMessageContaining("no item");
    }
    assertThatExceptionOfType(RefusedObjectException.class)
        .isThrownBy(() -> SerialObjects.items(SerialObjects.of("text")))
        .withMessageContaining("no list");
    assertThatExceptionOfType(RefusedObjectException.class)
        .isThrownBy(() -> SerialObjects.text(SerialObjects.of(items(1))))
        .withMessageContaining("no text");
  }
}
