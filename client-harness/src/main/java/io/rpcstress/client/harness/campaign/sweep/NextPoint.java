package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.plan.Experiment.StopRule;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Cell;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Says which point comes next, from the grid and the files alone. By the paper's stop rule a cell
 * that failed ends its technology's row: what it still lacks, and more requests at that thread
 * count, are skipped. A repeated cell has failed when more than half of its repetitions have. An
 * open end of requests goes on until every technology's row has ended; an open end of threads until
 * all fail at the first request count. Where a round is one over the whole grid, each point of the
 * grid is measured once before any is measured again; towards an open end, a failure ends its row
 * for that round. By no rule, and in an open grid, whose loads are no steps of one row, a failure
 * ends nothing. Nor does it with payloads, unless threads have an open end: then each technology's
 * row of a payload ends by itself, at the thread count that failed.
 *
 * @param wholeRounds whether a round is one over the whole grid in the paper's order, too; in a
 *     random one it always is
 * @param judged the first rounds, by which alone it is judged whether a cell has failed: another
 *     round must not bring back what has ended
 * @param stopRule what a failed cell ends; an open end of threads or requests needs one that ends
 *     its row
 */
public record NextPoint(
    SweepGrid grid, Ledger ledger, boolean wholeRounds, int judged, StopRule stopRule) {

  /**
   * One thread and request count, and the technologies that are to be measured there.
   *
   * @param requestNum request count; of an open grid which of its loads, from 1
   * @param repetition which one of each, from 0
   * @param contenders in the order to take them, one or more, alike in their own dimensions
   */
  public record Todo(int threadNum, int requestNum, int repetition, List<Contender> contenders) {

    List<Point> points(SweepGrid grid) {
      return contenders.stream()
          .map(each -> grid.point(each, threadNum, requestNum).repeated(repetition))
          .toList();
    }
  }

  /**
   * What has become of a sweep, counted in program executions.
   *
   * @param skipped never tried, since a row had ended
   * @param left to be measured; towards an open end at least so many
   * @param endedRows the rows that a failed cell ended, for a person
   * @param incomplete cells that lack a repetition and ended no row, for a person
   */
  public record Tally(
      List<Point> results,
      List<Point> failures,
      long skipped,
      long left,
      List<String> endedRows,
      List<String> incomplete) {

    public long done() {
      return results.size();
    }

    public long failed() {
      return failures.size();
    }
  }

  /** The next point; empty when every point is done, failed or skipped. */
  public Optional<Todo> find() throws IOException {
    return next().map(NextPoint::alike);
  }

  /** One command measures what is alike; the others come next. */
  private static Todo alike(Todo todo) {
    Dimensions own = todo.contenders().get(0).own();
    List<Contender> first =
        todo.contenders().stream().takeWhile(each -> each.own().equals(own)).toList();
    return new Todo(todo.threadNum(), todo.requestNum(), todo.repetition(), first);
  }

  private Optional<Todo> next() throws IOException {
    if (grid.order().isRandom()) {
      return findShuffled();
    }
    if (!wholeRounds) {
      return findInOrder(0, grid.repetitions());
    }
    for (int repetition = 0; repetition < grid.repetitions(); repetition++) {
      Optional<Todo> todo = findInOrder(repetition, repetition + 1);
      if (todo.isPresent()) {
        return todo;
      }
    }
    return Optional.empty();
  }

  /** Rows that a failure has ended, on a way through the grid from few threads to many. */
  private final class EndedRows {

    private final Set<Row> rows = new HashSet<>();

    /** More and more requests are a row of one thread count; threads are one of a payload. */
    private record Row(Contender contender, int payload) {}

    private Row row(Contender contender, int place) {
      return new Row(contender, grid.hasSteps() ? 0 : place);
    }

    void nextThreadCount() {
      if (grid.hasSteps()) {
        rows.clear();
      }
    }

    void add(Contender contender, int place) {
      rows.add(row(contender, place));
    }

    boolean has(Contender contender, int place) {
      return rows.contains(row(contender, place));
    }

    /** Whether no contender takes a further step at this thread count. */
    boolean areAllOfSteps() {
      return grid.hasSteps() && rows.size() == grid.contenders().size();
    }

    /** Whether no payload goes on to more threads. */
    boolean areAllOfPayloads() {
      return !grid.hasSteps() && rows.size() == grid.contenders().size() * grid.requests().size();
    }
  }

  /** The first place in the grid's order that lacks one of some repetitions. */
  private Optional<Todo> findInOrder(int fromRepetition, int toRepetition) throws IOException {
    EndedRows ended = new EndedRows();
    for (int t = 0; t < grid.threads().size() && !ended.areAllOfPayloads(); t++) {
      int threads = grid.threads().value(t);
      ended.nextThreadCount();
      for (int r = 0; r < grid.requests().size() && !ended.areAllOfSteps(); r++) {
        int requests = grid.requests().value(r);
        for (Contender each : grid.contenders()) {
          Point point = grid.point(each, threads, requests);
          if (!ended.has(each, requests)
              && (endsRow(cell(point)) || endsRound(point.repeated(fromRepetition)))) {
            ended.add(each, requests);
          }
        }
        for (int repetition = fromRepetition; repetition < toRepetition; repetition++) {
          List<Contender> open = new ArrayList<>();
          for (Contender each : grid.round(threads, requests, repetition)) {
            Point point = grid.point(each, threads, requests).repeated(repetition);
            if (!ended.has(each, requests) && ledger.state(point) == Ledger.State.OPEN) {
              open.add(each);
            }
          }
          if (!open.isEmpty()) {
            return Optional.of(new Todo(threads, requests, repetition, open));
          }
        }
        if (r == 0 && grid.threads().isOpenEnded() && ended.areAllOfSteps()) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /** Towards an open end, a failure ends its row for a round over the whole grid. */
  private boolean endsRound(Point point) throws IOException {
    return wholeRounds
        && (grid.threads().isOpenEnded() || grid.requests().isOpenEnded())
        && ledger.state(point) == Ledger.State.FAILED;
  }

  /** A rule for more and more requests; payloads are each by itself, and end where threads do. */
  private boolean endsRow(CellState cell) {
    boolean hasRows =
        grid.hasSteps() ? stopRule == StopRule.FAILED_CELL_ENDS_ROW : grid.threads().isOpenEnded();
    return hasRows && cell.hasFailed();
  }

  private Optional<Todo> findShuffled() throws IOException {
    Map<Cell, Integer> rowEnds = new HashMap<>();
    for (Cell each : grid.shuffled(0)) {
      if (endsRow(cell(point(each)))) {
        rowEnds.merge(row(each), each.requestNum(), Math::min);
      }
    }
    for (int repetition = 0; repetition < grid.repetitions(); repetition++) {
      for (Cell each : grid.shuffled(repetition)) {
        boolean hasEnded = each.requestNum() >= rowEnds.getOrDefault(row(each), Integer.MAX_VALUE);
        Point point = point(each).repeated(repetition);
        if (!hasEnded && ledger.state(point) == Ledger.State.OPEN) {
          List<Contender> alone = List.of(each.contender());
          return Optional.of(new Todo(each.threadNum(), each.requestNum(), repetition, alone));
        }
      }
    }
    return Optional.empty();
  }

  private Point point(Cell cell) {
    return grid.point(cell.contender(), cell.threadNum(), cell.requestNum());
  }

  /** All cells of a row have it in common. */
  private static Cell row(Cell cell) {
    return new Cell(cell.contender(), cell.threadNum(), 0);
  }

  boolean hasFailed(Point first) throws IOException {
    return cell(first).hasFailed();
  }

  /**
   * What has become of all repetitions of one cell.
   *
   * @param hasFailed whether the cell has failed, by which its technology's row may end: once more
   *     than half of the repetitions have by which that is judged. A single failure among several
   *     is an accident of its process; a cell of one repetition fails with it, as in the paper.
   */
  private record CellState(List<Point> done, List<Point> failed, int open, boolean hasFailed) {

    boolean wasTried() {
      return !done.isEmpty() || !failed.isEmpty();
    }
  }

  private CellState cell(Point first) throws IOException {
    List<Point> done = new ArrayList<>();
    List<Point> failed = new ArrayList<>();
    int failedOfJudged = 0;
    for (int repetition = 0; repetition < grid.repetitions(); repetition++) {
      Point point = first.repeated(repetition);
      switch (ledger.state(point)) {
        case DONE -> done.add(point);
        case FAILED -> {
          failed.add(point);
          failedOfJudged += repetition < judged ? 1 : 0;
        }
        case OPEN -> {}
      }
    }
    int open = grid.repetitions() - done.size() - failed.size();
    return new CellState(done, failed, open, 2 * failedOfJudged > judged);
  }

  public Tally tally() throws IOException {
    List<Point> results = new ArrayList<>();
    List<Point> failures = new ArrayList<>();
    long open = 0;
    long skipped = 0;
    List<String> endedRows = new ArrayList<>();
    List<String> incomplete = new ArrayList<>();
    EndedRows ended = new EndedRows();
    for (int t = 0; t < grid.threads().size(); t++) {
      int threads = grid.threads().value(t);
      ended.nextThreadCount();
      long skippedHere = 0;
      boolean any = false;
      for (Contender each : grid.contenders()) {
        for (int r = 0; r < grid.requests().size(); r++) {
          int requests = grid.requests().value(r);
          CellState cell = cell(grid.point(each, threads, requests));
          results.addAll(cell.done());
          failures.addAll(cell.failed());
          open += cell.open();
          any |= cell.wasTried();
          if (!cell.wasTried() && grid.requests().isOpenEnded()) {
            break; // nothing lies beyond
          }
          if (endsRow(cell)) {
            if (!ended.has(each, requests)) {
              endedRows.add(
                  "%s at %d threads%s".formatted(each, threads, grid.where(" from ", requests)));
            }
            ended.add(each, requests);
          } else if (!cell.failed().isEmpty()) {
            incomplete.add(
                "%s at %d threads%s: %d of %d repetitions"
                    .formatted(
                        each,
                        threads,
                        grid.where(" x ", requests),
                        cell.failed().size(),
                        grid.repetitions()));
          }
          skippedHere += ended.has(each, requests) ? cell.open() : 0;
        }
      }
      if (!any && grid.threads().isOpenEnded()) {
        break; // nobody went so far
      }
      skipped += skippedHere;
    }
    return new Tally(results, failures, skipped, open - skipped, endedRows, incomplete);
  }
}
