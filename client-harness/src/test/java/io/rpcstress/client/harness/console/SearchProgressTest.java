package io.rpcstress.client.harness.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Which of several searches begins, and about how long they still take. */
class SearchProgressTest {

  private long now;

  private List<String> lines(int searches, Consumer<SearchProgress> told) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream stderr = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      told.accept(new SearchProgress(stderr, searches, () -> now));
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void theTimeLeftIsByTheSearchesBefore() {
    assertThat(
            lines(
                4,
                progress -> {
                  progress.begins("grpc");
                  now += TimeUnit.SECONDS.toNanos(40);
                  progress.begins("grpc@window");
                  now += TimeUnit.SECONDS.toNanos(60);
                  progress.begins("rpcx");
                }))
        .containsExactly(
            "search 1 of 4: grpc",
            "search 2 of 4, about 2 min left: grpc@window",
            "search 3 of 4, about 100 s left: rpcx");
  }

  @Test
  void whatIsLeftOutTookNoTime() {
    assertThat(
            lines(
                3,
                progress -> {
                  progress.leftOut("grpc");
                  progress.begins("tcp");
                  now += TimeUnit.SECONDS.toNanos(50);
                  progress.begins("rpcx");
                }))
        .containsExactly(
            "search 1 of 3: grpc has its answer already",
            "search 2 of 3: tcp",
            "search 3 of 3, about 50 s left: rpcx");
  }

  @Test
  void aSingleSearchIsNotAnnounced() {
    assertThat(lines(1, progress -> progress.begins("grpc"))).isEmpty();
  }
}
