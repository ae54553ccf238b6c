package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which process a row's server was. */
class ServerInRowsTest {

  private static final Instant STARTED = Instant.parse("2026-01-31T12:00:00.123Z");

  private final List<Run> rows = new ArrayList<>();

  private final PointListener keeping =
      new PointListener() {
        @Override
        public void run(Run run, Histogram latencies) {
          rows.add(run);
        }

        @Override
        public void warning(String line) {}

        @Override
        public void failed(PointFailure failure) {}
      };

  private static Run measured() {
    Point point = new Point("tcp", Point.EXAMPLE, 1, 5, RequestMode.TOTAL);
    return new Run(
            point,
            4,
            1,
            1_000,
            CallCounts.allOk(5),
            null,
            new Latency(null, null, null, null, null),
            Cost.UNKNOWN,
            new Conditions("greet", 16L, Conditions.CLOSED, "per-thread", null),
            SelfWatch.UNKNOWN,
            new TreeSet<>(),
            STARTED)
        .with(Circumstances.builder().callsUnderWay(0.5).build());
  }

  private Circumstances row(String fresh, @Nullable ServerUsage told) {
    new ServerInRows(keeping, fresh, told).run(measured(), new Histogram(3));
    return rows.get(0).circumstances();
  }

  private static ServerUsage told(long started, long process) {
    return new ServerUsage("tcp", "example", started, process, 0, 0, 0, ProcessUsage.NOTHING_KNOWN);
  }

  @Test
  void aRowSaysWhichProcessItsServerWasAndKeepsWhatItKnew() {
    assertThat(row("round", told(STARTED.toEpochMilli(), 4711)))
        .isEqualTo(
            Circumstances.builder()
                .callsUnderWay(0.5)
                .fresh("round")
                .server(STARTED, "4711")
                .build());
  }
}
