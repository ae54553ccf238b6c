package io.rpcstress.analysis.table;

import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.LoadShape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All flags of a loop once by cause, with what each does. */
public final class FlagTable {

  private record Cause(String flag, int points, @Nullable Object carriers) {}

  private FlagTable() {}

  public static String id(LoadShape shape) {
    return switch (shape) {
      case COUNTED -> "flags";
      case TIMED -> "steady-flags";
      case OPEN -> "open-flags";
    };
  }

  /** Each flag of a loop once: where it stands, what it does, what it means. */
  public static Table byCause(SweepData data, LoadShape shape) {
    List<Cell> cells = data.compared(shape);
    List<ProcessRuns> processes =
        cells.stream().flatMap(cell -> cell.processes().stream()).toList();
    boolean ofRuns = shape == LoadShape.COUNTED;
    List<Cause> causes = new ArrayList<>();
    Flags.points(cells)
        .forEach(
            (flag, points) ->
                causes.add(
                    new Cause(
                        flag,
                        points,
                        ofRuns
                            ? runs(processes, flag)
                            : processes.stream().filter(p -> p.flags().contains(flag)).count())));
    return new Columns<Cause>()
        .add("flag", Cause::flag)
        .add("points", Cause::points)
        .add(ofRuns ? "runs" : "processes", Cause::carriers)
        .add("what it does", cause -> Flags.consequence(cause.flag()))
        .add("what it means", cause -> Flags.meaning(cause.flag()))
        .table(
            Tables.words(id(shape))
                .with("points", cells.size())
                .with("processes", processes.size()),
            causes);
  }

  /** How many counted ones carry a flag themselves; null where it is of the point as a whole. */
  private static @Nullable Object runs(List<ProcessRuns> processes, String flag) {
    long runs =
        processes.stream()
            .flatMap(process -> process.counted().stream())
            .filter(run -> run.flags().contains(flag))
            .count();
    return runs == 0 ? null : (Object) runs;
  }
}
