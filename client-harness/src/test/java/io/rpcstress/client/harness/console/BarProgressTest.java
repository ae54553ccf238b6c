package io.rpcstress.client.harness.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.engine.load.LiveCounts;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a person sees of a measurement: of the whole between points, of a rate each second. */
class BarProgressTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long now;

  private String shown() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text.strip();
  }

  @Test
  void theBarIsDrawnWhereAPointBeginsAndNowhereElse() {
    Point point = new Point("grpc", "tuned", 10, 100, RequestMode.TOTAL);
    try (PrintStream stderr = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      BarProgress bar = new BarProgress(stderr, 4, () -> now);
      assertThat(shown()).isEmpty();
      bar.point(point);
      assertThat(shown())
          .isEqualTo("[" + " ".repeat(20) + "] 0 of 4 processes: grpc@tuned t10-r100");
      now += TimeUnit.SECONDS.toNanos(30);
      bar.point(point);
      assertThat(shown())
          .isEqualTo(
              "[#####"
                  + " ".repeat(15)
                  + "] 1 of 4 processes, about 90 s left: grpc@tuned t10-r100");
      bar.pause();
      bar.close();
      assertThat(bytes.toString(StandardCharsets.UTF_8)).as("the line is left once").hasSize(1);
    }
  }

  @Test
  void aLineASecondHasRatePercentileAndErrors() {
    assertThat(LiveLine.text(7, 1.25, new LiveCounts.Snapshot(12_500, 3, 1.25)))
        .isEqualTo("   7 s      10,000 calls/s  p99      1.250 ms  3 errors");
    assertThat(LiveLine.text(8, 1, new LiveCounts.Snapshot(0, 0, null)))
        .isEqualTo("   8 s           0 calls/s  p99      no reply  0 errors");
  }
}
