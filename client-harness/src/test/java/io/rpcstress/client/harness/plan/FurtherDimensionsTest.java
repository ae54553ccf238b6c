package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dimensions that this program does not declare: {@link Tide} does, for the tests. */
class FurtherDimensionsTest {

  private static FurtherDimensions given(String... words) {
    return new FurtherDimensions(List.of(words));
  }

  @Test
  void severalValuesMakeAPlaceEach() {
    assertThat(given("tide=none", "tide=spring", "rowers=2").all())
        .extracting(Dimensions::toString)
        .containsExactly("rowers=2", "tide=spring;rowers=2");
    assertThat(given("tide=spring", "tide=spring").only())
        .as("one that is named twice is one")
        .isEqualTo(Dimensions.NONE.with(Tide.TIDE, "spring"));
    assertThat(FurtherDimensions.NONE.all()).containsExactly(Dimensions.NONE);
    assertThatThrownBy(given("tide=none", "tide=spring")::only)
        .isInstanceOf(Misuse.class)
        .hasMessageContaining("one value of each expected here; a sweep takes several");
  }

  @Test
  void aContendersOwnAreFoundAgain() {
    Dimensions own = Dimensions.NONE.with(Dimension.PATH, "haproxy").with(Tide.TIDE, "spring");

    assertThat(FurtherDimensions.of(own).options()).containsExactly("--dimension", "tide=spring");
    assertThat(FurtherDimensions.without(own))
        .isEqualTo(Dimensions.NONE.with(Dimension.PATH, "haproxy"));
    assertThat(FurtherDimensions.of(FurtherDimensions.without(own)).options()).isEmpty();
    Calls calls =
        CallsTest.calls("example", Map.of(), Map.of()).in(given("tide=none", "tide=spring"));
    assertThat(calls.of(own.with(Dimension.PATH, "direct")).words())
        .endsWith("--dimension", "tide=spring");
    assertThat(calls.words()).endsWith("--dimension", "tide=none,tide=spring");
    assertThat(calls.directly().words()).doesNotContain("--dimension");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tide | --dimension 'tide': NAME=VALUE expected",
        "=spring | --dimension '=spring': NAME=VALUE expected",
        "tidy=spring | --dimension 'tidy': did you mean 'tide'? valid: tide, rowers, ebb",
        "tide=High | --dimension: tide 'High': lower-case letters, digits and dashes expected",
        "rowers=0 | --dimension: rowers '0': a whole number, 1 to 999999999 expected",
        "path=haproxy | --dimension path: it is one of this program's own, which have options of",
      })
  void whatIsNoneIsRefusedByName(String word, String message) {
    assertThatThrownBy(given(word)::all).isInstanceOf(Misuse.class).hasMessageStartingWith(message);
  }

  @Test
  void tooManyPlacesAreRefused() {
    String[] words =
        IntStream.rangeClosed(1, 65).mapToObj(i -> "rowers=" + i).toArray(String[]::new);
    assertThatThrownBy(given(words)::all).hasMessageContaining("more than 64 places");
  }

  @Test
  void oneOfATimedLoopIsRefusedElsewhere() {
    Calls calls = CallsTest.calls("example", Map.of(), Map.of()).in(given("ebb=2s"));
    assertThatThrownBy(() -> PointPlans.closed(calls, ClosedRuns.ONE, List.of("tcp"), 1, 1))
        .isInstanceOf(Misuse.class)
        .hasMessage("--dimension: ebb belongs to a timed loop");
  }
}
