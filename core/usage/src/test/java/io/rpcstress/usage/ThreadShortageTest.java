package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadShortageTest {

  @Test
  void aHeapThatIsFullIsNone() {
    assertThat(ThreadShortage.isIn("Java heap space")).isFalse();
    assertThat(ThreadShortage.isIn("unable to create native thread: possibly out of memory"))
        .isTrue();
  }
}
