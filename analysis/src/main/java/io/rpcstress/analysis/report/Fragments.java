package io.rpcstress.analysis.report;

import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.CellNotes;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Conditions;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The page's parts as HTML. Every value goes through {@link Html#text}. */
final class Fragments {

  /** A longer table would make the page slow; its numbers are in the explorer and in a file. */
  private static final int ROWS_IN_PAGE = 1_000;

  /** The style of the first screen's tables, which scroll and are never folded. */
  static final String COMPACT = "compact";

  /** A table with more rows is folded. */
  private static final int ROWS_UNFOLDED = 24;

  /** The group of the first screen's figures. */
  static final String ANSWER = "answer";

  private static final Map<String, String> GROUPS =
      Map.ofEntries(
          Map.entry(ANSWER, "Each technology by itself before"),
          Map.entry("bars", "Average runtime and TPS, as in the paper’s figures 8 to 10"),
          Map.entry("heat", "The whole grid"),
          Map.entry("ratio", "Ratio to the baseline over the grid"),
          Map.entry("latency", "Latency by percentile"),
          Map.entry("threads", "Throughput and cost over threads"),
          Map.entry("rates", "What becomes of an offered rate"),
          Map.entry("cold", "Cold against warm"),
          Map.entry("scaling", "How throughput scales with calls under way"),
          Map.entry("cost", "Cost of a call"),
          Map.entry("time", "Each process over time"),
          Map.entry("limits", "What limits each point"));

  /** The columns whose cells are flags, with spaces between. */
  private static final Set<String> FLAG_COLUMNS = Set.of("flags", "contradictions");

  /** A number, and the marks behind it. */
  private static final Pattern MARKED = Pattern.compile("(-?[0-9][0-9.,]*)([*!^#~<]+)");

  private Fragments() {}

  /** What is said of each series, of counted and of timed loops, once. */
  static List<String> technologies(SweepData data, Function<Series, String> what) {
    return Stream.concat(
            data.series().stream(), data.steady().stream().map(SteadyCell::series).sorted())
        .map(what)
        .distinct()
        .toList();
  }

  /** Tables below each other; a note that several of them have stands once, before them. */
  static String tables(List<Table> tables) {
    Map<String, Long> count =
        tables.stream()
            .filter(t -> t.rows().size() <= ROWS_IN_PAGE)
            .flatMap(t -> t.notes().stream().distinct())
            .collect(
                Collectors.groupingBy(
                    Function.identity(), LinkedHashMap::new, Collectors.counting()));
    List<String> shared =
        count.entrySet().stream().filter(e -> e.getValue() > 1).map(Map.Entry::getKey).toList();
    StringBuilder html = new StringBuilder();
    if (!shared.isEmpty()) {
      html.append("<p class=\"hint\">Of several of these tables:</p>\n<ul class=\"hint\">\n");
      shared.forEach(n -> html.append("<li>").append(Html.note(n)).append("</li>\n"));
      html.append("</ul>\n");
    }
    for (Table each : tables) {
      List<String> own = each.notes().stream().filter(n -> !shared.contains(n)).toList();
      html.append(
          each.rows().size() > ROWS_IN_PAGE
              ? tableFile(each)
              : table(new Table(each.id(), each.title(), each.header(), each.rows(), own), ""));
    }
    return html.toString();
  }

