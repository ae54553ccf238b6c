package io.rpcstress.client.harness.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PointTableTest {

  @Test
  void eachFlagIsExplainedOnceWithWhatToDo() {
    String table = print(run(0, "client-cpu"), run(1, "client-cpu", "jitter"), run(2));
    assertThat(table)
        .contains("order 0 is doubtful: client-cpu")
        .contains("order 1 is doubtful: client-cpu, jitter")
        .containsOnlyOnce(Flag.CLIENT_CPU.meaning())
        .contains(Flag.CLIENT_CPU.advice())
        .containsOnlyOnce(Flag.JITTER.meaning());
  }

  @Test
  void aFlagOfAnotherVersionIsShownAsItIs() {
    assertThat(print(run(0, "moonphase"))).contains("order 0 is doubtful: moonphase");
  }

  @Test
  void cleanRunsHaveNoLineOfDoubt() {
    assertThat(print(run(0), run(1))).doesNotContain("doubtful");
  }

  /** Scripts cut these lines at their columns. */
  @Test
  void columnsStayWhereTheyAre() {
    assertThat(print(run(0), run(1)).lines())
        .contains(
            "  order      time ms          TPS      calls/s        ok     p50 us     p99 us A us/call B us/call",
            "      0        1.000      10000.0      10000.0        10                                          ",
            "average        1.000      10000.0      10000.0                                                    ");
  }

  private static String print(Run... runs) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PointTable.print(List.of(runs), new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static Run run(int order, String... flags) {
    return new Run(
        new Point("tcp", Point.EXAMPLE, 1, 10, RequestMode.TOTAL),
        4,
        order,
        1_000,
        new CallCounts(10, 10, 0, 0, 0),
        10L,
        Latency.of(new Histogram(2)),
        Cost.UNKNOWN,
        new Conditions("greet", 16L, Conditions.CLOSED, "per-thread", 1L),
        new TreeSet<>(List.of(flags)),
        Instant.EPOCH);
  }
}
