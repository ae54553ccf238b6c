package io.rpcstress.analysis.table;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.rpcstress.measure.AtomicFile;
import io.rpcstress.measure.Column;
import io.rpcstress.measure.RunCsv;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tables below a sweep's folder: Markdown for people; CSV and JSON for programs, which have numbers
 * alone in columns of numbers, described as a Frictionless data package.
 */
public final class TableFiles {

  private static final String FOLDER = "tables";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Markdown is for reading: a table that nobody reads to its end is CSV only. */
  private static final int LONGEST_MARKDOWN_ROWS = 1_000;

  /** What a spreadsheet computes; a number with a sign is none. As in tables.js. */
  private static final Pattern FORMULA = Pattern.compile("[=@\t\r]|[+-](?![0-9.]+(?: |$)).*[(|!]");

  private static final Pattern NO_NAME = Pattern.compile("[^a-z0-9._-]+");

  private TableFiles() {}

  /** Writes tables; a file appears whole or not at all. */
  public static List<Path> write(List<Table> tables, Path sweep) throws IOException {
    Path folder = sweep.resolve(FOLDER);
    List<Path> files = new ArrayList<>();
    for (Table table : tables) {
      files.add(write(folder.resolve(table.id() + ".csv"), csv(table)));
      files.add(write(folder.resolve(table.id() + ".json"), json(table)));
      Path markdown = folder.resolve(table.id() + ".md");
      if (table.entries().size() <= LONGEST_MARKDOWN_ROWS) {
        files.add(write(markdown, markdown(table)));
      } else {
        Files.deleteIfExists(markdown); // of an earlier, shorter sweep
      }
    }
    files.add(write(folder.resolve("datapackage.json"), dataPackage(tables)));
    return files;
  }

  /**
   * A table as CSV: header and rows, without title and notes. A text that a spreadsheet would take
   * for a formula has an apostrophe before it.
   */
  public static String csv(Table table) {
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(table.fields().stream().map(Column::name).toList());
      table.values().forEach(row -> csv.writeRecord(row.stream().map(TableFiles::plain).toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    return text.toString();
  }

  private static String plain(Object cell) {
    String text = Numbers.text(cell);
    return cell instanceof String && FORMULA.matcher(text).lookingAt() ? "'" + text : text;
  }

  /**
   * A table as JSON: an object with {@code title}, {@code columns}, {@code rows} (an array each)
   * and {@code notes}. A number that is unknown is null.
   */
  public static String json(Table table) {
    ObjectNode root = JSON.createObjectNode();
    root.put("title", table.title());
    List<Column> fields = table.fields();
    ArrayNode columns = root.putArray("columns");
    fields.forEach(field -> columns.add(field.name()));
    ArrayNode rows = root.putArray("rows");
    for (List<Object> values : table.values()) {
      ArrayNode row = rows.addArray();
      for (int i = 0; i < values.size(); i++) {
        String text = Numbers.text(values.get(i));
        if (fields.get(i).type() == Column.Type.STRING) {
          row.add(text);
        } else if (text.isEmpty()) {
          row.addNull();
        } else {
          row.add(new BigDecimal(text));
        }
      }
    }
    table.notes().forEach(root.putArray("notes")::add);
    return JSON.writeValueAsString(root) + "\n";
  }

  /**
   * What the CSV files hold: a Frictionless data package with a schema for each, and beside them
   * the columns of raw files.
   */
  private static String dataPackage(List<Table> tables) {
    ObjectNode root = JSON.createObjectNode();
    root.put("profile", "tabular-data-package").put("name", "tables");
    ArrayNode resources = root.putArray("resources");
    for (Table table : tables) {
      ObjectNode resource = resources.addObject();
      resource.put("name", NO_NAME.matcher(table.id().toLowerCase(Locale.ROOT)).replaceAll("-"));
      resource.put("path", table.id() + ".csv").put("profile", "tabular-data-resource");
      resource.put("title", table.title()).put("description", String.join("\n", table.notes()));
      resource.put("format", "csv").put("mediatype", "text/csv").put("encoding", "utf-8");
      ArrayNode fields = resource.putObject("schema").putArray("fields");
      table.fields().forEach(column -> describe(column, fields.addObject()));
    }
    ArrayNode raw = root.putArray("rawColumns");
    RunCsv.COLUMNS.forEach(column -> describe(column, raw.addObject()));
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
  }

  private static void describe(Column column, ObjectNode field) {
    field.put("name", column.name());
    field.put("type", column.type().name().toLowerCase(Locale.ROOT));
    known(field, "unit", column.unit());
    known(field, "description", column.meaning());
  }

  private static void known(ObjectNode field, String name, String text) {
    if (!text.isEmpty()) {
      field.put(name, text);
    }
  }

  public static String markdown(Table table) {
    StringBuilder text = new StringBuilder();
    text.append("## ").append(table.title()).append("\n\n");
    if (table.entries().isEmpty()) {
      text.append("None.\n");
    } else {
      text.append(grid(table));
    }
    for (String note : table.notes()) {
      text.append("\n- ").append(note);
    }
    return text.append("\n").toString();
  }

  public static String grid(Table table) {
    StringBuilder text = new StringBuilder();
    line(text, table.header());
    line(text, table.header().stream().map(h -> "---").toList());
    table.rows().forEach(row -> line(text, row));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append(
        cells.stream().map(TableFiles::escaped).collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  /**
   * A text that others chose, for a place in Markdown: it stays on its line, and within the cell of
   * a table, and is not taken for markup.
   */
  public static String escaped(String text) {
    return text.replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("*", "\\*")
        .replace("<", "&lt;")
        .replaceAll("\\R", " ");
  }

  static Path write(Path file, String text) throws IOException {
    AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    return file;
  }
}
