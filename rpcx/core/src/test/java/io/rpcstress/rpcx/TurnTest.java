package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Calls that came together are served together no longer than others can wait. */
class TurnTest {
  private static final int CALLS = 60;

  /** Takes its time, and the first time until a test releases it; on the event loop. */
  @RPCXServer("greeter")
  static final class Slow {
    final List<String> served = new CopyOnWriteArrayList<>();
    final CountDownLatch started = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);

    @Method("greet")
    public String greet(String name) throws InterruptedException {
      served.add(name);
      if (name.equals("0")) {
        started.countDown();
        goOn.await();
      }
      TimeUnit.MILLISECONDS.sleep(2);
      return name;
    }
  }

  @Test
  void aConnectionWithManyCallsLeavesTheOthersOfItsLoopTheirTurn() throws Exception {
    Slow slow = new Slow();
    ByteArrayOutputStream calls = new ByteArrayOutputStream();
    for (int i = 0; i < CALLS; i++) {
      calls.writeBytes(RawPeer.frame(RawPeer.greet(i, String.valueOf(i))));
    }
    try (ServiceCentre centre = ServiceCentre.builder().eventLoops(1).publish(slow).start();
        RawPeer many = RawPeer.greeted(centre.port());
        RawPeer one = RawPeer.greeted(centre.port())) {
      many.send(calls.toByteArray());
      slow.started.await();
      one.send(RawPeer.greet(CALLS, "one"));
      slow.goOn.countDown();
      assertThat(one.reply().getResult().toStringUtf8()).isEqualTo("one");
      for (int i = 0; i < CALLS; i++) {
        assertThat(many.reply().getId()).as("each once and in order").isEqualTo(i);
      }
      assertThat(slow.served).hasSize(CALLS + 1);
      assertThat(slow.served.indexOf("one")).isLessThan(CALLS / 2);
    }
  }
}
