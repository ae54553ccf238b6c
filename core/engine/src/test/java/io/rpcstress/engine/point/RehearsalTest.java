package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.Address;
import io.rpcstress.engine.load.Meter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RehearsalTest {

  private final Queue<Long> clock = new ArrayDeque<>();
  private final List<String> counted = new ArrayList<>();

  private final Meter meter =
      new Rehearsal(
              CostMeter.withoutServer(new UsageReader(new Address("127.0.0.1", 1))), clock::remove)
          .of(
              new Meter() {
                @Override
                public void beforeGate() {
                  counted.add("begin");
                }

                @Override
                public void nextWindow() {
                  counted.add("next");
                }

                @Override
                public void afterLastReply() {
                  counted.add("end");
                }
              });

  private void readingTakes(long millis) {
    clock.add(0L);
    clock.add(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void aReadingThatTookHalfASecondIsTheLast() {
    readingTakes(499);
    readingTakes(500);
    meter.rehearse();
    meter.rehearse();
    assertThat(clock).isEmpty();
    meter.rehearse();
    assertThat(counted).as("a rehearsal counts nothing").isEmpty();
  }
}
