package io.rpcstress.client.harness.sweep;

import io.rpcstress.client.harness.sweep.Grid.Contender;
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
 * Says which point comes next, from the grid and the files alone. A point that failed ends its
 * technology's row, as in the paper: more requests at that thread count are skipped. An open end of
 * requests goes on until every technology's row has ended; an open end of threads until all fail at
 * the first request count.
 */
public final class NextPoint {

  private final Grid grid;
  private final Ledger ledger;

  /** Decides for a grid by what the ledger says. */
  public NextPoint(Grid grid, Ledger ledger) {
    this.grid = grid;
    this.ledger = ledger;
  }

  /**
   * One thread and request count, and the technologies that are to be measured there.
   *
   * @param threadNum thread count
   * @param requestNum request count
   * @param contenders in the grid's order, one or more
   */
  public record Todo(int threadNum, int requestNum, List<Contender> contenders) {}

  /** What is left over where rows ended early. */
  public record Tally(long done, long failed, long skipped, List<String> endedRows) {}

  /**
   * The next point; empty when every point is done, failed or skipped.
   *
   * @throws IOException if a failure file cannot be read
   */
  public Optional<Todo> find() throws IOException {
    return grid.order().equals(Grid.RANDOM) ? findShuffled() : findInOrder();
  }

  private Optional<Todo> findInOrder() throws IOException {
    for (int t = 0; t < grid.threads().size(); t++) {
      int threads = grid.threads().value(t);
      Set<Contender> ended = new HashSet<>();
      for (int r = 0; r < grid.requests().size() && ended.size() < grid.contenders().size(); r++) {
        int requests = grid.requests().value(r);
        List<Contender> open = new ArrayList<>();
        for (Contender each : grid.contenders()) {
          if (ended.contains(each)) {
            continue;
          }
          switch (ledger.state(grid.point(each, threads, requests))) {
            case OPEN -> open.add(each);
            case FAILED -> ended.add(each);
            case DONE -> {}
          }
        }
        if (!open.isEmpty()) {
          return Optional.of(new Todo(threads, requests, open));
        }
        if (r == 0 && grid.threads().isOpenEnded() && ended.size() == grid.contenders().size()) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Todo> findShuffled() throws IOException {
    Map<String, Integer> rowEnds = rowEnds();
    for (Point point : grid.shuffled()) {
      int end = rowEnds.getOrDefault(row(point), Integer.MAX_VALUE);
      if (point.requestNum() < end && ledger.state(point) == Ledger.State.OPEN) {
        return Optional.of(
            new Todo(
                point.threadNum(),
                point.requestNum(),
                List.of(new Contender(point.technology(), point.variant()))));
      }
    }
    return Optional.empty();
  }

  /** Row to the lowest request count that failed there. */
  private Map<String, Integer> rowEnds() throws IOException {
    Map<String, Integer> ends = new HashMap<>();
    for (Point point : grid.shuffled()) {
      if (ledger.state(point) == Ledger.State.FAILED) {
        ends.merge(row(point), point.requestNum(), Math::min);
      }
    }
    return ends;
  }

  private static String row(Point point) {
    return point.directoryName() + " " + point.threadNum();
  }

  /**
   * Adds up a sweep that is over.
   *
   * @throws IOException if a failure file cannot be read
   */
  public Tally tally() throws IOException {
    long done = 0;
    long failed = 0;
    long skipped = 0;
    List<String> endedRows = new ArrayList<>();
    for (int t = 0; t < grid.threads().size(); t++) {
      int threads = grid.threads().value(t);
      boolean any = false;
      for (Contender each : grid.contenders()) {
        boolean ended = false;
        for (int r = 0; r < grid.requests().size(); r++) {
          int requests = grid.requests().value(r);
          Ledger.State state = ledger.state(grid.point(each, threads, requests));
          done += state == Ledger.State.DONE ? 1 : 0;
          if (state == Ledger.State.FAILED) {
            failed++;
            if (!ended) {
              endedRows.add("%s at %d threads from %d requests".formatted(each, threads, requests));
            }
            ended = true;
          }
          any |= state != Ledger.State.OPEN;
          if (state == Ledger.State.OPEN) {
            if (grid.requests().isOpenEnded()) {
              break; // nothing lies beyond
            }
            skipped += ended ? 1 : 0;
          }
        }
      }
      if (!any && grid.threads().isOpenEnded()) {
        break;
      }
    }
    return new Tally(done, failed, skipped, endedRows);
  }
}
