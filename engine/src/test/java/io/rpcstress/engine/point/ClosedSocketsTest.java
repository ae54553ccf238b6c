package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is waited for, of the kernel's tables as Linux 5.10 prints them. */
@Timeout(60)
class ClosedSocketsTest {
  private static final int MANY = ClosedSockets.MOST + 1;
  private static final String HEAD =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n";

  /** To port 9003. */
  private static final String V4 =
      "%4d: 0112C60A:%04X 0212C60A:232B %s 00000000:00000000 03:000016F1 00000000     0\n";

  private static final String V6 =
      "%4d: 0000000000000000FFFF00000112C60A:%04X 0000000000000000FFFF00000212C60A:232B %s"
          + " 00000000:00000000 03:000016F1 00000000     0\n";

  private static final String TIME_WAIT = "06";
  private static final String ESTABLISHED = "01";

  @TempDir Path net;
  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void nothingIsRemembered() throws IOException {
    remember(0, 0, TIME_WAIT);
  }

  private void remember(int v4, int v6, String state) throws IOException {
    remember("tcp", V4, v4, state);
    remember("tcp6", V6, v6, state);
    Files.writeString(
        net.resolve("sockstat"),
        "sockets: used 6\nTCP: inuse 1 orphan 0 tw %d alloc 7 mem 155\nUDP: inuse 0 mem 0\n"
            .formatted(v4 + v6));
  }

  private void remember(String table, String format, int lines, String state) throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    for (int i = 0; i < lines; i++) {
      text.append(format.formatted(i, 32_768 + i, state));
    }
    Files.writeString(net.resolve(table), text);
  }

  private ClosedSockets to(int port, Duration longest) {
    return new ClosedSockets(net, Set.of(port), longest, Duration.ofMillis(5));
  }

  @Test
  void bothFamiliesAreCountedAndOnlyThoseToThePortsThatAreOver() throws Exception {
    remember(1_500, 1_000, TIME_WAIT);
    assertThat(to(9_003, Duration.ZERO).remembered()).isEqualTo(2_500);
    assertThat(to(9_002, Duration.ZERO).remembered()).isZero();
    remember(1_500, 1_000, ESTABLISHED);
    assertThat(to(9_003, Duration.ZERO).remembered()).isZero();
  }

  @Test
  void fewAreNotWaitedFor() throws Exception {
    remember(ClosedSockets.MOST, 0, TIME_WAIT);
    to(9_003, Duration.ofMinutes(1)).awaitForgotten(warnings::add);
    assertThat(warnings).isEmpty();
  }

  @Test
  void manyAreWaitedForUntilTheyAreForgotten() throws Exception {
    remember(0, MANY, TIME_WAIT);
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(
            () -> {
              try {
                to(9_003, Duration.ofMinutes(10)).awaitForgotten(warnings::add);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    TimeUnit.MILLISECONDS.sleep(100);
    assertThat(waiting).isNotDone();
    remember(0, 10, TIME_WAIT);
    waiting.get(50, TimeUnit.SECONDS);
    assertThat(warnings).singleElement().asString().contains("2,001 closed connections");
  }

  @Test
  void whatIsNotForgottenInTimeIsSaid() throws Exception {
    remember(MANY, 0, TIME_WAIT);
    to(9_003, Duration.ofMillis(20)).awaitForgotten(warnings::add);
    assertThat(warnings).hasSize(2);
    assertThat(warnings.get(1)).contains("2,001 closed connections are still remembered");
  }

  @Test
  void whereTheKernelSaysNothingNothingIsWaitedFor() throws Exception {
    Files.delete(net.resolve("sockstat"));
    to(9_003, Duration.ofMinutes(1)).awaitForgotten(warnings::add);
    assertThat(warnings).isEmpty();
  }
}
