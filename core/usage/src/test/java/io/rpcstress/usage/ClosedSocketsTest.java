package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is counted, of the kernel's tables as Linux 5.10 prints them. */
class ClosedSocketsTest {
  private static final Set<Integer> SERVER = Set.of(9_003);
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

  private void remember(int v4, int v6, String state) throws IOException {
    write("tcp", V4, v4, state);
    write("tcp6", V6, v6, state);
    Files.writeString(
        net.resolve("sockstat"),
        "sockets: used 6\nTCP: inuse 1 orphan 0 tw %d alloc 7 mem 155\nUDP: inuse 0 mem 0\n"
            .formatted(v4 + v6));
  }

  private void write(String table, String format, int lines, String state) throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    for (int i = 0; i < lines; i++) {
      text.append(format.formatted(i, 32_768 + i, state));
    }
    Files.writeString(net.resolve(table), text);
  }

  @Test
  void bothFamiliesAreCountedAndOnlyThoseToThePortsThatAreOver() throws IOException {
    ClosedSockets closed = new ClosedSockets(net);
    remember(1_500, 1_000, TIME_WAIT);
    assertThat(closed.to(SERVER, 2_000)).isEqualTo(2_500);
    assertThat(closed.to(SERVER, 2_500)).as("no more than that").isZero();
    assertThat(closed.to(Set.of(9_002), 2_000)).isZero();
    remember(1_500, 1_000, ESTABLISHED);
    assertThat(closed.to(SERVER, 2_000)).isZero();
  }

  @Test
  void whereTheKernelReportsNothingThereAreNone() {
    assertThat(new ClosedSockets(net).to(SERVER, 0)).isZero();
  }
}
