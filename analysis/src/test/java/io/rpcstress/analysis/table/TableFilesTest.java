package io.rpcstress.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A table as files: what others wrote into a cell stays text. */
class TableFilesTest {

  private static final Table TABLE =
      new Table(
          "one",
          "One",
          List.of("said", "number"),
          List.of(
              List.of("=HYPERLINK(\"x\")|<img", "-1.5"),
              List.of("+cmd|' /C calc'!A0", "+3"),
              List.of("@SUM(1)", "-")),
          List.of());

  @Test
  void aSpreadsheetComputesNothingFromCsvAndNumbersStayNumbers() {
    assertThat(TableFiles.csv(TABLE))
        .isEqualTo(
            """
            said,number
            "'=HYPERLINK(""x"")|<img",-1.5
            '+cmd|' /C calc'!A0,+3
            '@SUM(1),-
            """);
  }

  @Test
  void markdownHasNeitherCellsNorTagsOfIts() {
    assertThat(TableFiles.markdown(TABLE)).contains("| =HYPERLINK(\"x\")\\|&lt;img | -1.5 |");
  }
}
