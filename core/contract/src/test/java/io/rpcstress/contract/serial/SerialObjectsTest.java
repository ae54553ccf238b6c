package io.rpcstress.contract.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SerialObjectsTest {
  private final SerialObjects objects = new SerialObjects(Bounds.DEFAULTS);

  private static List<Item> items(int elements) {
    return ListEcho.OPERATION.request("elements=" + elements);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 100, 10_000})
  void listsComeBackAsTheyWent(int elements) throws Exception {
    List<Item> asked = items(elements);
    List<Item> read = objects.items(objects.of(asked));
    assertThat(ListEcho.OPERATION.isAnswer(asked, read)).isTrue();
  }

  @Test
  void theLongestNamesOfTheLongestListFit() throws Exception {
    List<Item> longest = new ArrayList<>();
    for (int i = 0; i < ListEcho.MAX_ELEMENTS; i++) {
      // Two bytes each, and no two the same object.
      longest.add(new Item(i, "ä".repeat(ListEcho.MAX_NAME_BYTES / 2 - 3) + (10_000 + i), i, true));
    }
    assertThat(objects.items(objects.of(longest))).isEqualTo(longest);
    String name = Greeting.name(Greeting.MAX_NAME_BYTES);
    assertThat(objects.text(objects.of(name))).isEqualTo(name);
  }

  static Stream<Arguments> hostile() {
    return HostileObjects.all().entrySet().stream()
        .map(each -> Arguments.of(each.getKey(), each.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void whatIsNotExpectedIsRefusedByNameAndNothingOfItRuns(
      String what, HostileObjects.Refused hostile) {
    assertThatExceptionOfType(RefusedObjectException.class)
        .isThrownBy(() -> objects.items(hostile.stream()))
        .withMessageContaining(hostile.word())
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400).doesNotContain("\n"));
    assertThat(HostileObjects.EXECUTED).as(what).hasValue(0);
  }

  @Test
  void aClassThatAPeerNamesIsNotLoaded() {
    byte[] stream = HostileObjects.of(new NeverLoaded());
    String name = NeverLoaded.class.getName();
    byte[] other =
        new String(stream, java.nio.charset.StandardCharsets.ISO_8859_1)
            .replace(name, name.replace("NeverLoaded", "NotSoLoaded"))
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    assertThatExceptionOfType(RefusedObjectException.class)
        .isThrownBy(() -> objects.text(other))
        // Had it been looked for, it would say that there is none.
        .withMessageStartingWith(
            "the class " + name.replace("NeverLoaded", "NotSoLoaded") + ": only");
  }

  private static final class NeverLoaded implements java.io.Serializable {
    private static final long serialVersionUID = 1;
  }

  @Test
  void aListOfOtherThingsIsNoListOfItems() {
    for (Object element : Arrays.asList("text", null)) {
      ArrayList<Object> list = new ArrayList<>();
      list.add(element);
      assertThatExceptionOfType(RefusedObjectException.class)
          .isThrownBy(() -> objects.items(HostileObjects.of(list)))
          .withMessageContaining("no item");
    }
    assertThatExceptionOfType(RefusedObjectException.class)
        .isThrownBy(() -> objects.items(objects.of("text")))
        .withMessageContaining("no list");
    assertThatExceptionOfType(RefusedObjectException.class)
        .isThrownBy(() -> objects.text(objects.of(items(1))))
        .withMessageContaining("no text");
  }

  @Test
  void whatComesBehindTheObjectIsRefused() {
    byte[] one = objects.of("Ada");
    byte[] more = Arrays.copyOf(one, one.length + 1);
    assertThatExceptionOfType(RefusedObjectException.class)
        .isThrownBy(() -> objects.text(more))
        .withMessageContaining("behind the object");
    assertThatExceptionOfType(RefusedObjectException.class)
        .isThrownBy(() -> objects.text(Arrays.copyOf(one, one.length - 1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "depth=1        | a depth of 2: at most 1",
        "references=20  | references: at most 20",
        "array=9        | an array of 10 elements: at most 9",
        "bytes=100      | bytes: at most 100",
      })
  void boundsBelowWhatThePayloadNeedsAreSaidInOneLine(String bounds, String why) {
    SerialObjects tight = new SerialObjects(Bounds.parse(bounds));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tight.requireRoomFor(ListEcho.OPERATION, items(10)))
        .withMessageContaining("RPC_STRESS_JAVA_BOUNDS")
        .withMessageContaining(bounds.strip())
        .withMessageContaining("list-echo elements=10")
        .withMessageContaining(why)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    assertThatCode(() -> objects.requireRoomFor(ListEcho.OPERATION, items(10_000)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"depth", "depth=", "depth=-1", "deep=8", "depth=8;array=1", "array=1e3", ""})
  void whatIsNoBoundsIsSaidInOneLine(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bounds.parse(text))
        .withMessageContaining("'" + text + "'")
        .withMessageContaining("depth=8,references=40000,array=10000,bytes=");
    assertThat(Bounds.parse(Bounds.DEFAULTS.toString())).isEqualTo(Bounds.DEFAULTS);
  }
}
