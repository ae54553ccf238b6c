package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.PointTotals;
import io.rpcstress.analysis.model.SweepData;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a call takes of either host's energy, where the hosts tell it. */
final class EnergyTable {

  private static final double MILLI = 1e3;

  private EnergyTable() {}

  /** The table; empty where no host told its energy. */
  static List<Table> of(SweepData data) {
    List<PointTotals> points =
        data.totals().stream()
            .filter(p -> p.clientEnergyMj() != null || p.serverEnergyMj() != null)
            .toList();
    RowNames names = new RowNames(points.stream().map(p -> p.series().dimensions()));
    return new Columns<PointTotals>()
        .addAll(Tables.totals(names), point -> point)
        .add("right", PointTotals::callsOk)
        .add("client's host, J a call", p -> joules(p.clientEnergyMj(), p.callsOk()))
        .add("server's host, J a call", p -> joules(p.serverEnergyMj(), p.callsOk()))
        .tableOfSome(
            "energy",
            names.title("Energy of a call, above what the hosts use idle"),
            points,
            "Energy of the whole host's processor packages (RAPL), whatever runs there, less what"
                + " the same host used in the second before the measuring process connected, for"
                + " as long. Of both programs on one machine the two columns are that machine's:"
                + " they are not to be added. Empty is unknown.",
            "All processes together, flagged or not. Memory, network cards and fans are not in it.");
  }

  private static @Nullable BigDecimal joules(@Nullable Double milliJoules, long calls) {
    return milliJoules == null || calls == 0
        ? null
        : Numbers.significant(milliJoules / MILLI / calls);
  }
}
