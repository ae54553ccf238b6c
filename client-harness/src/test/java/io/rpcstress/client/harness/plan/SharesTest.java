package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.engine.load.OpenLoop;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each of several client hosts does of a point. */
final class SharesTest {

  private static Point whole(int threads, int requests, RequestMode mode, int hosts) {
    return new Point("tcp", Point.EXAMPLE, threads, requests, mode)
        .with(Dimension.CLIENT_HOSTS, Integer.toString(hosts));
  }

  /** How many calls each thread makes, in order of size. */
  private static List<Integer> ofThreads(Point point) {
    List<Integer> calls = new ArrayList<>();
    for (int thread = 0; thread < point.threadNum(); thread++) {
      calls.add(point.requestMode().callsOf(thread, point.threadNum(), point.requestNum()));
    }
    return calls.stream().sorted().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "10,1000,2",
    "7,100,2",
    "7,100,3",
    "3,30,2",
    "10,3,2",
    "990,991,16",
    "2,2,2",
    "5,17,4"
  })
  void everyThreadMakesTheCallsThatItWouldMakeOnOneHost(int threads, int requests, int hosts) {
    Point whole = whole(threads, requests, RequestMode.TOTAL, hosts);

    List<Point> shares = Shares.of(whole);

    assertThat(shares).hasSize(hosts).allMatch(share -> share.clientHosts() == 1);
    assertThat(shares.stream().mapToInt(Point::threadNum).sum()).isEqualTo(threads);
    assertThat(shares.stream().mapToLong(Point::calls).sum()).isEqualTo(requests);
    assertThat(shares.stream().flatMap(share -> ofThreads(share).stream()).sorted())
        .isEqualTo(ofThreads(whole));
  }

  @Test
  void aTimedLoopSharesItsThreadsAndThoseThatCallFirst() {
    TimedLoad load = new TimedLoad(Duration.ofSeconds(2), Duration.ofSeconds(4), 3, null, 3);
    Point whole = Point.timed("tcp", Point.EXAMPLE, 9, load).with(Dimension.CLIENT_HOSTS, "2");

    List<Point> shares = Shares.of(whole);

    assertThat(shares).extracting(Point::threadNum).containsExactly(5, 4);
    assertThat(shares)
        .extracting(share -> share.dimensions().text(Dimension.WARMUP_THREADS))
        .containsExactly("2", "1");
    assertThat(shares)
        .extracting(share -> share.dimensions().text(Dimension.WINDOWS))
        .containsExactly("3", "3");
  }

  @Test
  void aRateIsSharedToTheLastCallAndRandomCallsAreDrawnApart() {
    OfferedLoad load = new OfferedLoad(ArrivalShape.POISSON, 101, 10, 1, 42);
    Point whole =
        new Point("tcp", Point.EXAMPLE, 4, 1_010, RequestMode.TOTAL, load)
            .with(Dimension.CLIENT_HOSTS, "2");

    List<OfferedLoad> shares = Shares.loads(load, 2);

    assertThat(shares).extracting(OfferedLoad::rate).containsExactly(51, 50);
    assertThat(shares).extracting(OfferedLoad::seed).doesNotHaveDuplicates();
    assertThat(Shares.of(whole)).extracting(Point::offered).isEqualTo(shares);
    assertThat(Shares.of(whole))
        .extracting(Point::requestNum)
        .containsExactlyElementsOf(
            shares.stream().map(share -> Math.toIntExact(OpenLoop.calls(share))).toList());
  }
}
