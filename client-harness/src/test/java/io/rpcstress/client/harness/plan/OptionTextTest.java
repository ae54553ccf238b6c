package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values as options write them. */
class OptionTextTest {
  private static final double PERCENT_OF_ONE = 100;

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "0.000001", "0.0003", "0.07", "1", "2.3", "33.333333", "99.999999", "100"})
  void aShareIsThePercentageThatItWasReadFrom(String percent) {
    double share = Double.parseDouble(percent) / PERCENT_OF_ONE;
    assertThat(OptionText.ofShare(share)).isEqualTo(percent + "%");
  }
}
