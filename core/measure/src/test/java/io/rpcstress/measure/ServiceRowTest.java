package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceRowTest {

  private static final String HEADER = "service,callsServed,cpuUs,ctxSwitches,rssBytes,workUs\n";

  @Test
  void whatIsWrittenIsReadAndUnknownStaysUnknown() {
    List<ServiceRow> rows =
        List.of(
            new ServiceRow("order", 10L, 12.5, 40L, 90_000L, 8.25),
            new ServiceRow("customer+shipping", null, null, null, null, null));
    assertThat(ServiceRow.csv(rows))
        .isEqualTo(HEADER + "order,10,12500,40,92160000,8250\ncustomer+shipping,,,,,\n");
    assertThat(ServiceRow.parse(ServiceRow.csv(rows))).isEqualTo(rows);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "service,cpuUs\n",
        HEADER + "order,1,2\n",
        HEADER + "order,one,2,3,4,5\n",
        HEADER + "Order,1,2,3,4,5\n"
      })
  void whatIsNoneIsRefusedByItsLine(String csv) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServiceRow.parse(csv))
        .withMessageStartingWith("line ");
  }
}
