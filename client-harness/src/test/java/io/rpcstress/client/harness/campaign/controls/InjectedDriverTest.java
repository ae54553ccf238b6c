package io.rpcstress.client.harness.campaign.controls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.measure.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The faults are what they are said to be, and no number of theirs looks like a real one. */
class InjectedDriverTest {

  private static InjectedCaller<String, String> caller(Fault fault, int thread) {
    return new InjectedCaller<>(Greeting::greet, Greeting.OPERATION, fault, thread);
  }

  /** Which of 1,000 calls failed. */
  private static List<Integer> failures(Fault fault, int thread) throws InterruptedException {
    Caller<String, String> caller = caller(fault, thread);
    List<Integer> failed = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      try {
        assertThat(caller.call("a")).isEqualTo(Greeting.greet("a"));
      } catch (CallException e) {
        failed.add(i);
      }
    }
    return failed;
  }

  @Test
  void exactlyOneCallOfEachHundredFailsAndTheSeedSaysWhich() throws Exception {
    List<Integer> failed = failures(Fault.errors(100, 3), 0);
    assertThat(failed.stream().map(i -> i / 100)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(failures(Fault.errors(100, 3), 0)).isEqualTo(failed);
    assertThat(failures(Fault.errors(100, 4), 0)).isNotEqualTo(failed);
    assertThat(failures(Fault.errors(100, 3), 5)).isNotEqualTo(failed);
  }

  @Test
  void aWrongReplyIsAsLongAsTheRightOneAndIsNone() throws Exception {
    Caller<String, String> caller = caller(Fault.wrong(10, 1), 0);
    int wrong = 0;
    for (int i = 0; i < 100; i++) {
      String reply = caller.call("name");
      assertThat(reply).hasSameSizeAs(Greeting.greet("name"));
      wrong += Greeting.OPERATION.isAnswer("name", reply) ? 0 : 1;
    }
    assertThat(wrong).isEqualTo(10);
  }

  @Test
  void aDelayIsNeverShorterThanItSays() throws Exception {
    Caller<String, String> caller = caller(Fault.delay(Duration.ofMillis(1)), 0);
    for (int i = 0; i < 20; i++) {
      long start = System.nanoTime();
      assertThat(caller.call("a")).isEqualTo(Greeting.greet("a"));
      assertThat(System.nanoTime() - start)
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  @Test
  void aSlowdownIsThatShareOfTheCallsOwnTime() throws Exception {
    long slept = TimeUnit.MILLISECONDS.toNanos(2);
    Caller<String, String> slow =
        request -> {
          long end = System.nanoTime() + slept;
          while (System.nanoTime() < end) {
            Thread.onSpinWait();
          }
          return Greeting.greet(request);
        };
    Caller<String, String> caller =
        new InjectedCaller<>(slow, Greeting.OPERATION, Fault.slowdown(50), 0);
    long start = System.nanoTime();
    assertThat(caller.call("a")).isEqualTo(Greeting.greet("a"));
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(slept + slept / 2);
  }

  @Test
  void anInterruptEndsADelay() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> caller(Fault.delay(Duration.ofMinutes(1)), 0).call("a"))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void injectedRowsAreNoRealTechnologys() throws Exception {
    Outcome outcome =
        new RealRig(Greeting.OPERATION)
            .measure(new Trial(Fault.delay(Duration.ofMillis(1)), 1, 2, 1, 3));
    Run run = outcome.runs().get(0);
    assertThat(run.point().technology()).isEqualTo("echo-injected");
    assertThat(run.point().repetition()).isEqualTo(3);
    assertThat(run.type()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "delay:1000", "slowdown:5", "errors:100:7", "wrong:100:-7"})
  void aFaultIsReadAsItIsWritten(String text) {
    assertThat(Fault.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "none:1",
        "delay",
        "delay:0",
        "delay:1:2",
        "slowdown:0",
        "slowdown",
        "errors:1",
        "wrong:0:1",
        "sloth:1",
        "errors:x:1"
      })
  void anythingElseIsNoFault(String text) {
    assertThatThrownBy(() -> Fault.parse(text)).hasMessageContaining("delay:MICROSECONDS");
  }
}
