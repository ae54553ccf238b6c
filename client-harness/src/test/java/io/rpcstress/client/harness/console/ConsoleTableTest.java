package io.rpcstress.client.harness.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.client.harness.console.ConsoleTable.Column;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ConsoleTableTest {

  private static final ConsoleTable TABLE =
      new ConsoleTable(
          Column.words("floor", 8),
          Column.number("calls/s", 10),
          Column.number("p50", "us", 9),
          Column.remark());

  @Test
  void wordsStandLeftAndNumbersRightBelowTheirUnits() {
    assertThat(
            printed(
                out -> {
                  TABLE.header(out);
                  TABLE.row(out, "tcp", ConsoleTable.grouped(12345.6, 1), 7, "holds");
                }))
        .isEqualTo(
            """
            floor       calls/s    p50 us \s
            tcp        12,345.6         7  holds
            """);
  }

  @Test
  void anUnknownNumberIsEmptyAndALongCellIsWhole() {
    assertThat(
            printed(
                out ->
                    TABLE.row(out, "a-long-name", ConsoleTable.number(null, 1), "> deadline", "")))
        .isEqualTo("a-long-name            > deadline  \n");
  }

  @Test
  void numbersAreTheSameInEveryCountry() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(ConsoleTable.number(1234.5, 3)).isEqualTo("1234.500");
      assertThat(ConsoleTable.grouped(1234.5, 0)).isEqualTo("1,235");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aRowHasACellForEachColumn() {
    assertThatThrownBy(() -> printed(out -> TABLE.row(out, "tcp")))
        .hasMessageContaining("1 cells where 4 are expected");
  }

  private static String printed(Consumer<PrintStream> table) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    table.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
