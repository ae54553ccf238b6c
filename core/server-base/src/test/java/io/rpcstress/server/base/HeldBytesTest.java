package io.rpcstress.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.HeldBytes.Holding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is ended where too much is held. */
class HeldBytesTest {
  private final HeldBytes held = new HeldBytes(100);
  private final List<String> ended = new ArrayList<>();

  private Holding hold(String name, long bytes) {
    Holding holding = held.hold(() -> ended.add(name));
    holding.set(bytes);
    return holding;
  }

  @Test
  void thoseThatHaveHeldForLongestMakeRoom() {
    hold("first", 40);
    hold("second", 40);
    hold("third", 20);
    assertThat(ended).isEmpty();
    hold("fourth", 50);
    assertThat(ended).containsExactly("first", "second");
    assertThat(held.total()).isEqualTo(70);
  }

  @Test
  void oneThatHoldsMoreAndMoreIsEndedWhereItIsTheFirst() {
    Holding growing = hold("growing", 60);
    hold("other", 40);
    growing.set(61);
    assertThat(ended).containsExactly("growing");
    growing.set(1_000);
    assertThat(held.total()).as("of one that was ended").isEqualTo(40);
  }

  @Test
  void whoMakesRoomDropsWhatItHoldsBeforeAnybodyIsEnded() {
    for (String name : List.of("first", "second", "third")) {
      held.hold(() -> ended.add(name + " dropped"), () -> ended.add(name)).set(40);
    }
    assertThat(ended).containsExactly("first dropped", "first");
    hold("huge", 101);
    assertThat(ended.subList(2, ended.size()))
        .containsExactly("second dropped", "third dropped", "second", "third", "huge");
  }

  @Test
  void whatIsMoreThanAllMayHoldIsEndedItself() {
    hold("huge", 101);
    assertThat(ended).containsExactly("huge");
    assertThat(held.total()).isZero();
  }

  @Test
  void whatIsReleasedEndsNobody() {
    Holding released = hold("released", 90);
    released.release();
    released.release();
    assertThat(held.total()).isZero();
    released.set(1_000);
    hold("other", 100);
    assertThat(ended).isEmpty();
  }

  @Test
  void whatIsKeptCountsAndIsNotEnded() {
    Holding kept = hold("kept", 90);
    assertThat(kept.keep()).isTrue();
    assertThat(kept.keep()).as("once more").isTrue();
    hold("other", 101);
    assertThat(ended).containsExactly("other");
    assertThat(held.total()).isEqualTo(90);
    kept.release();
    kept.release();
    assertThat(held.total()).isZero();
  }

  @Test
  void moreThanMayBeKeptIsRefusedAndHoldsNothing() {
    HeldBytes both = new HeldBytes(100, 50);
    Holding first = both.hold(() -> ended.add("first"));
    first.set(80);
    assertThat(first.keep()).as("one always may").isTrue();
    Holding second = both.hold(() -> ended.add("second"));
    second.set(10);
    assertThat(both.total()).isEqualTo(90);
    assertThat(second.keep()).isFalse();
    second.release();
    assertThat(both.total()).isEqualTo(80);
    first.release();
    Holding third = both.hold(() -> ended.add("third"));
    third.set(30);
    assertThat(third.keep()).isTrue();
    Holding fourth = both.hold(() -> ended.add("fourth"));
    fourth.set(20);
    assertThat(fourth.keep()).as("just enough").isTrue();
    assertThat(ended).isEmpty();
  }

  @Test
  void whatWasEndedIsNotKept() {
    Holding huge = hold("huge", 101);
    assertThat(huge.keep()).isFalse();
    assertThat(held.total()).isZero();
  }
}
