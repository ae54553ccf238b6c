package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlagTest {

  @ParameterizedTest
  @EnumSource(Flag.class)
  void everyFlagIsOneWordOfAFileAndSaysWhatItMeans(Flag flag) {
    assertThat(flag.label()).matches("[a-z]+(-[a-z]+)*");
    assertThat(Flag.of(flag.label())).contains(flag);
    assertThat(flag.meaning()).isNotBlank().doesNotEndWith(".");
    assertThat(flag.advice()).isNotBlank().doesNotEndWith(".");
  }

  @Test
  void eachGateIsBeyondItsValueNotAtIt() {
    assertThat(new SelfWatch(80.0, 12.0, 50.0).flags()).isEmpty();
    assertThat(new SelfWatch(80.1, 12.0, null).flags()).containsExactly(Flag.CLIENT_CPU);
    assertThat(new SelfWatch(80.0, 12.1, null).flags()).containsExactly(Flag.FOREIGN_CPU);
    assertThat(new SelfWatch(null, null, 50.1).flags()).containsExactly(Flag.JITTER);
  }
}
