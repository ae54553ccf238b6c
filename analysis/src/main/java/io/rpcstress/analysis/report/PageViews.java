package io.rpcstress.analysis.report;

import io.rpcstress.analysis.answer.Headline;
import io.rpcstress.analysis.answer.Load;
import io.rpcstress.analysis.answer.VerdictInWords;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the templates in {@code src/main/jte} are given: plain text and numbers, nothing escaped
 * yet. All are immutable.
 */
final class PageViews {

  /** A longer command of a note would push what follows off the screen. */
  private static final int MAX_COMMAND = 160;

  private PageViews() {}

  /** Whether a note holds a command so long that it is shown on demand. */
  static boolean isLong(List<TextPart> note) {
    return note.stream().anyMatch(part -> part.code() && part.text().length() > MAX_COMMAND);
  }

  /** What a note begins with: its first sentence, without the full stop. */
  static String summary(List<TextPart> note) {
    return note.get(0).text().split("\\. ", 2)[0];
  }

  /**
   * What both pages have around their sections.
   *
   * @param title of the window
   * @param eyebrow the line above everything
   * @param footer the line below everything
   * @param reasons what marks and flags mean, JSON
   * @param inline what the page's policy allows
   */
  record FrameView(String title, String eyebrow, String footer, String reasons, Inline inline) {}

  /**
   * {@code report.html}.
   *
   * @param counted whether there is a grid to explore
   * @param open tables of open loops; none: no section
   * @param failed tables of what has no number, those with rows; none: no section
   * @param technologies all that were measured
   * @param data the explorer's, JSON
   * @param loads what the first screen says of each load, JSON
   * @param choices the question's, JSON
   */
  record ReportView(
      FrameView frame,
      FirstView first,
      List<ExperimentView> experiments,
      TablesView tables,
      List<GroupView> figures,
      boolean measured,
      boolean counted,
      List<TableView> open,
      List<TableView> failed,
      Capabilities capabilities,
      List<String> technologies,
      List<TableView> conditions,
      boolean hostsKnown,
      String data,
      String loads,
      String choices) {}

  /** The page of two sweeps. */
  record ComparisonView(
      FrameView frame,
      String load,
      List<Headline> headlines,
      List<GroupView> figures,
      List<TableView> tables) {}

  /**
   * The first screen.
   *
   * @param hosts what both are, and what lies between them
   * @param loads that the reader picks one of
   * @param shown what is shown before
   * @param drawn the figures behind the chart, for a browser without scripts; empty: no chart
   * @param technologies of which the capabilities say anything
   * @param flags the tables of flags that have rows
   */
  record FirstView(
      String conditions,
      List<String> hosts,
      List<LoadView> loads,
      LoadView shown,
      List<FigureView> drawn,
      Capabilities capabilities,
      List<String> technologies,
      List<FactView> facts,
      List<VerdictInWords> verdicts,
      List<String> caveats,
      List<FlagsView> flags) {}

  /**
   * What the first screen says of one load.
   *
   * @param scope what its numbers are about
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

  /** A number of the first screen. */
  record FactView(String name, String value, boolean bad) {}

  /** A table of flags behind its summary. */
  record FlagsView(String summary, TableView table) {}

  /** A published experiment's section. */
  record ExperimentView(
      String id, String title, List<String> notes, TablesView tables, List<GroupView> figures) {}

  /** Tables below each other. */
  record TablesView(List<List<TextPart>> shared, List<TableView> tables) {}

  /**
   * A table.
   *
   * @param style its classes; null for none
   * @param count how many rows it has, as text
   * @param folded whether it is shown on demand
   * @param elsewhere whether it is too long for a page, so that only its files are named
   */
  record TableView(
      String id,
      String title,
      @Nullable String style,
      String count,
      boolean folded,
      boolean elsewhere,
      List<HeadView> header,
      List<RowOfCells> rows,
      List<List<TextPart>> notes) {

    /** A table of more columns is printed smaller. */
    private static final int MAX_COLUMNS = 9;

    /** One of more is printed as small as can be read. */
    private static final int MAX_WIDE_COLUMNS = 14;

    /** Whether a column is behind a switch at first. */
    boolean isDetail(String column) {
      return DetailColumns.of(id).contains(column);
    }

    /** Its style, and how wide it is on paper; null for none. */
    @Nullable String classes() {
      String width =
          header.size() > MAX_WIDE_COLUMNS ? "widest" : header.size() > MAX_COLUMNS ? "wide" : null;
      return style == null ? width : width == null ? style : style + " " + width;
    }
  }

  /**
   * The head of a column.
   *
   * @param fields what programs call its numbers and its marks: a list in JSON; null for one by the
   *     same name
   */
  record HeadView(String name, @Nullable String fields) {}

  /** A row: what it is about, then the rest. */
  record RowOfCells(String name, List<CellView> cells) {

    /** A longer name has several lines, so that its table does not scroll for it. */
    private static final int MAX_NAME_LENGTH = 24;

    boolean isLong() {
      return name.length() > MAX_NAME_LENGTH;
    }
  }

  /**
   * A cell.
   *
   * @param text as in the table, without its marks
   * @param marks behind a number; empty for none
   * @param flags how many flags the text has; 0 where it is no list of flags
   */
  record CellView(String text, String marks, int flags) {}

  /** Words of a sentence, some of them code. */
  record TextPart(String text, boolean code) {}

  /** Figures below one heading. */
  record GroupView(String id, String title, List<FigureView> figures) {}

  /**
   * A figure as an image inside of the page.
   *
   * @param image the SVG, Base64
   * @param file its files' name without their ending; empty where it is in no file
   * @param numbers the table that has its numbers; empty where none has
   */
  record FigureView(
      boolean wide,
      String title,
      String alt,
      int width,
      int height,
      String image,
      String file,
      String numbers) {}
}
