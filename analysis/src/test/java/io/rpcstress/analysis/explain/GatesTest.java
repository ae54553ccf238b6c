package io.rpcstress.analysis.explain;

import static io.rpcstress.measure.RequestMode.TOTAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.explain.Gates.Cost;
import io.rpcstress.analysis.explain.Gates.Source;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class GatesTest {

  private static final Gates GATES = gates(at(990, 10_000, "25.0"), at(10, 10_000, "unknown"));

  @Test
  void theGateOfAThreadCountIsTheCalibrationsMedian() {
    assertThat(millis(GATES, 990, 10_000)).hasValue(25);
    assertThat(millis(GATES, 10, 10_000)).isEmpty();
    assertThat(millis(GATES, 500, 10_000)).isEmpty();
  }

  @Test
  void theRatioWithoutItIsOfWhatIsLeftOfBoth() {
    assertThat(ratioWithout(990, 125, 75).orElseThrow()).isCloseTo(2, within(1e-12));
    assertThat(ratioWithout(990, 125, 25)).as("the gate is all of it").isEmpty();
    assertThat(ratioWithout(10, 125, 75)).as("not calibrated").isEmpty();
  }

  @Test
  void aPointBetweenMeasuredOnesIsOnTheLineBetweenThem() {
    Gates gates =
        gates(at(10, 100, "1.0"), at(10, 500, "2.0"), at(990, 100, "50.0"), at(990, 500, "99.0"));
    assertThat(gates.isEmpty()).isFalse();
    assertThat(gates.at(TOTAL, 10, 100)).hasValue(new Cost(1, Source.MEASURED));
    assertThat(gates.at(TOTAL, 990, 500)).hasValue(new Cost(99, Source.MEASURED));
    assertThat(gates.at(TOTAL, 10, 200)).hasValue(new Cost(1.25, Source.BETWEEN));
    assertThat(gates.at(TOTAL, 500, 100)).hasValue(new Cost(25.5, Source.BETWEEN));
    assertThat(gates.at(TOTAL, 500, 300)).hasValue(new Cost(38, Source.BETWEEN));
  }

  @Test
  void beyondWhatWasMeasuredNothingIsSaid() {
    Gates gates = gates(at(10, 100, "1.0"), at(10, 500, "2.0"), at(990, 100, "50.0"));
    assertThat(gates.at(TOTAL, 9, 100)).isEmpty();
    assertThat(gates.at(TOTAL, 991, 100)).isEmpty();
    assertThat(gates.at(TOTAL, 10, 99)).isEmpty();
    assertThat(gates.at(TOTAL, 10, 501)).isEmpty();
    assertThat(gates.at(TOTAL, 500, 100)).isPresent();
    assertThat(gates.at(TOTAL, 500, 101)).as("990 threads have none above").isEmpty();
  }

  private static OptionalDouble millis(Gates gates, int threads, int requests) {
    return gates.at(TOTAL, threads, requests).stream().mapToDouble(Cost::millis).findFirst();
  }

  private static OptionalDouble ratioWithout(int threads, double aboveMs, double belowMs) {
    return GATES.ratioWithout(TOTAL, threads, 10_000, aboveMs, belowMs);
  }

  private static Fact at(int threads, int calls, String medianMs) {
    return new Fact(
        "calibration", "gatesAt.%d.%d".formatted(threads, calls), medianMs + ", 0.5, 200.0, 10");
  }

  private static Gates gates(Fact... facts) {
    return Gates.of(new Sweep("id", "name", null, null, null, null, List.of(facts)));
  }
}
