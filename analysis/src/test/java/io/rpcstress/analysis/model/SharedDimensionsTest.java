package io.rpcstress.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What rows have in common is said once. */
class SharedDimensionsTest {

  private static final Dimensions VIA =
      Dimensions.NONE.with(Dimension.PATH, "haproxy").with(Dimension.IN_FLIGHT, "4");

  @Test
  void whatAllRowsHaveIsSharedAndWhatOneHasOtherwiseIsNot() {
    SharedDimensions found =
        SharedDimensions.of(Stream.of(VIA, VIA.with(Dimension.IN_FLIGHT, "64"), VIA));

    assertThat(found.isShared(Dimension.PATH)).isTrue();
    assertThat(found.isShared(Dimension.IN_FLIGHT)).isFalse();
    assertThat(found.isShared(Dimension.CLIENTS)).as("all at the default").isTrue();
    assertThat(found.words()).isEqualTo("via haproxy");
    assertThat(new Series(2, "grpc", "tuned", VIA).label(each -> !found.isShared(each)))
        .isEqualTo("grpc@tuned in-flight 4");
  }

  /** Two rows of which only one names a dimension differ in it. */
  @Test
  void theDefaultIsAValueToo() {
    SharedDimensions found = SharedDimensions.of(Stream.of(VIA, Dimensions.NONE));

    assertThat(found.isShared(Dimension.PATH)).isFalse();
    assertThat(found.words()).isEmpty();
  }

  @Test
  void whatALoadsOwnTextSaysIsInATablesTitleAlone() {
    SharedDimensions found =
        SharedDimensions.of(
            Stream.of(
                VIA.with(Dimension.OPERATION, "put")
                    .with(Dimension.LOAD_WARMUP, "2s")
                    .with(Dimension.FULL_SPEED, "8s")));

    assertThat(found.words()).isEqualTo("in-flight 4, via haproxy, 8 s at full speed");
    assertThat(found.allWords())
        .isEqualTo("put, in-flight 4, via haproxy, 8 s at full speed, 2 s warm-up");
  }

  @Test
  void aLoadWithoutAWarmUpIsSaidAsOneEverywhere() {
    Dimensions cold = Dimensions.NONE.with(Dimension.LOAD_WARMUP, "0s");

    assertThat(new Series(2, "grpc", "tuned", cold).label()).isEqualTo("grpc@tuned no warm-up");
  }

  @Test
  void ofAPayloadsPartsThoseAreSaidInWhichRowsDiffer() {
    Dimensions small = order("products=1,stock=remote");
    Dimensions large = order("products=100,stock=remote");
    SharedDimensions two = SharedDimensions.of(Stream.of(small, large));

    assertThat(two.label(new Series(2, "grpc", "tuned", large)))
        .isEqualTo("grpc@tuned products=100");
    assertThat(two.label(new Series(2, "grpc", "tuned", order("products=1,stock=local"))))
        .as("one that is not among them differs in more")
        .isEqualTo("grpc@tuned products=1,stock=local");
    Dimensions other = order("products=1,stock=remote,steps=instant");
    assertThat(SharedDimensions.of(Stream.of(small, other)).label(new Series(2, "a", "b", small)))
        .as("the others have further parts")
        .isEqualTo("a@b products=1,stock=remote");
  }

  private static Dimensions order(String payload) {
    return Dimensions.NONE
        .with(Dimension.OPERATION, "place-order")
        .with(Dimension.PAYLOAD, payload);
  }

  @Test
  void noRowsSayNothing() {
    assertThat(SharedDimensions.of(Stream.of()).words()).isEmpty();
  }
}
