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

  @Test
  void whatExplainsKeepsTheNumberAndWhatInvalidatesTakesItOut() {
    assertThat(Flag.CLIENT_CPU.invalidates()).isFalse();
    assertThat(Flag.CLIENT_CPU.invalidatesLatencies()).isFalse();
    assertThat(Flag.FOREIGN_CPU.invalidates()).isTrue();
    assertThat(Flag.SATURATED.invalidates()).isFalse();
    assertThat(Flag.UNDER_THREADS.invalidates()).isFalse();
    assertThat(Flag.UNDER_THREADS.invalidatesLatencies()).isTrue();
    assertThat(Flag.FEW_CALLS.invalidates()).isFalse();
    assertThat(Flag.FEW_CALLS.invalidatesLatencies()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Flag.class)
  void onlyWhatInvalidatesIsWorthRepeatingAndItsLatenciesGoWithIt(Flag flag) {
    assertThat(flag.invalidates() || !flag.isWorthRepeating()).isTrue();
    assertThat(flag.invalidatesLatencies() || !flag.invalidates()).isTrue();
  }

  @Test
  void whatComesBackEachTimeIsNotWorthRepeating() {
    assertThat(Flag.CLOCK.isWorthRepeating()).isFalse();
    assertThat(Flag.PROFILED.isWorthRepeating()).isFalse();
    assertThat(Flag.UNDER_THREADS.isWorthRepeating()).isFalse();
    assertThat(Flag.FEW_CALLS.isWorthRepeating()).isFalse();
    assertThat(Flag.JITTER.isWorthRepeating()).isTrue();
  }
}
