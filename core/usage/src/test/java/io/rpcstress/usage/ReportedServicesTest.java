package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportedServicesTest {

  @Test
  void whatIsWrittenIsRead() {
    ReportedServices order =
        new ReportedServices(
            List.of("order"), Map.of("product", "10.0.0.5:10201", "customer", "[::1]:10401"));
    assertThat(ReportedServices.parse(order.toText())).isEqualTo(order);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "peer product 10.0.0.5:1", "role Order", "role order\npeer x", "<html>"})
  void whatIsNoneIsRefusedInOneLine(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReportedServices.parse(text))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(200));
  }
}
