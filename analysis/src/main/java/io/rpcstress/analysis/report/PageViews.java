package io.rpcstress.analysis.report;

import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.answer.Load;
import io.rpcstress.analysis.figure.Figure;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the templates in {@code src/main/jte} are given: plain text and numbers, nothing escaped
 * yet. All are immutable.
 */
final class PageViews {

  /** A longer command of a note would push what follows off the screen. */
  private static final int MAX_COMMAND = 160;

  /** A longer name of a row has several lines, so that its table does not scroll for it. */
  private static final int MAX_NAME_LENGTH = 24;

  private PageViews() {}

  static boolean isLong(String name) {
    return name.length() > MAX_NAME_LENGTH;
  }

  /** Whether a note holds a command so long that it is shown on demand. */
  static boolean isLong(List<TextPart> note) {
    return note.stream().anyMatch(part -> part.code() && part.text().length() > MAX_COMMAND);
  }

  /** What a note begins with: its first sentence, without the full stop. */
  static String summary(List<TextPart> note) {
    return note.get(0).text().split("\\. ", 2)[0];
  }

  record FrameView(String title, String eyebrow, String footer, String reasons, Inline inline) {}

  /**
   * {@code report.html}.
   *
   * @param open tables of open loops; none: no section
   * @param failed tables of what has no number, those with rows; none: no section
   * @param loads that the reader picks one of, JSON
   * @param data the explorer's, JSON
   * @param choices the question's, JSON
   */
  record ReportView(
      FrameView frame,
      LoopsView loops,
      FirstScreen first,
      List<String> technologies,
      List<ExperimentView> experiments,
      TablesView tables,
      List<GroupView> figures,
      List<TableView> open,
      List<TableView> failed,
      List<TableView> conditions,
      boolean hostsKnown,
      String loads,
      String data,
      String choices) {}

  /**
   * Which loops a sweep has.
   *
   * @param any with a result
   * @param grid whether counted ones have more points than one
   */
  record LoopsView(boolean any, boolean counted, boolean timed, boolean grid) {

    static LoopsView of(SweepData data) {
      return new LoopsView(
          !data.all().isEmpty(),
          !data.series().isEmpty(),
          !data.steady().isEmpty(),
          data.threads().size() * data.requests().size() > 1);
    }
  }

  record ComparisonView(
      FrameView frame,
      String load,
      List<Headline> headlines,
      String figuresTitle,
      String hint,
      List<GroupView> figures,
      List<TableView> tables) {}

  /**
   * What the first screen says of one load.
   *
   * @param load null where nothing was measured
   * @param chosen whether it is the one that its loop begins with
   * @param costs what a call costs; null where nothing was measured
   */
  record LoadView(
      String scope,
      @Nullable Load load,
      boolean chosen,
      Headline headline,
      @Nullable TableView costs) {}

  record FactView(String name, String value, boolean bad) {}

  record FlagsView(String summary, TableView table) {}

  record ExperimentView(
      String id, String title, List<String> notes, TablesView tables, List<GroupView> figures) {}

  record TablesView(List<String> shared, List<TableView> tables) {}

  /**
   * A table.
   *
   * @param style its classes; null for none
   * @param elsewhere whether it is too long for a page, so that only its files are named
   */
  record TableView(Table table, @Nullable String style, boolean elsewhere) {

    /** One of more rows is folded. */
    private static final int MAX_UNFOLDED = 24;

    /** A table of more columns is printed smaller. */
    private static final int MAX_COLUMNS = 9;

    /** One of more is printed as small as can be read. */
    private static final int MAX_WIDE_COLUMNS = 14;

    String count() {
      return String.format(Locale.ROOT, "%,d", table.entries().size());
    }

    boolean isFolded() {
      return table.entries().size() > MAX_UNFOLDED && !Fragments.COMPACT.equals(style);
    }

    /** Its style, and how wide it is on paper; null for none. */
    @Nullable String classes() {
      int columns = table.headings().size();
      String width = columns > MAX_WIDE_COLUMNS ? "widest" : columns > MAX_COLUMNS ? "wide" : null;
      return style == null ? width : width == null ? style : style + " " + width;
    }
  }

  /**
   * A cell.
   *
   * @param marks behind a number; empty for none
   * @param flags how many flags the text has; 0 where it is no list of flags
   */
  record CellView(String text, String marks, int flags) {}

  /** Words of a sentence, some of them code. */
  record TextPart(String text, boolean code) {}

  /**
   * Figures below one heading.
   *
   * @param files whether they are files, too, and have tables behind them
   */
  record GroupView(String id, String title, List<Figure> figures, boolean files) {}
}
