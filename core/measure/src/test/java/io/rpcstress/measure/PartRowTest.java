package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartRowTest {

  private static final String HEADER = "part,callsOk,callsNotOk,p50Us,p90Us,p99Us,p999Us,maxUs\n";

  @Test
  void whatIsWrittenIsReadAndUnknownStaysUnknown() {
    List<PartRow> rows =
        List.of(
            new PartRow("read", 90, 1, new Latency(1.5, 2.5, 3.5, 4.5, 5.5)),
            new PartRow("write", 0, 0, Latency.UNKNOWN));
    assertThat(PartRow.csv(rows))
        .isEqualTo(HEADER + "read,90,1,1.500,2.500,3.500,4.500,5.500\nwrite,0,0,,,,,\n");
    assertThat(PartRow.parse(PartRow.csv(rows))).isEqualTo(rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "part,callsOk\n", HEADER + "read,1\n", HEADER + ",1,2,3,4,5,6,7\n"})
  void whatIsNoneIsRefusedByItsLine(String csv) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartRow.parse(csv))
        .withMessageStartingWith("line ");
  }
}
