package io.rpcstress.analysis.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatesTest {

  private static final Gates GATES =
      Gates.of(
          new Sweep(
              "id",
              "name",
              null,
              null,
              null,
              null,
              List.of(
                  new Fact("calibration", "gates.990.medianMs", "25.0"),
                  new Fact("calibration", "gates.990.requests", "10000"),
                  new Fact("calibration", "gates.10.medianMs", "unknown"))));

  @Test
  void theGateOfAThreadCountIsTheCalibrationsMedian() {
    assertThat(GATES.at(990)).hasValue(25);
    assertThat(GATES.at(10)).isEmpty();
    assertThat(GATES.at(500)).isEmpty();
  }

  @Test
  void theRatioWithoutItIsOfWhatIsLeftOfBoth() {
    assertThat(GATES.ratioWithout(990, 125, 75).orElseThrow()).isCloseTo(2, within(1e-12));
    assertThat(GATES.ratioWithout(990, 125, 25)).as("the gate is all of it").isEmpty();
    assertThat(GATES.ratioWithout(10, 125, 75)).as("not calibrated").isEmpty();
  }
}
