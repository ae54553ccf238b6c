package io.rpcstress.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NestedTest {

  private static final int EXPERIMENTS = 2_000;
  private static final double BETWEEN = 0.08;
  private static final double WITHIN = 0.05;

  /** Each value a server of its own. */
  static List<double[]> alone(double... values) {
    return Arrays.stream(values).mapToObj(value -> new double[] {value}).toList();
  }

  private static List<double[]> servers(Random random, double level, int servers, int clients) {
    List<double[]> all = new ArrayList<>();
    for (int server = 0; server < servers; server++) {
      double own = level * Math.exp(BETWEEN * random.nextGaussian());
      double[] values = new double[clients];
      Arrays.setAll(values, i -> own * Math.exp(WITHIN * random.nextGaussian()));
      all.add(values);
    }
    return all;
  }

  private static double[] pooled(List<double[]> servers) {
    return servers.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "3, 3", "5, 1", "5, 2", "5, 5", "9, 3"})
  void theTrueRatioIsInsideAsOftenAsPromised(int servers, int clients) {
    Random random = new Random(31);
    int inside = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      Interval found =
          Nested.ratio(
              servers(random, 120, servers, clients), servers(random, 100, servers, clients));
      inside += found.spans(1.2) ? 1 : 0;
    }
    assertThat(inside).isBetween(EXPERIMENTS * 93 / 100, EXPERIMENTS * 97 / 100);
  }

  /** What counting the clients of few servers as independent would say. */
  @Test
  void anIntervalOverPooledClientsIsFarTooNarrow() {
    Random random = new Random(32);
    int pooled = 0;
    int nested = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      List<double[]> slower = servers(random, 120, 3, 5);
      List<double[]> reference = servers(random, 100, 3, 5);
      pooled += Bootstrap.ratioOfMeans(pooled(slower), pooled(reference), i).spans(1.2) ? 1 : 0;
      nested += Nested.ratio(slower, reference).spans(1.2) ? 1 : 0;
    }
    assertThat(pooled).isLessThan(EXPERIMENTS * 80 / 100);
    assertThat(nested).isGreaterThan(EXPERIMENTS * 93 / 100);
  }

  @Test
  void theTrueGeometricMeanIsInsideAsOftenAsPromised() {
    Random random = new Random(34);
    int inside = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      inside += Nested.geometricMean(servers(random, 2, 5, 3)).spans(2) ? 1 : 0;
    }
    assertThat(inside).isBetween(EXPERIMENTS * 93 / 100, EXPERIMENTS * 97 / 100);
  }

  /** Of the others nothing but their median is known; they come from the same servers. */
  @ParameterizedTest
  @CsvSource({"3, 1", "5, 1", "5, 2", "5, 3", "5, 5", "9, 3"})
  void whatTiesWithTheMedianOfItsLikeIsInsideAsOftenAsPromised(int servers, int others) {
    Random random = new Random(36);
    int inside = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      double[] values = pooled(servers(random, 100, others, 1));
      Arrays.sort(values);
      double median = (values[(others - 1) / 2] + values[others / 2]) / 2;
      inside += Nested.byMedian(servers(random, 100, servers, 1), median, others).spans(1) ? 1 : 0;
    }
    assertThat(inside).isBetween(EXPERIMENTS * 93 / 100, EXPERIMENTS * 98 / 100);
  }

  @Test
  void aMedianAloneWidensTheIntervalOfTheMean() {
    List<double[]> groups = alone(100, 104, 98, 101, 97);
    double mean = Nested.geometricMean(groups).value();
    Interval single = Nested.byMedian(groups, mean, 1);
    assertThat(single.value()).isEqualTo(1, within(1e-12));
    assertThat(single.width()).isGreaterThan(Nested.byMedian(groups, mean, 5).width());
    assertThat(Nested.byMedian(groups, mean, 5).width())
        .isGreaterThan(Nested.geometricMean(groups).width());
    assertThat(Nested.byMedian(groups, mean / 2, 5).spans(1)).isFalse();
    assertThat(Nested.byMedian(alone(100), 50, 5).isKnown()).isFalse();
    assertThat(Nested.byMedian(alone(100), 50, 5).value()).isEqualTo(2, within(1e-12));
  }

  @Test
  void oneServerOrValuesAllAlikeGiveNoInterval() {
    List<double[]> one = List.of(new double[] {10, 11, 12});
    Interval found = Nested.ratio(one, alone(5, 6, 7));
    assertThat(found.isKnown()).isFalse();
    assertThat(found.pValue()).isNaN();
    assertThat(Nested.ratio(alone(4, 4), alone(2, 2)).isKnown()).isFalse();
    assertThat(Nested.ratio(alone(4, 4), alone(2, 2)).value()).isEqualTo(2, within(1e-12));
    assertThat(Nested.geometricMean(alone(3)).isKnown()).isFalse();
  }

  @Test
  void thePValueIsWhereTheIntervalTouchesOne() {
    Interval found = Nested.ratio(alone(110, 121, 118), alone(100, 97, 104));
    assertThat(found.pValue() <= Holm.LEVEL).isEqualTo(!found.spans(1));
    assertThat(found.value() / found.low()).isEqualTo(found.high() / found.value(), within(1e-12));
  }
}
