package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.experiment.ExperimentSections;
import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.figure.MadeUpSweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.AnswerTable;
import io.rpcstress.analysis.table.Table;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
    "latency-percentiles, latency, latency",
    "answer-steady, answer, answer-steady"
  })
  void aFigureNamesTheTableOfItsNumbers(String name, String group, String table) {
    Figure figure = new Figure(name, group, "title", "alt", 1, 1, "<svg/>");

    assertThat(Fragments.figure(figure, true).numbers()).isEqualTo(table);
  }

  @ParameterizedTest
  @CsvSource({
    "openfeign@tuned / rpcx, ratio-to-rpcx",
    "grpc / tcp@multiplexed, ratio-to-tcp-multiplexed",
    "grpc (total) / rpcx (total), ratio-to-rpcx-total",
    "grpc (per-thread) / rpcx (per-thread), ratio-to-rpcx-per-thread",
    "'grpc put key=64,value=512 / rpcx put key=64,value=512', 'ratio-to-rpcx put key=64,value=512'"
  })
  void aFigureOfRatiosNamesTheTableOfItsBaseline(String series, String table) {
    Figure figure =
        new Figure(
            "ratio-one-to-other",
            "ratio",
            series + ": ratio of average runtimes (above 1, it is faster)",
            "alt",
            1,
            1,
            "<svg/>");

    assertThat(Fragments.figure(figure, true).numbers()).isEqualTo(table);
  }

  /** A figure whose table is not there is a dead end. */
  @Test
  void everyFigureOfASweepHasItsTable() {
    SweepData data = MadeUpSweep.small();
    FigureBook book = new FigureBook();
    Set<String> tables =
        Stream.concat(
                ExperimentSections.allTables(data).stream(),
                AnswerTable.of(book.findings(data).overviews()).stream())
            .map(Table::id)
            .collect(Collectors.toSet());

    assertThat(book.of(data))
        .isNotEmpty()
        .allSatisfy(
            figure -> assertThat(tables).contains(Fragments.figure(figure, true).numbers()));
  }
}
