package io.rpcstress.client.harness.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.sweep.Grid.Contender;
import io.rpcstress.client.harness.sweep.NextPoint.Todo;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RequestMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which point comes next, from files alone. */
class NextPointTest {

  private static final Contender RPCX = new Contender("rpcx", "example");
  private static final Contender GRPC = new Contender("grpc", "tuned");
  private static final Instant EARLY = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path sweep;

  private static Grid grid(String threads, String requests, String order) {
    return new Grid(
        List.of(RPCX, GRPC),
        Axis.parse(threads),
        Axis.parse(requests),
        RequestMode.TOTAL,
        order,
        7);
  }

  private void done(Point point) throws IOException {
    Path csv = new RawFiles(sweep).csv(point);
    Files.createDirectories(csv.getParent());
    Files.writeString(csv, "whole\n");
  }

  private void failed(Point point, Instant at) throws IOException {
    new RawFiles(sweep)
        .writeFailed(
            new FailedPoint(
                point, FailureCause.CALLS_FAILED, "planted", Map.of(), "redo", at, List.of()));
  }

  /** Walks a sweep to its end, as sweep.sh does; points of which the rule says so fail. */
  private List<String> walk(Grid grid, Predicate<Point> fails) throws IOException {
    List<String> visited = new ArrayList<>();
    NextPoint next = new NextPoint(grid, new Ledger(sweep, Instant.MIN));
    for (Optional<Todo> todo = next.find(); todo.isPresent(); todo = next.find()) {
      for (Contender each : todo.get().contenders()) {
        Point point = grid.point(each, todo.get().threadNum(), todo.get().requestNum());
        visited.add(each + " " + point.fileStem());
        if (fails.test(point)) {
          failed(point, EARLY);
        } else {
          done(point);
        }
      }
    }
    return visited;
  }

  @Test
  void thePapersOrderIsRowByRowWithAllTechnologiesAtEachPoint() throws IOException {
    assertThat(walk(grid("1,2", "5,6", Grid.PAPER), point -> false))
        .containsExactly(
            "rpcx t1-r5",
            "grpc@tuned t1-r5",
            "rpcx t1-r6",
            "grpc@tuned t1-r6",
            "rpcx t2-r5",
            "grpc@tuned t2-r5",
            "rpcx t2-r6",
            "grpc@tuned t2-r6");
  }

  @Test
  void whatIsOnDiskIsNotDoneAgain() throws IOException {
    Grid grid = grid("1,2", "5,6", Grid.PAPER);
    done(grid.point(RPCX, 1, 5));
    assertThat(walk(grid, point -> false)).hasSize(7).doesNotContain("rpcx t1-r5");
  }

  @Test
  void aFailureEndsThatTechnologysRowAndNoOther() throws IOException {
    Grid grid = grid("1,2", "5,6,7", Grid.PAPER);
    List<String> visited =
        walk(grid, p -> p.technology().equals("grpc") && p.threadNum() == 1 && p.requestNum() == 6);
    assertThat(visited).hasSize(11).doesNotContain("grpc@tuned t1-r7");
    NextPoint.Tally tally = new NextPoint(grid, new Ledger(sweep, Instant.MIN)).tally();
    assertThat(tally.done()).isEqualTo(10);
    assertThat(tally.failed()).isEqualTo(1);
    assertThat(tally.skipped()).isEqualTo(1);
    assertThat(tally.endedRows()).containsExactly("grpc@tuned at 1 threads from 6 requests");
  }

  @Test
  void anOpenEndGoesOnUntilAllHaveFailed() throws IOException {
    List<String> visited =
        walk(
            grid("1::1", "10::10", Grid.PAPER),
            p -> p.threadNum() > 2 || p.requestNum() >= (p.technology().equals("rpcx") ? 40 : 20));
    assertThat(visited)
        .containsExactly(
            "rpcx t1-r10",
            "grpc@tuned t1-r10",
            "rpcx t1-r20",
            "grpc@tuned t1-r20",
            "rpcx t1-r30",
            "rpcx t1-r40",
            "rpcx t2-r10",
            "grpc@tuned t2-r10",
            "rpcx t2-r20",
            "grpc@tuned t2-r20",
            "rpcx t2-r30",
            "rpcx t2-r40",
            "rpcx t3-r10",
            "grpc@tuned t3-r10");
  }

  @Test
  void failedPointsAreOpenAgainOnceWhereTheyAreToBeRedone() throws IOException {
    Grid grid = grid("1", "5", Grid.PAPER);
    Instant session = EARLY.plusSeconds(60);
    done(grid.point(GRPC, 1, 5));
    failed(grid.point(RPCX, 1, 5), EARLY);
    NextPoint next = new NextPoint(grid, new Ledger(sweep, session));
    assertThat(next.find()).contains(new Todo(1, 5, List.of(RPCX)));
    failed(grid.point(RPCX, 1, 5), session.plusSeconds(1));
    assertThat(next.find()).isEmpty();
  }

  @Test
  void aRandomOrderVisitsEachOnceAndIsTheSameForTheSameSeed() throws IOException {
    Grid grid = grid("1,2,3", "5,6,7", Grid.RANDOM);
    List<String> visited = walk(grid, point -> false);
    assertThat(visited).hasSize(18);
    assertThat(new HashSet<>(visited)).hasSize(18);
    assertThat(visited)
        .isEqualTo(
            grid.shuffled().stream().map(p -> p.directoryName() + " " + p.fileStem()).toList());
  }
}
