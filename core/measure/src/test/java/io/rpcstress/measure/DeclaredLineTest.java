package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeclaredLineTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate=1mbit | 1 | ",
        "rate=256kbit | 0.256 | ",
        "rate=1.5gbit,rtt=20ms | 1500 | 20000",
        "rtt=100us,loss=0.5% |  | 100",
        "rate=1mbit,loss=1% | 1 | ",
        "rtt=20ms,jitter=2ms,loss=0.1% |  | 20000",
        "loss=1% |  | "
      })
  void theWordsAreThoseOfTheLab(String words, Double mbps, Double micros) {
    DeclaredLine line = DeclaredLine.of(words);
    assertThat(line.rateMbps()).isEqualTo(optional(mbps));
    assertThat(line.roundTripUs()).isEqualTo(optional(micros));
    assertThat(Dimension.LINE.canonical(words)).isEqualTo(words);
  }

  private static OptionalDouble optional(Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",rtt=20ms",
        "rate=1mbit,",
        "rate=1mbitrtt=20ms",
        "rate=0mbit",
        "rate=1",
        "1mbit",
        "rtt=20ms,rate=1mbit",
        "rate=1mbit,rate=2mbit",
        "loss=5",
        "jitter=2ms",
        "rtt=20ms,loss=1%,jitter=2ms",
        "rtt=20ms,jitter=2",
        "speed=1mbit",
        "rate=../mbit"
      })
  void anythingElseIsRefusedWithWhatIsExpected(String words) {
    assertThatThrownBy(() -> DeclaredLine.of(words))
        .hasMessage("line '%s': %s expected".formatted(words, DeclaredLine.EXPECTED));
  }

  @ParameterizedTest
  @CsvSource({"0.954, true", "1.099, true", "0.899, false", "1.101, false", "1000, false"})
  void aRateHoldsWithinATenth(double measured, boolean holds) {
    DeclaredLine line = DeclaredLine.of("rate=1mbit");
    assertThat(line.rateProblem("from A to B", OptionalDouble.of(measured)).isEmpty())
        .isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource({"18000, true", "22500, true", "17999, false", "22501, false", "40, false"})
  void aRoundTripHoldsWithinATenthAndWhatSoftwareAdds(double measured, boolean holds) {
    DeclaredLine line = DeclaredLine.of("rtt=20ms");
    assertThat(line.roundTripProblem(OptionalDouble.of(measured)).isEmpty()).isEqualTo(holds);
  }

  @Test
  void whatWasDeclaredAndCouldNotBeMeasuredIsAProblemAndWhatWasNotDeclaredIsNone() {
    DeclaredLine line = DeclaredLine.of("rate=1mbit");
    assertThat(line.rateProblem("from A to B", OptionalDouble.empty()))
        .isEqualTo("its rate from A to B could not be measured");
    assertThat(line.roundTripProblem(OptionalDouble.empty())).isEmpty();
    assertThat(line.rateProblem("from B to A", OptionalDouble.of(0.5)))
        .isEqualTo("its rate from B to A is 0.500 Mbit/s, declared are 1.000");
  }
}
