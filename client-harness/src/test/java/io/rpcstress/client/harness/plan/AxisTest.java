package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the axes of a grid are written. */
class AxisTest {

  @Test
  void theEndIsIncludedWhereAStepLandsOnIt() {
    assertThat(Axis.parse("10:990:10").size()).isEqualTo(99);
    assertThat(Axis.parse("10:990:10").value(98)).isEqualTo(990);
    assertThat(Axis.parse("10:25:10").value(1)).isEqualTo(20);
    assertThat(Axis.parse("10:25:10").size()).isEqualTo(2);
  }

  @Test
  void aListIsSortedAndHasNoDoubles() {
    Axis axis = Axis.parse("100,10,100,990");
    assertThat(axis.size()).isEqualTo(3);
    assertThat(axis.value(0)).isEqualTo(10);
  }

  @Test
  void anOpenEndGoesOn() {
    Axis axis = Axis.parse("10::10");
    assertThat(axis.isOpenEnded()).isTrue();
    assertThat(axis.value(99_999)).isEqualTo(1_000_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "0", "-1", "10:5:1", "10:20", "1:2:0", "1:2:3:4", ":1:1", "1,,2"})
  void anythingElseIsRefusedInOneLine(String text) {
    assertThatThrownBy(() -> Axis.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("FROM:TO:STEP");
  }
}
