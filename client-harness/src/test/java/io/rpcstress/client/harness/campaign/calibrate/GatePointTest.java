package io.rpcstress.client.harness.campaign.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.plan.SweepGrid.SweepOrder;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.RequestMode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every cell of a grid lies between points whose gate is measured. */
class GatePointTest {

  @Test
  void thePapersGridHasTheGateAtThePapersThreadCountsAndElevenRequestCounts() {
    List<GatePoint> points = GatePoint.of(grid("10:990:10", "10:1000:10", RequestMode.TOTAL));
    Set<Integer> threads = values(points, true);
    assertThat(threads).containsExactly(10, 110, 210, 310, 410, 510, 610, 710, 810, 910, 990);
    assertThat(values(points, false))
        .containsExactly(10, 110, 210, 310, 410, 510, 610, 710, 810, 910, 1_000);
    assertThat(points).hasSize(121).doesNotHaveDuplicates();
  }

  @Test
  void aSmallGridHasThreeThreadCountsWithBothEndsOfItsRequests() {
    assertThat(GatePoint.of(grid("10,100,990", "100,500,900", RequestMode.TOTAL)))
        .containsExactly(
            new GatePoint(10, 100),
            new GatePoint(10, 900),
            new GatePoint(100, 100),
            new GatePoint(100, 900),
            new GatePoint(990, 100),
            new GatePoint(990, 900));
    assertThat(GatePoint.of(grid("7", "20", RequestMode.TOTAL)))
        .containsExactly(new GatePoint(7, 20));
    assertThat(GatePoint.of(grid("1:3:1", "10", RequestMode.TOTAL)))
        .containsExactly(new GatePoint(1, 10), new GatePoint(2, 10), new GatePoint(3, 10));
  }

  @Test
  void theFloorsLoseNoTimeToTheGateOfMorePointsThanTheyHaveThreadCounts() {
    assertThat(GatePoint.ofTheBudget(Duration.ofSeconds(4), 3)).isEqualTo(Duration.ofSeconds(4));
    assertThat(GatePoint.ofTheBudget(Duration.ofSeconds(8), 6)).isEqualTo(Duration.ofSeconds(4));
    assertThat(GatePoint.ofTheBudget(Duration.ofSeconds(121), 121))
        .isEqualTo(Duration.ofSeconds(3));
    assertThat(GatePoint.ofTheBudget(Duration.ZERO, 0)).as("all were kept").isZero();
  }

  private static Set<Integer> values(List<GatePoint> points, boolean ofThreads) {
    return points.stream()
        .map(point -> ofThreads ? point.threads() : point.calls())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static SweepGrid grid(String threads, String requests, RequestMode mode) {
    return new SweepGrid(
        List.of(
            new Contender("rpcx", "example"),
            new Contender("grpc", "example"),
            new Contender("openfeign", "example")),
        Axis.parse(threads),
        Axis.parse(requests),
        mode,
        new SweepOrder("paper", 1, 7, true),
        Dimensions.NONE,
        List.of(),
        List.of());
  }
}
