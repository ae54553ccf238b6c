package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceRowTest {

  private static final String HEADER = "service,callsServed,cpuMs,ctxSwitches,rssKb\n";

  @Test
  void whatIsWrittenIsReadAndUnknownStaysUnknown() {
    List<ServiceRow> rows =
        List.of(
            new ServiceRow("order", 10L, 12.5, 40L, 90_000L, 8.25),
            new ServiceRow("customer+shipping", null, null, null, null, null));
    assertThat(ServiceRow.csv(rows))
        .isEqualTo(
            HEADER.strip() + ",workMs\norder,10,12.500,40,90000,8.250\ncustomer+shipping,,,,,\n");
    assertThat(ServiceRow.parse(ServiceRow.csv(rows))).isEqualTo(rows);
  }

  @Test
  void columnsAreFoundByTheirNamesAndTheLastOneMayBeMissing() {
    assertThat(
            ServiceRow.parse("new,rssKb,service,callsServed,cpuMs,ctxSwitches\nx,5,order,1,2,3\n"))
        .containsExactly(new ServiceRow("order", 1L, 2.0, 3L, 5L, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "service,cpuMs\n",
        HEADER + "order,1,2\n",
        HEADER + "order,one,2,3,4\n",
        HEADER + "Order,1,2,3,4\n"
      })
  void whatIsNoneIsRefusedByItsLine(String csv) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServiceRow.parse(csv))
        .withMessageStartingWith("line ");
  }

  @Test
  void moreRowsThanServicesCanBeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServiceRow.parse(HEADER + "order,1,2,3,4\n".repeat(65)))
        .withMessageContaining("at most 64 rows");
  }
}
