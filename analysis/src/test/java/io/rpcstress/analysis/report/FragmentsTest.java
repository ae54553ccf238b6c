package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.figure.Figure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FragmentsTest {

  @ParameterizedTest
  @CsvSource({
    "over-threads-warm, threads, warm",
    "over-threads-warm-1, threads, warm",
    "over-threads-steady-1, threads, steady",
    "over-threads-first-seconds-2, threads, technologies",
    "latency-warm-2, latency, warm",
    "latency-percentiles, latency, latency"
  })
  void aFigureNamesTheTableOfItsNumbers(String name, String group, String table) {
    Figure figure = new Figure(name, group, "title", "alt", 1, 1, "<svg/>");

    assertThat(Fragments.figure(figure, true).numbers()).isEqualTo(table);
  }
}
