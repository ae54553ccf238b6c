package io.rpcstress.analysis.table;

import io.rpcstress.analysis.explain.Gates;
import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.table.PointGrid.Place;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What stands in a cell beside its number, or instead of one. */
public final class CellNotes {

  /** Behind a number whose cell has a flag without a mark of its own. */
  public static final String OTHERWISE = "~";

  /** Behind a latency of fewer calls under way than its row names. */
  static final String UNDER_THREADS = "<";

  private record Mark(String sign, String meaning, Predicate<Cell> stands) {}

  private static final List<Mark> MARKS =
      List.of(
          new Mark("*", "fewer good runs in the average than requested", cell -> !cell.complete()),
          new Mark("!", "calls failed", cell -> cell.callsNotOk() > 0),
          new Mark(
              "^", "a trend over the warm runs", cell -> cell.flags().contains(CellFlags.TREND)),
          new Mark(
              "#",
              "an outlier among the warm runs",
              cell -> cell.flags().contains(CellFlags.OUTLIER)),
          new Mark(
              OTHERWISE,
              "flagged otherwise: the table of flags names them",
              cell -> !otherwise(cell).isEmpty()));

  private static final int GATE_DECIMALS = 2;

  private static final Set<String> OWN = Set.of(CellFlags.TREND, CellFlags.OUTLIER);

  private static boolean isOwn(String flag) {
    return OWN.contains(flag) || Flags.explains(flag);
  }

  static final String NONE = "-";

  private static final String NOT_MEASURED = "not measured";

  private CellNotes() {}

  /** What each mark means, for a reader who points at one. */
  public static SortedMap<String, String> meanings() {
    SortedMap<String, String> all = new TreeMap<>();
    MARKS.forEach(mark -> all.put(mark.sign(), mark.meaning()));
    all.put(UNDER_THREADS, "fewer than 80 % of the threads had a call under way");
    return all;
  }

  /** The marks that a number of some cells carries, once each; empty where all are sound. */
  static String of(Cell... cells) {
    return MARKS.stream()
        .filter(mark -> Stream.of(cells).anyMatch(mark.stands()))
        .map(Mark::sign)
        .collect(Collectors.joining());
  }

  public static List<String> otherwise(Cell cell) {
    return cell.flags().stream().filter(flag -> !isOwn(flag)).toList();
  }

  /** A cell's number with its marks, or why there is none. */
  static Entry number(
      PointGrid grid, Series one, Place at, ToDoubleFunction<Cell> value, int decimals) {
    Cell cell = grid.cell(one, at);
    if (cell != null) {
      return Entry.of(value.applyAsDouble(cell), decimals, of(cell));
    }
    Failure failure = grid.failure(one, at);
    return Entry.word(failure == null ? NOT_MEASURED : "failed (" + failure.cause().label() + ")");
  }

  /** What two cells give, with the marks of both; {@link #NONE} where they give nothing. */
  static Entry both(
      @Nullable Cell one,
      @Nullable Cell other,
      ToDoubleBiFunction<Cell, Cell> value,
      int decimals) {
    if (one == null || other == null) {
      return Entry.word(NONE);
    }
    double found = value.applyAsDouble(one, other);
    return Double.isNaN(found) ? Entry.word(NONE) : Entry.of(found, decimals, of(one, other));
  }

  /** What a row's gate costs, and how that is known; no columns where it was not calibrated. */
  static Columns<Place> gate(PointGrid grid) {
    return new Columns<Place>()
        .addIf(
            grid.isGated(),
            columns ->
                columns
                    .add("gate, ms", GATE_DECIMALS, at -> grid.gate(at).map(Gates.Cost::millis))
                    .add(
                        "gate is",
                        at -> grid.gate(at).map(c -> c.isMeasured() ? "measured" : "between two")));
  }
}
