package io.rpcstress.analysis.report;

import io.rpcstress.analysis.answer.OfferedLabels;
import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Groups;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.report.PageViews.CellView;
import io.rpcstress.analysis.report.PageViews.GroupView;
import io.rpcstress.analysis.report.PageViews.TableView;
import io.rpcstress.analysis.report.PageViews.TablesView;
import io.rpcstress.analysis.report.PageViews.TextPart;
import io.rpcstress.analysis.table.CellNotes;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Column;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The page's parts, as its templates take them. */
final class Fragments {

  /** A longer table would make the page slow; its numbers are in the explorer and in a file. */
  private static final int ROWS_IN_PAGE = 1_000;

  /** The style of the first screen's tables, which scroll and are never folded. */
  static final String COMPACT = "compact";

  static final String ANSWER = "answer";

  /** The columns whose cells are flags, with spaces between. */
  private static final Set<String> FLAG_COLUMNS = Set.of("flags", "contradictions");

  /** Marks that a page explains. */
  private static final Pattern MARKS = Pattern.compile("[*!^#~<]+");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private Fragments() {}

  static List<String> technologies(SweepData data, Function<Series, String> what) {
    return data.measured().stream().map(what).distinct().toList();
  }

  /** Tables below each other; a note that several of them have stands once, before them. */
  static TablesView tables(List<Table> tables) {
    Map<String, Long> count =
        tables.stream()
            .filter(t -> t.entries().size() <= ROWS_IN_PAGE)
            .flatMap(t -> t.notes().stream().distinct())
            .collect(
                Collectors.groupingBy(
                    Function.identity(), LinkedHashMap::new, Collectors.counting()));
    List<String> shared =
        count.entrySet().stream().filter(e -> e.getValue() > 1).map(Map.Entry::getKey).toList();
    return new TablesView(shared, tables.stream().map(each -> without(shared, each)).toList());
  }

  private static TableView without(List<String> shared, Table table) {
    List<String> own = table.notes().stream().filter(n -> !shared.contains(n)).toList();
    return new TableView(
        new Table(table.id(), table.title(), table.headings(), table.entries(), own),
        null,
        table.entries().size() > ROWS_IN_PAGE);
  }

  /** A table of numbers, in a box that scrolls by itself, folded where it is long. */
  static TableView table(Table table, @Nullable String style) {
    return new TableView(table, style, false);
  }

  /** What programs call its numbers, where these are others or have marks: JSON; else null. */
  static @Nullable String fields(Heading heading) {
    List<String> fields = heading.fields().stream().map(Column::name).toList();
    return fields.equals(List.of(heading.name())) ? null : JSON.writeValueAsString(fields);
  }

  /** A number's marks, and a row's flags, become one mark that says its reason when pointed at. */
  static CellView cell(Heading heading, Entry entry) {
    String text = entry.text(heading.joint());
    if (FLAG_COLUMNS.contains(heading.name()) && !text.isEmpty()) {
      return new CellView(text, "", text.split(" ", -1).length);
    }
    return entry.isNumber() && MARKS.matcher(entry.marks()).matches()
        ? new CellView(text, entry.marks(), 0)
        : new CellView(text + entry.marks(), "", 0);
  }

  /** A sentence; what stands in backticks is code. */
  static List<TextPart> parts(String raw) {
    List<TextPart> parts = new ArrayList<>();
    Matcher code = CODE.matcher(raw);
    int from = 0;
    while (code.find()) {
      parts.add(new TextPart(raw.substring(from, code.start()), false));
      parts.add(new TextPart(code.group(1), true));
      from = code.end();
    }
    parts.add(new TextPart(raw.substring(from), false));
    return parts;
  }

  /** What marks alone mean, for a page's script: JSON. */
  static String reasons() {
    return JSON.writeValueAsString(CellNotes.meanings());
  }

  /** What marks and flags mean, for the page's script: JSON. */
  static String reasons(SweepData data) {
    Map<String, String> reasons = CellNotes.meanings();
    data.all().stream()
        .flatMap(cell -> cell.flags().stream())
        .forEach(flag -> reasons.computeIfAbsent(flag, Flags::explained));
    otherwise(data).ifPresent(text -> reasons.put(CellNotes.OTHERWISE, text));
    return JSON.writeValueAsString(reasons);
  }

  /** Which flags that mark can stand for in this sweep, and what each does. */
  private static Optional<String> otherwise(SweepData data) {
    SortedMap<String, Long> points = new TreeMap<>();
    data.cells()
        .forEach(c -> CellNotes.otherwise(c).forEach(flag -> points.merge(flag, 1L, Long::sum)));
    return points.isEmpty()
        ? Optional.empty()
        : Optional.of(
            (points.size() == 1 ? "flagged " : "flagged by one of these or several: ")
                + points.entrySet().stream()
                    .map(
                        e ->
                            "%s (%d of %d points): %s"
                                .formatted(
                                    e.getKey(),
                                    e.getValue(),
                                    data.cells().size(),
                                    Flags.consequence(e.getKey())))
                    .collect(Collectors.joining("; ")));
  }

  /** The figures by group, but for the first screen's. */
  static List<GroupView> figures(List<Figure> all) {
    return plates(all.stream().filter(f -> !f.group().equals(ANSWER)).toList(), true);
  }

  /**
   * Figures under the headings of their groups.
   *
   * @param files whether they are files, too, and have tables behind them
   */
  static List<GroupView> plates(List<Figure> figures, boolean files) {
    return Groups.of(figures.stream(), Figure::group).entrySet().stream()
        .map(e -> new GroupView(e.getKey(), e.getValue().get(0).heading(), e.getValue(), files))
        .toList();
  }

  static String image(Figure figure) {
    return Base64.getEncoder().encodeToString(figure.svg().getBytes(StandardCharsets.UTF_8));
  }

  static Table loads(SweepData data) {
    return Table.ofTexts(
        "conditions",
        "How the load was made",
        List.of("technology", "operation", "payload", "loop", "load", "connections"),
        Stream.of(LoadShape.COUNTED, LoadShape.TIMED, LoadShape.OPEN)
            .flatMap(shape -> data.compared(shape).stream())
            .map(cell -> load(cell, data))
            .distinct()
            .toList(),
        List.of(
            "Two numbers may be compared where everything in this table is equal or declared."));
  }

  private static List<String> load(Cell cell, SweepData data) {
    Point point = cell.point();
    return List.of(
        cell.is(LoadShape.OPEN) ? OfferedLabels.of(cell, data) : cell.series().labelWithoutTime(),
        point.operation(),
        point.dimensions().text(Dimension.PAYLOAD),
        cell.conditions().loop(),
        switch (point.loadShape()) {
          case COUNTED -> "request mode " + point.requestMode().label();
          case TIMED -> String.valueOf(point.timed());
          case OPEN ->
              OfferedLabels.load(cell) + ", " + cell.processes().get(0).offered().starting();
        },
        cell.conditions().connectionPolicy());
  }
}
