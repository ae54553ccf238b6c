package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that meet in common memory; threads with a view of it each stand for their processes. */
class ClientBarrierTest {

  private static final int CLIENTS = 3;
  private static final int MEETINGS = 50;
  private static final long PATIENCE_SECONDS = 60;

  private final ByteBuffer shared = ByteBuffer.allocateDirect(ClientBarrier.bytes(CLIENTS));
  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private ClientBarrier client(int number) {
    return ClientBarrier.of(shared.duplicate(), number, CLIENTS);
  }

  @Test
  void everyoneHasTheSumOfWhatAllBroughtEachTime() throws Exception {
    List<Future<List<Long>>> all = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      int number = i;
      ClientBarrier client = client(i);
      all.add(
          threads.submit(
              () -> {
                List<Long> sums = new ArrayList<>();
                for (int meeting = 0; meeting < MEETINGS; meeting++) {
                  sums.add(client.sum(meeting * 10L + number));
                }
                return sums;
              }));
    }
    for (Future<List<Long>> each : all) {
      List<Long> sums = each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      for (int meeting = 0; meeting < MEETINGS; meeting++) {
        assertThat(sums.get(meeting)).isEqualTo(meeting * 10L * CLIENTS + 3);
      }
    }
  }

  @Test
  void allAreReleasedAfterTheLastHasCome() throws Exception {
    List<Future<long[]>> all = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      ClientBarrier client = client(i);
      all.add(
          threads.submit(
              () -> {
                long came = System.nanoTime();
                client.release();
                return new long[] {came, System.nanoTime()};
              }));
    }
    long lastCame = Long.MIN_VALUE;
    long firstLeft = Long.MAX_VALUE;
    for (Future<long[]> each : all) {
      long[] times = each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      lastCame = Math.max(lastCame, times[0]);
      firstLeft = Math.min(firstLeft, times[1]);
    }
    assertThat(firstLeft).isGreaterThan(lastCame);
  }

  @Test
  void aClientOfAnotherHostMeetsOnRequestAndLeavesAtTheInstantOfItsOwnClock() {
    List<Long> brought = new ArrayList<>();
    long at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(30);
    ClientBarrier second =
        ClientBarrier.of(
            new ClientBarrier.Meeting() {
              @Override
              public long sum(long mine) {
                brought.add(mine);
                return mine + 40;
              }

              @Override
              public long release() {
                return at;
              }
            },
            1,
            2);

    second.meet();
    assertThat(second.sum(2)).isEqualTo(42);
    assertThat(brought).containsExactly(0L, 2L);
    second.release();
    assertThat(System.nanoTime() - at).isNotNegative();
    assertThat(second.isFirst()).isFalse();
    assertThat(second.isFirstOfHost()).as("no other client has its interface").isTrue();
  }
}
