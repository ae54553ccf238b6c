package io.rpcstress.client.harness.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.client.harness.point.PointFailure;
import io.rpcstress.client.harness.point.PointListener;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What a child tells arrives whole at its parent. */
class PointEventsTest {

  /** Keeps what it is told. */
  private static final class Heard implements PointListener {
    final List<Object> all = new ArrayList<>();

    @Override
    public void run(Run run, Histogram latencies) {
      all.add(run);
      all.add(latencies);
    }

    @Override
    public void warning(String line) {
      all.add(line);
    }

    @Override
    public void failed(PointFailure failure) {
      all.add(failure);
    }
  }

  @Test
  void whatIsWrittenIsRead() {
    Histogram latencies = new Histogram(3);
    latencies.recordValue(12_345);
    Run run =
        new Run(
            new Point("grpc", "tuned", 7, 100, RequestMode.PER_THREAD),
            2,
            3,
            1_234_567,
            new CallCounts(700, 698, 1, 1, 0),
            null,
            Latency.of(latencies),
            Cost.UNKNOWN,
            new Conditions("greet", 16L, Conditions.CLOSED, "pool:15", 15L),
            new TreeSet<>(List.of("served-mismatch")),
            Instant.parse("2026-01-02T03:04:05.678901234Z"));
    PointFailure failure =
        new PointFailure(FailureCause.WRONG_REPLY, "asked \"a\",\nanswered", Map.of("refused", 3L));

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PointListener writer =
        PointEvents.writer(new PrintStream(bytes, false, StandardCharsets.UTF_8));
    writer.run(run, latencies);
    writer.warning("mind the gap");
    writer.failed(failure);

    Heard heard = new Heard();
    bytes.toString(StandardCharsets.UTF_8).lines().forEach(line -> PointEvents.read(line, heard));
    assertThat(heard.all).containsExactly(run, latencies, "mind the gap", failure);
  }

  @Test
  void aLineThatIsNoEventIsRefused() {
    for (String line :
        List.of("", "{", "[]", "{}", "{\"event\":\"other\"}", "{\"event\":\"run\"}")) {
      assertThatThrownBy(() -> PointEvents.read(line, new Heard()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
