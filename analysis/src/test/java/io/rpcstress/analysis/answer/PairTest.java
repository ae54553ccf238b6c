package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.sample.Cells.around;
import static io.rpcstress.analysis.sample.Cells.cell;
import static io.rpcstress.analysis.sample.Cells.repeated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.statistics.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairTest {

  @Test
  void aSinglePointOfSingleProcessesCarriesNoVerdict() {
    Pair found =
        Pairs.counted(
            cell(2, point("grpc", 10), around(80)), cell(1, point("rpcx", 10), around(40)));

    assertThat(found.ratio().unit()).isEqualTo(Unit.RUN);
    assertThat(found.ratio().interval().low()).as("the interval is shown").isGreaterThan(1.9);
    assertThat(found.verdict()).isEqualTo(Verdict.NONE);
    assertThat(found.leaning()).isEqualTo(Verdict.SLOWER);
  }

  @Test
  void theUnitIsTheProcessHoweverCloseTheRunsInItAre() {
    // Runs within 1 % of each other, processes 30 % apart: over runs a difference would be shown.
    Cell one =
        repeated(1, point("rpcx", 10), around(40), around(52), around(44), around(48), around(42));
    Cell other =
        repeated(2, point("grpc", 10), around(46), around(41), around(53), around(43), around(49));

    Pair found = Pairs.counted(other, one);

    assertThat(found.ratio().unit()).isEqualTo(Unit.PROCESS);
    assertThat(found.ratio().interval().spans(1)).isTrue();
    assertThat(found.verdict()).isEqualTo(Verdict.TOO_CLOSE);
  }

  /** Five clients of one server are five looks at that server, not at the technology. */
  @Test
  void theUnitIsTheServerWhereSeveralClientsShareOne() {
    Random random = new Random(7);
    Cell one = served(random, "rpcx", 40, "a", "a", "b", "b", "c", "c");
    Cell other = served(random, "grpc", 60, "x", "x", "y", "y", "z", "z");

    Pair found = Pairs.counted(other, one);

    assertThat(found.ratio().unit()).isEqualTo(Unit.SERVER);
    assertThat(found.verdict()).isEqualTo(Verdict.SLOWER);
    double wide = Math.log(found.ratio().interval().width());
    Cell shared = served(new Random(7), "rpcx", 40, "a", "a", "a", "a", "a", "a");
    Pair clients = Pairs.counted(other, shared);
    assertThat(clients.ratio().unit()).as("one side's server never varied").isEqualTo(Unit.CLIENT);
    assertThat(Math.log(clients.ratio().interval().width())).isLessThan(wide * 10);
  }

  /** Processes of one round were measured together, and meet each other. */
  @Test
  void aFailedProcessLeavesItsRoundToNobody() {
    Cell whole = repeated(1, point("rpcx", 10), around(40), around(50), around(60));

    assertThat(Sample.of(whole, ProcessRuns::timeTotalAvg).processes()).containsOnlyKeys(0, 1, 2);
    Sample left = Sample.of(Cells.without(whole, 0), ProcessRuns::timeTotalAvg);
    assertThat(left.processes()).containsOnlyKeys(1, 2);
    assertThat(left.processes())
        .hasEntrySatisfying(2, last -> assertThat(last.value()).isCloseTo(60, within(1e-9)));
  }

  @Test
  void aTechnologyAgainstItselfTies() {
    Random random = new Random(3);
    for (int threads : List.of(10, 100, 990)) {
      Cell one = noisy(random, "rpcx", threads, 40);
      Pair pair = Pairs.counted(noisy(random, "rpcx", threads, 40), one);
      assertThat(pair.verdict()).isEqualTo(Verdict.TOO_CLOSE);
      assertThat(pair.isOfOneMeasurement()).isFalse();
      assertThat(Pairs.counted(one, one).isOfOneMeasurement()).isTrue();
    }
  }

  /** One process a server name, within 4 % of each other. */
  private static Cell served(Random random, String technology, double ms, String... servers) {
    double[][] times = new double[servers.length][];
    Arrays.setAll(times, i -> around(ms * (0.98 + random.nextDouble() / 25)));
    Cell cell = repeated(technology.equals("rpcx") ? 1 : 2, point(technology, 10), times);
    return Cells.onServers(cell, servers);
  }

  /** Five processes within 4 % of each other. */
  private static Cell noisy(Random random, String technology, int threads, double ms) {
    double[][] times = new double[5][];
    Arrays.setAll(times, i -> around(ms * (0.98 + random.nextDouble() / 25)));
    return repeated(technology.equals("rpcx") ? 1 : 2, point(technology, threads), times);
  }

  private static Point point(String technology, int threads) {
    return SweepGenerator.point(technology, threads, 100, RequestMode.TOTAL);
  }
}
