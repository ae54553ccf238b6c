package io.rpcstress.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.measure.statistics.ChangePoints.Change;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where a history changed. */
class ChangePointsTest {

  /**
   * The yearly flow of the Nile at Aswan from 1871 to 1970, 1e8 m3 (Cobb, Biometrika 65, 1978): it
   * fell in 1899, as is known.
   */
  private static final double[] NILE = {
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180,
    799, 958, 1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833,
    701, 916, 692, 1020, 1050, 969, 831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845,
    864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649,
    846, 812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975, 815,
    1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740
  };

  @Test
  void theNilesChangeIsFoundInItsYear() {
    List<Change> changes = ChangePoints.find(NILE, 0);

    assertThat(changes).hasSize(1);
    assertThat(1871 + changes.get(0).at()).isEqualTo(1899);
    assertThat(changes.get(0).before()).isCloseTo(1098, within(1.0));
    assertThat(changes.get(0).after()).isCloseTo(850, within(1.0));
    assertThat(ChangePoints.find(NILE, 0)).isEqualTo(changes);
  }

  @Test
  void twoStepsAreTwoChangesInTheOrderOfTime() {
    Random noise = new Random(1);
    double[] values =
        IntStream.range(0, 36)
            .mapToDouble(i -> (i < 12 ? 100 : i < 24 ? 110 : 90) + noise.nextGaussian())
            .toArray();

    assertThat(ChangePoints.find(values, 0)).extracting(Change::at).containsExactly(12, 24);
  }

  @Test
  void anOutlierAndAFlatLineAreNone() {
    double[] values = {100, 101, 99, 100, 102, 98, 140, 100, 99, 101, 100, 101, 99, 100};
    double[] flat = new double[20];
    Arrays.fill(flat, 7);

    assertThat(ChangePoints.find(values, 0)).isEmpty();
    assertThat(ChangePoints.find(flat, 0)).isEmpty();
    assertThat(ChangePoints.find(new double[] {}, 0)).isEmpty();
    assertThat(ChangePoints.find(new double[] {1, 2, 100}, 0)).isEmpty();
  }

  @Test
  void eightValuesCanShowAChange() {
    assertThat(ChangePoints.find(new double[] {10, 11, 10, 11, 20, 21, 20, 21}, 0))
        .extracting(Change::at)
        .containsExactly(4);
    assertThat(ChangePoints.find(new double[] {10, 11, 10, 20, 21, 20}, 0)).isEmpty();
  }

  @Test
  void noiseAloneRarelyHasAChange() {
    Random random = new Random(Bootstrap.SEED);
    long found =
        IntStream.range(0, 200)
            .filter(
                i ->
                    !ChangePoints.find(
                            DoubleStream.generate(random::nextGaussian).limit(20).toArray(), i)
                        .isEmpty())
            .count();

    assertThat(found).isBetween(3L, 20L);
  }
}
