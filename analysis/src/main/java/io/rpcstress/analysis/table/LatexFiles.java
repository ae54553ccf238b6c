package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.SweepData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The paper's tables as LaTeX, its ratios as macros, and a document that shows both with the
 * figures. They need the packages booktabs, longtable and graphicx.
 */
public final class LatexFiles {

  private static final String DOCUMENT =
      """
      \\documentclass{article}
      \\usepackage[T1]{fontenc}
      \\usepackage[utf8]{inputenc}
      \\usepackage{textcomp}
      \\usepackage[a4paper,landscape,margin=15mm]{geometry}
      \\usepackage{booktabs,longtable,graphicx}
      \\input{macros}
      \\begin{document}
      %s
      \\end{document}
      """;

  private static final String TABLE =
      """
      {%s\\setlength{\\tabcolsep}{2pt}
      \\begin{longtable}{%s}
      \\caption*{%s}\\\\
      \\toprule
      %s\\midrule
      \\endhead
      \\bottomrule
      \\endfoot
      %s\\end{longtable}
      %s}
      """;

  private static final int RATIO_DECIMALS = 3;

  /** More of them fit a page in the smallest letters alone. */
  private static final int MAX_COLUMNS = 14;

  /** Characters of a head that lies flat. */
  private static final int MAX_HEAD = 10;

  private static final Pattern BACKSLASH = Pattern.compile("\\\\");
  private static final Pattern COMMANDS = Pattern.compile("[{}$&#_%]");
  private static final List<String> DIGITS =
      List.of("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine");

  private LatexFiles() {}

  /**
   * Writes {@code tables/*.tex}, {@code macros.tex} and {@code paper.tex}; a file appears whole or
   * not at all.
   */
  public static List<Path> write(SweepData data, List<Path> figures, Path folder)
      throws IOException {
    List<Path> files = new ArrayList<>();
    List<String> contents = new ArrayList<>();
    Files.createDirectories(folder.resolve("tables"));
    for (Table table : Tables.papers(data)) {
      String name = "tables/" + table.id() + ".tex";
      files.add(TableFiles.write(folder.resolve(name), table(table)));
      contents.add("\\input{" + name + "}");
    }
    for (Path figure : figures) {
      String name = folder.relativize(figure).toString().replace('\\', '/');
      contents.add("\\noindent\\includegraphics[width=\\linewidth]{" + name + "}\\par\\bigskip");
    }
    files.add(TableFiles.write(folder.resolve("macros.tex"), macros(data)));
    files.add(
        TableFiles.write(
            folder.resolve("paper.tex"), DOCUMENT.formatted(String.join("\n", contents))));
    return files;
  }

  private static String table(Table table) {
    return TABLE.formatted(
        table.headings().size() > MAX_COLUMNS ? "\\tiny" : "\\scriptsize",
        table.headings().stream().map(LatexFiles::alignment).collect(Collectors.joining()),
        escaped(table.title()),
        line(table.header().stream().map(LatexFiles::head).toList()),
        table.rows().stream()
            .map(row -> line(row.stream().map(LatexFiles::escaped).toList()))
            .collect(Collectors.joining()),
        table.notes().stream()
            .map(note -> "\\noindent " + escaped(note) + "\\par\n")
            .collect(Collectors.joining()));
  }

  /** Texts may be long and break; the numbers of a column stand below each other. */
  private static String alignment(Heading heading) {
    return heading.isOfNumbers() ? "r" : "l";
  }

  /** A long one stands upright, so that its column is as wide as its numbers. */
  private static String head(String name) {
    String text = escaped(name);
    return name.length() <= MAX_HEAD ? text : "\\rotatebox{90}{" + text + "}";
  }

  private static String line(List<String> cells) {
    return String.join(" & ", cells) + " \\\\\n";
  }

  /**
   * {@code \rpcxVsGrpcMin}, {@code Max} and {@code Points}: the other's runtime by the baseline's,
   * over the points of table {@code published}.
   */
  private static String macros(SweepData data) {
    StringBuilder text = new StringBuilder();
    for (PointGrid grid : PointGrid.all(data)) {
      new PaperTables(grid)
          .ratios()
          .forEach(
              (other, range) -> {
                String name = letters(grid.baseline().label() + grid.id(" vs " + other.label()));
                macro(text, name + "Min", Numbers.fixed(range.getMin(), RATIO_DECIMALS));
                macro(text, name + "Max", Numbers.fixed(range.getMax(), RATIO_DECIMALS));
                macro(text, name + "Points", String.valueOf(range.getCount()));
              });
    }
    return text.toString();
  }

  private static void macro(StringBuilder text, String name, String value) {
    text.append("\\newcommand{\\").append(name).append("}{").append(value).append("}\n");
  }

  /** A name as a command of LaTeX may have it: letters alone, each further word with a capital. */
  static String letters(String name) {
    StringBuilder letters = new StringBuilder();
    boolean capital = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= '0' && c <= '9') {
        letters.append(DIGITS.get(c - '0'));
        capital = true;
      } else if (c < 128 && Character.isLetter(c)) {
        letters.append(capital ? Character.toUpperCase(c) : c);
        capital = false;
      } else {
        capital = true;
      }
    }
    return letters.toString();
  }

  /** A text in LaTeX, which shows each of its characters as it is. */
  static String escaped(String text) {
    String plain = BACKSLASH.matcher(text).replaceAll("\0");
    return COMMANDS
        .matcher(plain)
        .replaceAll("\\\\$0")
        .replace("\0", "\\textbackslash{}")
        .replace("~", "\\textasciitilde{}")
        .replace("^", "\\textasciicircum{}")
        .replace("<", "\\textless{}")
        .replace(">", "\\textgreater{}")
        .replaceAll("\\R", " ");
  }
}
