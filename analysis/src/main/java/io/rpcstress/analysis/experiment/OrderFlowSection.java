package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.experiment.Published.Claim;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Paper;
import io.rpcstress.analysis.table.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code place-order} in timed loops, as published in 2022: what an order costs beyond the 400 ms
 * that its four steps wait.
 */
final class OrderFlowSection {

  private static final String ID = "order-flow";
  private static final Published PUBLISHED = Published.load(ID);

  static final ExperimentSection SECTION =
      ExperimentSection.of(ID, PUBLISHED, OrderFlowSection::isIn, OrderFlowSection::tables);

  private static final String OPERATION = "place-order";

  /** The payload that is compared: nobody published which one the numbers are of. */
  private static final String SMALL = "products=1,stock=remote";

  private static final double WAITED_MS = 400;

  private static final double PERCENT = 100;
  private static final double P50 = 50;
  private static final double P95 = 95;
  private static final String NOT_MEASURED = "not measured here";

  private static final Columns<Claim> CLAIM =
      new Columns<Claim>()
          .add("clients", Claim::clients)
          .add("quantity", OrderFlowSection::quantity)
          .add("one", Claim::one)
          .add("other", Claim::other)
          .add(
              Heading.marked("published"),
              claim -> Entry.orWord(claim.value(), 2, Paper.NOT_PUBLISHED))
          .add("confidence", Claim::confidence);

  private OrderFlowSection() {}

  private static boolean isIn(SweepData data) {
    return cells(data).findAny().isPresent();
  }

  private static Stream<Cell> cells(SweepData data) {
    return data.steady().stream().filter(cell -> cell.point().operation().equals(OPERATION));
  }

  private static List<Table> tables(SweepData data) {
    List<Cell> sorted = sorted(data);
    List<Table> tables = new ArrayList<>(List.of(here(sorted), beside(data)));
    if (!data.services().isEmpty()) {
      tables.add(OrderTables.services(sorted, data));
    }
    if (sorted.stream().anyMatch(OrderTables::isInstant)) {
      tables.add(OrderTables.chain(sorted));
    }
    return List.copyOf(tables);
  }

  private static List<Cell> sorted(SweepData data) {
    return cells(data)
        .sorted(
            Comparator.comparing((Cell cell) -> CellText.payload(cell.point()))
                .thenComparingInt(cell -> cell.point().threadNum()))
        .toList();
  }

  private static Table here(List<Cell> sorted) {
    return CellText.ratePerClients("payload", c -> CellText.payload(c.point()), "orders/s")
        .add("accepted/s", c -> isLimited(c) ? PublishedTables.number(acceptedPerSecond(c)) : "")
        .add("late, %", 2, c -> isLimited(c) ? PERCENT * lateShare(c) : Double.NaN)
        .add("not confirmed", c -> c.valid().stream().mapToLong(ProcessRuns::callsNotOk).sum())
        .add("mean, ms", 2, CellText::meanMs)
        .add("mean less 400 ms", 2, OrderFlowSection::beyondWaiting)
        .add("its share, %", 2, c -> PERCENT * beyondWaiting(c) / CellText.meanMs(c))
        .add("p50, ms", 2, cell -> CellText.percentileMs(cell, P50))
        .add("p95, ms", 2, cell -> CellText.percentileMs(cell, P95))
        .add("bytes an order", 0, cell -> cell.perCall(Run::bytes))
        .add("connections an order", 2, cell -> cell.perCall(Run::connections))
        .addAll(CellText.CPU, cell -> cell)
        .add("broker CPU, us", 0, CellText::proxyCpuUs)
        .add("caveat", CellText::caveat)
        .table(ExperimentSection.words("order-flow-here"), sorted);
  }

  private static double beyondWaiting(Cell cell) {
    return CellText.meanMs(cell) - (OrderTables.isInstant(cell) ? 0 : WAITED_MS);
  }

  private static boolean isLimited(Cell cell) {
    return cell.valid().stream().anyMatch(each -> each.callsLate() != null);
  }

  /** Of the confirmed orders of all valid processes; no number without one. */
  private static double lateShare(Cell cell) {
    double late = cell.valid().stream().mapToDouble(OrderFlowSection::late).sum();
    return late / cell.callsOk();
  }

  private static double late(ProcessRuns process) {
    Long late = process.callsLate();
    return late == null ? 0 : late;
  }

  /**
   * Of the mean of confirmed orders a second the share that was not late: two means of the
   * processes, one of all orders and one of the accepted, would not be of one kind where a process
   * accepted none, and the second could exceed the first.
   */
  private static double acceptedPerSecond(Cell cell) {
    return Estimate.callsPerSecond(cell).value() * (1 - lateShare(cell));
  }

  /** A claim stands once for each of what this project has for its technologies. */
  private static Table beside(SweepData data) {
    List<Beside> rows = new ArrayList<>();
    for (Claim claim : PUBLISHED.claims()) {
      for (String one : here(claim.one())) {
        for (String other : claim.other().isEmpty() ? List.of("") : here(claim.other())) {
          rows.add(new Beside(claim, one, other));
        }
      }
    }
    return new Columns<Beside>()
        .addAll(CLAIM, Beside::claim)
        .add("one here", Beside::one)
        .add("other here", Beside::other)
        .add(Heading.marked("here"), row -> Entry.orWord(value(row, data), 2, NOT_MEASURED))
        .table(ExperimentSection.words("order-flow-published"), rows);
  }

  private static List<String> here(String name) {
    return PUBLISHED.technologies().stream()
        .filter(each -> each.published().equals(name))
        .flatMap(Published.Technology::all)
        .toList();
  }

  private record Beside(Claim claim, String one, String other) {}

  private static String quantity(Claim claim) {
    return switch (claim.quantity()) {
      case Published.ACCEPTED -> "orders accepted, ratio";
      case Published.MEAN -> "mean, difference, ms";
      default -> "p95 of one, ms";
    };
  }

  private static double value(Beside row, SweepData data) {
    Cell one = cell(row.one(), row.claim().clients(), data);
    Cell other = cell(row.other(), row.claim().clients(), data);
    boolean isOfOne = row.claim().other().isEmpty();
    if (one == null || (other == null && !isOfOne)) {
      return Double.NaN;
    }
    return other == null
        ? CellText.percentileMs(one, P95)
        : row.claim().quantity().equals(Published.MEAN)
            ? CellText.meanMs(one) - CellText.meanMs(other)
            : acceptedPerSecond(one) / acceptedPerSecond(other);
  }

  /** Of small orders; one whose numbers are doubtful is none. */
  private static @Nullable Cell cell(String technology, int clients, SweepData data) {
    return cells(data)
        .filter(cell -> cell.point().directoryName().equals(technology))
        .filter(cell -> cell.point().threadNum() == clients)
        .filter(cell -> CellText.payload(cell.point()).equals(SMALL))
        .filter(cell -> !CellText.isProxied(cell.point()))
        .filter(cell -> CellText.caveat(cell).isEmpty())
        .findFirst()
        .orElse(null);
  }
}
