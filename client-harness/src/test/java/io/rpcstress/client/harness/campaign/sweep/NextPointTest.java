package io.rpcstress.client.harness.campaign.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.campaign.sweep.NextPoint.Todo;
import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.Experiment.StopRule;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.plan.SweepGrid.SweepOrder;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which point comes next, from files alone. */
class NextPointTest {

  private static final Contender RPCX = new Contender("rpcx", "example");
  private static final Contender GRPC = new Contender("grpc", "tuned");
  private static final Instant EARLY = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path sweep;

  private static SweepGrid grid(String threads, String requests, String order) {
    return grid(threads, requests, order, 1);
  }

  private static SweepGrid grid(String threads, String requests, String order, int repetitions) {
    return grid(threads, requests, order, repetitions, repetitions > 1);
  }

  private static SweepGrid grid(
      String threads, String requests, String order, int repetitions, boolean shuffled) {
    return new SweepGrid(
        List.of(RPCX, GRPC),
        Axis.parse(threads),
        Axis.parse(requests),
        RequestMode.TOTAL,
        new SweepOrder(order, repetitions, 7, shuffled),
        Dimensions.NONE,
        List.of(),
        List.of());
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
  private List<String> walk(SweepGrid grid, Predicate<Point> fails) throws IOException {
    return walk(grid, false, fails);
  }

  private List<String> walk(SweepGrid grid, boolean wholeRounds, Predicate<Point> fails)
      throws IOException {
    return walk(grid, next(grid, wholeRounds), fails);
  }

  private List<String> walk(SweepGrid grid, NextPoint next, Predicate<Point> fails)
      throws IOException {
    List<String> visited = new ArrayList<>();
    for (Optional<Todo> todo = next.find(); todo.isPresent(); todo = next.find()) {
      for (Contender each : todo.get().contenders()) {
        Point point =
            grid.point(each, todo.get().threadNum(), todo.get().requestNum())
                .repeated(todo.get().repetition());
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

  private NextPoint next(SweepGrid grid, boolean wholeRounds) {
    return new NextPoint(
        grid,
        new Ledger(sweep, Instant.MIN),
        wholeRounds,
        grid.repetitions(),
        StopRule.UNLESS_SAID);
  }

  @Test
  void neitherTechnologyIsAlwaysFirstAndTheOrderIsTheSameAgain() throws IOException {
    SweepGrid grid = grid("10:90:10", "100", SweepOrder.PAPER, 1, true);
    List<Contender> first = new ArrayList<>();
    NextPoint next = next(grid, false);
    for (Optional<Todo> one = next.find(); one.isPresent(); one = next.find()) {
      Todo todo = one.get();
      assertThat(todo.contenders()).containsExactlyInAnyOrder(RPCX, GRPC);
      assertThat(next.find()).as("asked again").contains(todo);
      first.add(todo.contenders().get(0));
      for (Contender each : todo.contenders()) {
        done(grid.point(each, todo.threadNum(), todo.requestNum()));
      }
    }
    assertThat(first).hasSize(9).contains(RPCX, GRPC);
  }

  @Test
  void thePapersOrderIsRowByRowWithAllTechnologiesAtEachPoint() throws IOException {
    assertThat(walk(grid("1,2", "5,6", SweepOrder.PAPER), point -> false))
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

  /** The paper's rule is one experiment's. */
  @ParameterizedTest
  @CsvSource({"paper, false", "paper, true", "random, false"})
  void withoutARuleAFailedCellEndsNothing(String order, boolean wholeRounds) throws IOException {
    SweepGrid grid = grid("1,2", "5,6,7", order, 2);
    Predicate<Point> fails = point -> point.technology().equals("rpcx") && point.requestNum() == 5;
    NextPoint next =
        new NextPoint(grid, new Ledger(sweep, Instant.MIN), wholeRounds, 2, StopRule.NONE);
    assertThat(walk(grid, next, fails)).hasSize(2 * 3 * 2 * 2).doesNotHaveDuplicates();
    NextPoint.Tally tally = next.tally();
    assertThat(tally.failed()).isEqualTo(4);
    assertThat(tally.skipped()).isZero();
    assertThat(tally.endedRows()).isEmpty();
    assertThat(tally.incomplete())
        .containsExactly(
            "rpcx at 1 threads x 5 requests: 2 of 2 repetitions",
            "rpcx at 2 threads x 5 requests: 2 of 2 repetitions");
  }

  @Test
  void aFailureEndsThatTechnologysRowAndNoOther() throws IOException {
    SweepGrid grid = grid("1,2", "5,6,7", SweepOrder.PAPER);
    List<String> visited =
        walk(grid, p -> p.technology().equals("grpc") && p.threadNum() == 1 && p.requestNum() == 6);
    assertThat(visited).hasSize(11).doesNotContain("grpc@tuned t1-r7");
    NextPoint.Tally tally = next(grid, false).tally();
    assertThat(tally.done()).isEqualTo(10);
    assertThat(tally.failed()).isEqualTo(1);
    assertThat(tally.skipped()).isEqualTo(1);
    assertThat(tally.endedRows()).containsExactly("grpc@tuned at 1 threads from 6 requests");
    assertThat(tally.incomplete()).isEmpty();
  }

  @Test
  void anOpenEndGoesOnUntilAllHaveFailed() throws IOException {
    List<String> visited =
        walk(
            grid("1::1", "10::10", SweepOrder.PAPER),
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
  void aRandomOrderVisitsEachOnceAndIsTheSameForTheSameSeed() throws IOException {
    SweepGrid grid = grid("1,2,3", "5,6,7", SweepOrder.RANDOM);
    List<String> visited = walk(grid, point -> false);
    assertThat(visited).hasSize(18);
    assertThat(new HashSet<>(visited)).hasSize(18);
    assertThat(visited)
        .isEqualTo(
            grid.shuffled(0).stream()
                .map(cell -> grid.point(cell.contender(), cell.threadNum(), cell.requestNum()))
                .map(point -> point.directoryName() + " " + point.fileStem())
                .toList());
  }

  /** The rounds of a point, each with the technologies that took part. */
  private static List<List<String>> rounds(List<String> visited, String stem) {
    List<List<String>> rounds = new ArrayList<>();
    for (String each : visited) {
      String[] words = each.split(" ", -1);
      if (words[1].equals(stem) || words[1].startsWith(stem + "-p")) {
        int round =
            words[1].equals(stem) ? 0 : Integer.parseInt(words[1].substring(stem.length() + 2));
        while (rounds.size() <= round) {
          rounds.add(new ArrayList<>());
        }
        rounds.get(round).add(words[0]);
      }
    }
    return rounds;
  }

  @Test
  void repeatedInThePapersOrderAPointHasWholeRoundsAndNotAlwaysTheSameFirst() throws IOException {
    List<String> visited = walk(grid("1", "5,6", SweepOrder.PAPER, 12), point -> false);

    assertThat(visited).hasSize(48);
    assertThat(visited.subList(0, 24)).allMatch(each -> each.contains("t1-r5"));
    List<List<String>> rounds = rounds(visited, "t1-r5");
    assertThat(rounds).hasSize(12);
    assertThat(rounds).allSatisfy(r -> assertThat(r).containsOnly("rpcx", "grpc@tuned").hasSize(2));
    assertThat(rounds.stream().map(round -> round.get(0)).distinct()).hasSize(2);
    assertThat(rounds).isNotEqualTo(rounds(visited, "t1-r6"));
  }

  @ParameterizedTest
  @ValueSource(strings = {SweepOrder.PAPER, SweepOrder.RANDOM})
  void aSingleFailedRepetitionCostsItselfOnly(String order) throws IOException {
    SweepGrid grid = grid("1", "5,6", order, 3);
    List<String> visited =
        walk(grid, p -> p.technology().equals("grpc") && p.fileStem().equals("t1-r5-p1"));

    assertThat(visited).hasSize(12);
    NextPoint.Tally tally = next(grid, false).tally();
    assertThat(List.of(tally.done(), tally.failed(), tally.skipped())).containsExactly(11L, 1L, 0L);
    assertThat(tally.endedRows()).isEmpty();
    assertThat(tally.incomplete())
        .containsExactly("grpc@tuned at 1 threads x 5 requests: 1 of 3 repetitions");
  }

  @ParameterizedTest
  @ValueSource(strings = {SweepOrder.PAPER, SweepOrder.RANDOM})
  void aCellOfWhichMostRepetitionsFailedEndsItsRowAndWhatItLacks(String order) throws IOException {
    SweepGrid grid = grid("1", "5,6", order, 5);
    List<String> visited = walk(grid, p -> p.technology().equals("grpc") && p.requestNum() == 5);

    assertThat(visited.stream().filter(each -> each.startsWith("grpc@tuned t1-r5"))).hasSize(3);
    assertThat(visited.stream().filter(each -> each.startsWith("rpcx"))).hasSize(10);
    NextPoint.Tally tally = next(grid, false).tally();
    assertThat(tally.done() + tally.failed() + tally.skipped()).isEqualTo(20);
    assertThat(tally.failed()).isEqualTo(3);
    assertThat(tally.endedRows()).containsExactly("grpc@tuned at 1 threads from 5 requests");
    if (order.equals(SweepOrder.PAPER)) {
      assertThat(tally.skipped()).isEqualTo(7);
    }
  }

  @Test
  void withNewServersForEachRoundARoundIsTheWholeGridInThePapersOrder() throws IOException {
    List<String> visited = walk(grid("1,2", "5,6", SweepOrder.PAPER, 3), true, point -> false);

    assertThat(visited).hasSize(24);
    for (int round = 0; round < 3; round++) {
      String ending = round == 0 ? "" : "-p" + round;
      List<String> own = visited.subList(8 * round, 8 * round + 8);
      assertThat(own.stream().map(each -> each.replaceAll(".* ", "")).distinct())
          .containsExactly("t1-r5" + ending, "t1-r6" + ending, "t2-r5" + ending, "t2-r6" + ending);
    }
  }

  @Test
  void inWholeRoundsAnOpenEndIsReachedInEachRound() throws IOException {
    List<String> visited =
        walk(
            grid("1::1", "10::10", SweepOrder.PAPER, 2),
            true,
            p -> p.threadNum() > 1 || p.requestNum() >= (p.technology().equals("rpcx") ? 30 : 20));
    assertThat(visited)
        .containsExactlyInAnyOrder(
            "rpcx t1-r10",
            "grpc@tuned t1-r10",
            "rpcx t1-r20",
            "grpc@tuned t1-r20",
            "rpcx t1-r30",
            "rpcx t2-r10",
            "grpc@tuned t2-r10",
            "rpcx t1-r10-p1",
            "grpc@tuned t1-r10-p1",
            "rpcx t1-r20-p1",
            "grpc@tuned t1-r20-p1",
            "rpcx t1-r30-p1",
            "rpcx t2-r10-p1",
            "grpc@tuned t2-r10-p1");
    assertThat(visited.subList(0, 7)).noneMatch(each -> each.endsWith("-p1"));
  }

  private static SweepGrid payloads(String threads, int repetitions) {
    List<String> payloads = List.of("elements=1", "elements=900");
    TimedLoad load = new TimedLoad(Duration.ZERO, Duration.ofSeconds(1), 1, null);
    return new SweepGrid(
        List.of(RPCX, GRPC),
        Axis.parse(threads),
        SweepGrid.places(payloads),
        RequestMode.TOTAL,
        new SweepOrder(SweepOrder.PAPER, repetitions, 7, false),
        Point.dimensionsOf(load),
        List.of(),
        payloads);
  }

  private static String withPayload(Point point) {
    return "%s %d %s"
        .formatted(
            point.technology(), point.threadNum(), point.dimensions().text(Dimension.PAYLOAD));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Timeout(60)
  void towardsAnOpenEndOfThreadsEachPayloadsRowEndsByItself(boolean wholeRounds)
      throws IOException {
    SweepGrid grid = payloads("10::10", 1);
    List<String> seen = new ArrayList<>();
    walk(
        grid,
        wholeRounds,
        point -> {
          seen.add(withPayload(point));
          return point.technology().equals("grpc")
              ? point.threadNum() == 20
              : point.threadNum() == (withPayload(point).endsWith("=1") ? 30 : 10);
        });

    assertThat(seen)
        .containsExactlyInAnyOrder(
            "rpcx 10 elements=1",
            "rpcx 10 elements=900",
            "grpc 10 elements=1",
            "grpc 10 elements=900",
            "rpcx 20 elements=1",
            "grpc 20 elements=1",
            "grpc 20 elements=900",
            "rpcx 30 elements=1");
    NextPoint.Tally tally = next(grid, wholeRounds).tally();
    assertThat(tally.done()).isEqualTo(4);
    assertThat(tally.failed()).isEqualTo(4);
    assertThat(tally.skipped()).as("one at 20 threads, three at 30").isEqualTo(4);
    assertThat(tally.endedRows())
        .containsExactly(
            "rpcx at 10 threads, elements=900",
            "grpc@tuned at 20 threads, elements=1",
            "grpc@tuned at 20 threads, elements=900",
            "rpcx at 30 threads, elements=1");
    assertThat(tally.incomplete()).isEmpty();
  }

  @Test
  void ofPayloadsWithAnEndOfThreadsAFailedCellEndsNothing() throws IOException {
    assertThat(walk(payloads("10,20", 1), point -> point.threadNum() == 10)).hasSize(8);
  }
}
