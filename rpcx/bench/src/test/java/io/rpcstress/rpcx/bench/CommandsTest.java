package io.rpcstress.rpcx.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.bench.Held.Resource;
import java.util.EnumMap;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands, small: real server processes, good clients and other peers. */
@Tag("long")
class CommandsTest {
  private static int run(String line) {
    return Main.run(line.split(" ", -1));
  }

  @Test
  void aShortSoakLeavesNothing() {
    assertThat(run("soak --minutes 0.05 --load 0.1 --search 1 --paranoid")).isZero();
  }

  @Test
  void aServerThatIsKilledAndRestartedLeavesNoCallWithoutAnEnd() {
    assertThat(run("restarts --callers 50 --seconds 5 --every 2")).isZero();
  }

  @Test
  void fiveHundredConnectionsHurtNoGoodClientAndLeaveNothing() {
    assertThat(run("connections --connections 500 --active 20 --seconds 1")).isZero();
  }

  @Test
  void aFewPeersThatReadNothingHurtNoGoodClientAndLeaveNothing() {
    assertThat(run("unread --peers 10 --requests 1 --seconds 1")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "soak --minutes 0",
        "soak --minutes NaN",
        "soak --load 2",
        "unread --peers 0",
        "restarts --callers 0",
        "connections --active 20000",
        "connections --connections x",
        "startup --harness nowhere.jar",
        "startup",
        "races --mode never",
        "nothing"
      })
  void misuseIsRefused(String line) {
    assertThat(run(line)).isEqualTo(2);
  }

  @Test
  void whatIsMoreThanBeforeBeyondItsToleranceIsNamed() throws InterruptedException {
    Held before = Held.here(false, 3);
    assertThat(Held.parse(before.line())).isEqualTo(before);
    EnumMap<Resource, Long> values = new EnumMap<>(before.values());
    values.replaceAll((resource, value) -> value + resource.tolerance());
    Held after = new Held(values);
    assertThat(after.beyond(before)).isEmpty();
    for (Resource each : Resource.values()) {
      assertThat(after.with(each, after.get(each) + 1).beyond(before)).isEqualTo(List.of(each));
    }
  }
}
