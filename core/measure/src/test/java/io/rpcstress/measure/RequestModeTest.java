package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class RequestModeTest {

  @Tag("defect")
  @DisplayName("defect 1: requests are dealt to the threads without loss")
  @Test
  void totalIsDealtToTheThreadsWithoutLoss() {
    assertThat(IntStream.range(0, 3).map(t -> RequestMode.TOTAL.callsOf(t, 3, 7)).toArray())
        .containsExactly(3, 2, 2);
    for (int threads = 1; threads < 60; threads++) {
      for (int requests = 1; requests < 60; requests++) {
        int all = threads;
        int asked = requests;
        assertThat(IntStream.range(0, all).map(t -> RequestMode.TOTAL.callsOf(t, all, asked)).sum())
            .isEqualTo(asked);
      }
    }
  }
}
