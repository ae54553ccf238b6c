package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dimension is declared once; names, rows, failures and identity carry it. */
final class DimensionsTest {

  private static final TimedLoad TIMED =
      new TimedLoad(Duration.ofSeconds(10), Duration.ofSeconds(10), 5, null);

  @TempDir Path sweep;

  @Test
  void aDimensionGoesThroughNameCsvFailureAndIdentity() throws IOException {
    Point direct = Samples.POINT;
    Point proxied = direct.with(Dimension.PATH, "haproxy");
    RawFiles files = new RawFiles(sweep);
    Run run = Samples.run(proxied);
    Histogram histogram = new Histogram(3);

    assertThat(files.csv(proxied)).endsWithRaw(Path.of("raw/rpcx/t7-r100-via-haproxy.csv"));
    assertThat(proxied).isNotEqualTo(direct).isEqualTo(direct.with(Dimension.PATH, "haproxy"));
    assertThat(proxied.with(Dimension.PATH, "direct")).isEqualTo(direct);
    assertThat(proxied.repeated(2).fileStem()).isEqualTo("t7-r100-via-haproxy-p2");
    assertThat(proxied).hasToString("rpcx 7 threads x 100 requests (total), path haproxy");

    files.write(List.of(run), List.of(histogram));
    assertThat(files.isComplete(proxied)).isTrue();
    assertThat(files.isComplete(direct)).isFalse();
    assertThat(RunCsv.read(files.csv(proxied)).runs()).containsExactly(run);
    assertThat(RunCsv.read(files.csv(proxied)).foreignColumns()).isEmpty();

    FailedPoint failed =
        new FailedPoint(
            proxied, FailureCause.TIMEOUT, "late", Map.of(), "run", Samples.AT, List.of());
    files.writeFailed(failed);
    assertThat(files.isComplete(proxied)).isFalse();
    assertThat(RawFiles.readFailed(files.failed(proxied))).isEqualTo(failed);
  }

  @Test
  void textIsReadBackAndDefaultsAreLeftOut() {
    Dimensions some =
        Dimensions.NONE
            .with(Dimension.PATH, "haproxy")
            .with(Dimension.PAYLOAD, "key=64,value=512")
            .with(Dimension.IN_FLIGHT, "1");

    assertThat(some).hasToString("payload=key=64,value=512;path=haproxy");
    assertThat(Dimensions.parse(some.toString())).isEqualTo(some);
    assertThat(Dimensions.parse("")).isEqualTo(Dimensions.NONE);
    assertThat(Samples.POINT.with(some).fileStem()).isEqualTo("t7-r100-key64-value512-via-haproxy");
    assertThat(some.count(Dimension.IN_FLIGHT)).isEqualTo(1);
  }

  @Test
  void whatIsNoValueIsRefusedByName() {
    Point point = Samples.POINT;
    assertThatThrownBy(() -> point.with(Dimension.IN_FLIGHT, "0"))
        .hasMessage("in-flight '0': a whole number, 1 to 999999999 expected");
    assertThatThrownBy(() -> point.with(Dimension.PATH, "../x"))
        .hasMessageContaining("path '../x'");
    assertThatThrownBy(() -> point.with(Dimension.PAYLOAD, "p=1"))
        .hasMessageContaining("look like a repetition");
    assertThatThrownBy(() -> point.with(Dimension.WINDOWS, "7"))
        .hasMessage("windows belongs to a timed loop");
    assertThatThrownBy(() -> Dimensions.parse("tiled=1"))
        .hasMessageContaining("'tiled' is no dimension: operation, payload");
  }

  @Test
  void aTimedPointHasNoRequestCount() {
    Point point = Point.timed("rpcx", Point.EXAMPLE, 10, TIMED);
    Point other =
        Point.timed(
            "rpcx",
            Point.EXAMPLE,
            10,
            new TimedLoad(
                Duration.ofMillis(1500), Duration.ofMillis(500), 3, Duration.ofSeconds(60)));

    assertThat(point.fileStem()).isEqualTo("t10-timed10s");
    assertThat(point.loadShape()).isEqualTo(LoadShape.TIMED);
    assertThat(point.timed()).isEqualTo(TIMED);
    assertThat(other.fileStem()).isEqualTo("t10-timed500ms-warmup1500ms-windows3-steady60s");
    assertThat(other.timed()).isNotNull();
    assertThat(other.timed().warmupCap()).isEqualTo(Duration.ofSeconds(60));
    assertThat(RunCsv.parse(Path.of("x"), RunCsv.format(List.of(Samples.run(other)))).runs())
        .containsExactly(Samples.run(other));
    assertThatThrownBy(() -> other.withRequests(7)).hasMessageContaining("neither a request count");
  }

  @Test
  void noTwoPointsShareAName() {
    Set<String> names = new HashSet<>();
    int points = 0;
    for (String operation : List.of("greet", "put")) {
      for (String payload : List.of("name=16", "name=1", "key=1")) {
        for (String inFlight : List.of("1", "11")) {
          for (String clients : List.of("1", "2")) {
            for (int repetition : new int[] {0, 1, 11}) {
              Point point =
                  Samples.POINT
                      .with(Dimension.OPERATION, operation)
                      .with(Dimension.PAYLOAD, payload)
                      .with(Dimension.IN_FLIGHT, inFlight)
                      .with(Dimension.CLIENTS, clients)
                      .repeated(repetition);
              names.add(point.fileStem());
              points++;
            }
          }
        }
      }
    }
    assertThat(names).hasSize(points);
  }

  @Test
  void asManyCallsCanBeUnderWayAsThreadsKeepInFlightAndNoMoreThanThereAre() {
    Point counted = new Point("rpcx", Point.EXAMPLE, 3, 100, RequestMode.TOTAL);
    assertThat(counted.mostUnderWay()).isEqualTo(3);
    assertThat(counted.with(Dimension.IN_FLIGHT, "20").mostUnderWay()).isEqualTo(60);
    assertThat(counted.with(Dimension.IN_FLIGHT, "64").mostUnderWay()).isEqualTo(100);
    assertThat(counted.with(Dimension.CLIENTS, "2").mostUnderWay()).as("of one").isEqualTo(3);
  }
}
