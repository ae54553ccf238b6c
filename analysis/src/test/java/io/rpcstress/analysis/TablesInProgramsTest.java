package io.rpcstress.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What programs read in the tables of published sweeps: numbers in columns of numbers. */
@Tag("long")
class TablesInProgramsTest {

  private static final Path PROGRAMS = Path.of("src/test/resources/programs");

  @TempDir static Path folder;

  private static Path numbers;

  @BeforeAll
  static void tables() throws IOException {
    numbers = folder.resolve("numbers.csv");
    try (CsvWriter csv = CsvWriter.builder().build(numbers)) {
      for (String archive : List.of("paper-1mbit", "rates", "order-chain")) {
        String zip = archive + ".zip";
        Path copy = Files.copy(Path.of("../results/published", zip), folder.resolve(zip));
        for (String step : List.of("import", "clean", "tables")) {
          CommandLine commandLine = Analysis.commandLine();
          commandLine.setErr(new PrintWriter(Writer.nullWriter()));
          assertThat(commandLine.execute(step, copy.toString())).isZero();
        }
        list(folder.resolve(archive).resolve("tables"), csv);
      }
    }
  }

  /** A row for each column of numbers that has any. */
  private static void list(Path tables, CsvWriter csv) throws IOException {
    JsonNode all =
        JsonMapper.shared().readTree(tables.resolve("datapackage.json")).get("resources");
    for (JsonNode table : all) {
      Path file = tables.resolve(table.get("path").asString());
      List<CsvRecord> rows = records(file);
      List<String> names = new ArrayList<>();
      for (JsonNode field : table.get("schema").get("fields")) {
        int at = names.size();
        names.add(field.get("name").asString());
        assertThat(field.path("description").asString())
            .as("%s: %s", file, names.get(at))
            .isNotEmpty();
        boolean isKnown = rows.stream().skip(1).anyMatch(row -> !row.getField(at).isEmpty());
        if (isKnown && !field.get("type").asString().equals("string")) {
          csv.writeRecord(file.toString(), names.get(at), field.get("type").asString());
        }
      }
      assertThat(rows.get(0).getFields()).as("%s", file).isEqualTo(names).doesNotHaveDuplicates();
    }
  }

  private static List<CsvRecord> records(Path file) throws IOException {
    try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(file)) {
      return reader.stream().toList();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "python3, csv, strict.py",
    "python3, pandas, frames.py",
    "python3, duckdb, sql.py",
    "Rscript, , frames.R"
  })
  void everyColumnOfNumbersIsOneOfNumbers(String program, String library, String script)
      throws Exception {
    assumeTrue(
        run(program, library == null ? "--version" : "-c", "import " + library).exitCode() == 0,
        "not installed: " + (library == null ? program : library));

    Ran found = run(program, PROGRAMS.resolve(script).toString(), numbers.toString());

    assertThat(found.printed()).isEmpty();
    assertThat(found.exitCode()).isZero();
  }

  private record Ran(int exitCode, String printed) {}

  private static Ran run(String... command) throws InterruptedException {
    try {
      Path printed = Files.createTempFile(folder, "printed", ".txt");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(printed.toFile())
              .start();
      return new Ran(process.waitFor(), Files.readString(printed));
    } catch (IOException e) {
      return new Ran(-1, e.toString()); // there is no such program
    }
  }
}