  /** A table of numbers, in a box that scrolls by itself, folded where it is long. */
  static String table(Table table, String style) {
    StringBuilder html = new StringBuilder();
    boolean folded = table.rows().size() > ROWS_UNFOLDED && !style.contains(COMPACT);
    if (folded) {
      html.append("<details><summary>")
          .append(Html.text(table.title()))
          .append(" (")
          .append(String.format(Locale.ROOT, "%,d", table.rows().size()))
          .append(" rows)</summary>\n");
    }
    scrollStart(html, table.title(), style, table.id());
    html.append("<caption>").append(Html.text(table.title())).append("</caption>\n<thead><tr>");
    table
        .header()
        .forEach(h -> html.append("<th scope=\"col\">").append(Html.text(h)).append("</th>"));
    html.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      html.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        if (i == 0) {
          html.append("<th scope=\"row\">").append(Html.text(row.get(i))).append("</th>");
        } else {
          cell(html, table.header().get(i), row.get(i));
        }
      }
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
    table
        .notes()
        .forEach(n -> html.append("<p class=\"hint\">").append(Html.note(n)).append("</p>\n"));
    return html.append(folded ? "</details>\n" : "").toString();
  }

  /** A number's marks, and a row's flags, become one mark that says its reason when pointed at. */
  private static void cell(StringBuilder html, String column, String text) {
    Matcher marked = MARKED.matcher(text);
    if (FLAG_COLUMNS.contains(column) && !text.isEmpty()) {
      html.append("<td data-text=\"")
          .append(Html.text(text))
          .append("\"><button type=\"button\" class=\"mark\" data-why=\"")
          .append(Html.text(text))
          .append("\">⚑ ")
          .append(text.split(" ", -1).length)
          .append("</button></td>");
    } else if (marked.matches()) {
      html.append("<td>")
          .append(Html.text(marked.group(1)))
          .append("<button type=\"button\" class=\"mark\">")
          .append(Html.text(marked.group(2)))
          .append("</button></td>");
    } else {
      html.append("<td>").append(Html.text(text)).append("</td>");
    }
  }

  /** What marks alone mean, for a page's script: JSON. */
  static String reasons() {
    return JsonMapper.builder().build().writeValueAsString(new TreeMap<>(CellNotes.MEANINGS));
  }

  /** What marks and flags mean, for the page's script: JSON. */
  static String reasons(SweepData data) {
    Map<String, String> reasons = new TreeMap<>(CellNotes.MEANINGS);
    Stream.concat(
            data.cells().stream().flatMap(c -> c.flags().stream()),
            Stream.concat(
                data.steady().stream().flatMap(c -> c.flags().stream()),
                data.openRuns().stream().flatMap(r -> r.flags().stream())))
        .forEach(flag -> reasons.computeIfAbsent(flag, Flags::meaning));
    return JsonMapper.builder().build().writeValueAsString(reasons);
  }

  /** Where a table is that is too long for the page. */
  private static String tableFile(Table table) {
    return "<p>"
        + Html.text(table.title())
        + String.format(Locale.ROOT, ": %,d rows, in <code>tables/", table.rows().size())
        + Html.text(table.id())
        + ".csv</code> and <code>.json</code> and, cell by cell, in the explorer above.</p>\n";
  }

  /**
   * Opens the box.
   *
   * @param id what the table's files are called
   */
  private static void scrollStart(StringBuilder html, String label, String style, String id) {
    html.append("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"")
        .append(Html.text(label))
        .append("\"><table data-id=\"")
        .append(Html.text(id))
        .append('"')
        .append(style.isEmpty() ? "" : " class=\"" + style + "\"")
        .append('>');
  }

  /** The figures by group, each as an image inside the page. */
  static String figures(List<Figure> all, SweepData data) {
    List<Figure> figures = all.stream().filter(f -> !f.group().equals(ANSWER)).toList();
    if (figures.isEmpty()) {
      return data.steady().isEmpty()
          ? "<p>Nothing was measured yet.</p>"
          : "<p>Nothing here has two points to draw: see the tables.</p>";
    }
    return plates(figures);
  }

  /** Figures under the headings of their groups; nothing where there is none. */
  static String plates(List<Figure> figures) {
    return plates(figures, true);
  }

  /**
   * The same.
   *
   * @param files whether they are files, too, and have tables behind them
   */
  static String plates(List<Figure> figures, boolean files) {
    StringBuilder html = new StringBuilder();
    String group = "";
    for (Figure figure : figures) {
      if (!figure.group().equals(group)) {
        html.append(group.isEmpty() ? "" : "</div>\n");
        group = figure.group();
        html.append("<h3>")
            .append(Html.text(GROUPS.getOrDefault(group, group)))
            .append("</h3>\n<div class=\"plates\">\n");
      }
      figure(html, figure, files);
    }
    return html.append(figures.isEmpty() ? "" : "</div>\n").toString();
  }

  static void figure(StringBuilder html, Figure figure) {
    figure(html, figure, true);
  }

  private static void figure(StringBuilder html, Figure figure, boolean files) {
    boolean wide =
        figure.group().matches("answer|latency|cold|scaling|cost|threads|rates|time|limits");
    html.append("<figure class=\"plate")
        .append(wide ? " wide" : "")
        .append("\"><div class=\"frame\" role=\"region\" tabindex=\"0\" aria-label=\"")
        .append(Html.text(figure.title()))
        .append("\"><img width=\"")
        .append(figure.width())
        .append("\" height=\"")
        .append(figure.height())
        .append("\" alt=\"")
        .append(Html.text(figure.title() + ". " + figure.alt()))
        .append("\" src=\"data:image/svg+xml;base64,")
        .append(Base64.getEncoder().encodeToString(figure.svg().getBytes(StandardCharsets.UTF_8)))
        .append("\"></div>");
    if (files) {
      html.append("<figcaption><code>figures/")
          .append(Html.text(figure.name()))
          .append(".svg</code> and <code>.png</code>")
          .append(behind(figure))
          .append("</figcaption>");
    }
    html.append("</figure>\n");
  }

  /** Where the numbers of a figure stand. */
  private static String behind(Figure figure) {
    String timed = figure.name().matches(".*-warm(-[0-9]+)?") ? "warm" : "steady";
    boolean counted = figure.name().contains("first-seconds");
    String table =
        switch (figure.group()) {
          case "threads" -> counted ? "technologies" : timed;
          case "latency" -> figure.name().matches("latency-(warm|steady).*") ? timed : "latency";
          case "time" -> "time-series";
          case "limits" -> figure.name().equals("limits-timed") ? "steady-limiter" : "limiter";
          case "bars", "heat" -> "points";
          case "cold" -> "cold-and-warm";
          case "scaling" -> "scalability";
          case "cost" -> "cost-per-call";
          default -> "";
        };
    return table.isEmpty()
        ? ""
        : "; numbers: <code>tables/" + Html.text(table) + ".csv</code>, <code>.json</code>";
  }

  /** One row a feature, one column a measured technology, a source for each cell. */
  static String capabilities(Capabilities all, SweepData data) {
    List<String> measured = technologies(data, Series::technology);
    List<String> columns = all.known(measured);
    StringBuilder html = new StringBuilder();
    if (!columns.isEmpty()) {
      scrollStart(html, "Capabilities by technology", "text", "capabilities");
      html.append(
          "<caption>Capabilities by technology</caption>\n<thead><tr><th scope=\"col\">capability</th>");
      columns.forEach(c -> html.append("<th scope=\"col\">").append(Html.text(c)).append("</th>"));
      html.append("</tr></thead>\n<tbody>\n");
      all.features()
          .forEach(
              (key, name) -> {
                html.append("<tr><th scope=\"row\">").append(Html.text(name)).append("</th>");
                columns.forEach(
                    c -> html.append("<td>").append(statement(all, c, key, name)).append("</td>"));
                html.append("</tr>\n");
              });
      html.append("</tbody></table></div>\n");
    }
    measured.stream()
        .filter(m -> !columns.contains(m))
        .forEach(
            m ->
                html.append("<p class=\"hint\">")
                    .append(Html.text(m))
                    .append(": no statements were collected yet.</p>\n"));
    return html.toString();
  }

  /** A row a measured technology, a column a feature of the first screen; nothing where none is. */
  static String matrix(Capabilities all, SweepData data) {
    List<String> rows = all.known(technologies(data, Series::technology));
    if (rows.isEmpty()) {
      return "";
    }
    StringBuilder html = new StringBuilder();
    scrollStart(html, "What it can do", "compact matrix", "what-it-can-do");
    html.append("<caption>What it can do</caption>\n<thead><tr><th scope=\"col\">technology</th>");
    all.briefly()
        .values()
        .forEach(f -> html.append("<th scope=\"col\">").append(Html.text(f)).append("</th>"));
    html.append("</tr></thead>\n<tbody>\n");
    for (String technology : rows) {
      html.append("<tr><th scope=\"row\">").append(Html.text(technology)).append("</th>");
      all.briefly()
          .keySet()
          .forEach(
              key -> html.append("<td>").append(brief(all.of(technology, key))).append("</td>"));
      html.append("</tr>\n");
    }
    return html.append("</tbody></table></div>\n<p class=\"hint\">")
        .append("<span aria-hidden=\"true\">●</span> yes, ")
        .append("<span aria-hidden=\"true\">◐</span> in part, ")
        .append("<span aria-hidden=\"true\">○</span> no; ")
        .append("<a href=\"#capabilities\">with the sources</a>.</p>\n")
        .toString();
  }

  /** A shape that says what its word says. */
  private static String brief(Capabilities.@Nullable Statement statement) {
    if (statement == null || statement.brief().isEmpty()) {
      return "<small>not stated</small>";
    }
    int colon = statement.brief().indexOf(": ");
    String level = statement.brief().substring(0, colon);
    String shape = Map.of("yes", "●", "in part", "◐", "no", "○").getOrDefault(level, "");
    return "<span class=\"shape\" role=\"img\" aria-label=\""
        + Html.text(level)
        + "\">"
        + shape
        + "</span> <span title=\""
        + Html.text(statement.text())
        + "\">"
        + Html.text(statement.brief().substring(colon + 2))
        + "</span>";
  }

  private static String statement(Capabilities all, String technology, String key, String name) {
    Capabilities.Statement statement = all.of(technology, key);
    if (statement == null) {
      return "<small>not stated</small>";
    }
    String text = Html.text(statement.text());
    String source = Html.text(statement.source());
    return statement.source().startsWith("https://")
        ? text
            + " <a class=\"src\" rel=\"noreferrer\" href=\""
            + source
            + "\" aria-label=\"source: "
            + Html.text(technology + ", " + name)
            + "\">source</a>"
        : text + " <span class=\"src\">(" + source + ")</span>";
  }

  /** How each technology's load was made. */
  static Table loads(SweepData data) {
    Stream<List<String>> counted =
        data.series().stream()
            .flatMap(
                s ->
                    data.of(s).stream()
                        .map(c -> load(s.label(), c.conditions(), c.point().requestMode().label()))
                        .distinct()
                        .sorted((a, b) -> String.join("\0", a).compareTo(String.join("\0", b))));
    Stream<List<String>> timed =
        data.steady().stream()
            .map(
                c ->
                    load(
                        c.series().labelWithoutTime(),
                        c.conditions(),
                        String.valueOf(c.point().timed())))
            .distinct();
    List<List<String>> rows = Stream.concat(counted, timed).toList();
    return new Table(
        "conditions",
        "How the load was made",
        List.of("technology", "operation", "payload", "loop", "requests", "connections"),
        rows,
        List.of(
            "Two numbers may be compared where everything in this table is equal or declared."));
  }

  private static List<String> load(String label, Conditions conditions, String requests) {
    Long bytes = conditions.payloadBytes();
    return List.of(
        label,
        conditions.operation(),
        bytes == null ? "varies or unknown" : bytes + " bytes",
        conditions.loop(),
        requests,
        conditions.connectionPolicy());
  }
}
