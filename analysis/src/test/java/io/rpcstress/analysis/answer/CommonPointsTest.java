package io.rpcstress.analysis.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommonPointsTest {

  @Test
  void areThoseThatAllHave() {
    assertThat(CommonPoints.of(List.of(Set.of(1, 10, 100), Set.of(10, 100), Set.of(1, 10))))
        .containsExactly(10);
  }

  @Test
  void oneOfFewPointsTakesNoneFromTheOthers() {
    assertThat(CommonPoints.of(List.of(Set.of(1, 10, 100), Set.of(1, 10, 100), Set.of(10))))
        .containsExactlyInAnyOrder(1, 10, 100);
  }

  @Test
  void whereAllHaveNoneTheyAreThoseOfMost() {
    assertThat(CommonPoints.of(List.of(Set.of(100), Set.of(10), Set.of(10), Set.<Integer>of())))
        .containsExactly(10);
    assertThat(CommonPoints.of(List.<Set<Integer>>of(Set.of()))).isEmpty();
  }
}
