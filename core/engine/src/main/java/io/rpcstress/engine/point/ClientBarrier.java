package io.rpcstress.engine.point;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where the client processes of one point wait for each other. On one host they do in a few numbers
 * in memory that all of them share, so that no other process takes part, their parent neither; on
 * several by a {@link Meeting}. All of them must meet in the same order. Confined to the thread
 * that runs the load.
 *
 * <p>A client that dies is waited for without end: who started them sees it, and ends the others. A
 * thread that is interrupted while it waits throws a {@link CancellationException}.
 */
public final class ClientBarrier {

  /** Client processes of one point at most; each is a JVM with a heap of its own. */
  public static final int MAX_CLIENTS = 64;

  /**
   * Between the meeting and the opening of the gates, ns: longer than any of them sleeps before it
   * looks again.
   */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The longest sleep between two looks, ns: others may still be measured meanwhile. */
  private static final long MAX_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final long MIN_SLEEP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  /** A client's numbers fill a line of the caches, bytes, so that none waits for one. */
  private static final int BYTES_A_CLIENT = 64;

  /** Two, since a client may be at the next meeting while another still reads of the last. */
  private static final int VALUES = 2;

  private static final VarHandle NUMBER =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final int client;
  private final int clients;
  private final @Nullable ByteBuffer shared;
  private final @Nullable Meeting meeting;
  private long meetings;

  /**
   * What clients on several hosts meet by: one process receives a message from each, and answers
   * it. A thread that is interrupted in it throws a {@link CancellationException}.
   */
  public interface Meeting {

    /** Waits until all have come here; what they brought, added. */
    long sum(long mine);

    /**
     * Waits until all have come here.
     *
     * @return when all of them are to leave: an instant to come of this host's {@link
     *     System#nanoTime()}
     */
    long release();
  }

  private ClientBarrier(
      int client, int clients, @Nullable ByteBuffer shared, @Nullable Meeting meeting) {
    this.client = client;
    this.clients = clients;
    this.shared = shared;
    this.meeting = meeting;
  }

  /** Of a process that is its point's only client: it waits for no other. */
  public static ClientBarrier alone() {
    return new ClientBarrier(0, 1, null, null);
  }

  /**
   * Of one of several clients.
   *
   * @param shared {@link #bytes} of memory that all of them have, zeros at first; direct
   * @param clients how many there are, 1 to {@link #MAX_CLIENTS}
   */
  public static ClientBarrier of(ByteBuffer shared, int client, int clients) {
    checkNumbers(client, clients);
    if (!shared.isDirect() || shared.capacity() < bytes(clients)) {
      throw new IllegalArgumentException(
          "%d bytes outside of the heap expected for %d clients"
              .formatted(bytes(clients), clients));
    }
    return new ClientBarrier(client, clients, shared, null);
  }

  /**
   * Of one of several clients, each on a host of its own.
   *
   * @param clients how many there are, 1 to {@link #MAX_CLIENTS}
   */
  public static ClientBarrier of(Meeting meeting, int client, int clients) {
    checkNumbers(client, clients);
    return new ClientBarrier(client, clients, null, meeting);
  }

  private static void checkNumbers(int client, int clients) {
    if (clients < 1 || clients > MAX_CLIENTS || client < 0 || client >= clients) {
      throw new IllegalArgumentException(
          "client %d of %d: 0 to %d of %d at most expected"
              .formatted(client, clients, clients - 1, MAX_CLIENTS));
    }
  }

  /** How much memory so many clients share. */
  public static int bytes(int clients) {
    return clients * BYTES_A_CLIENT;
  }

  /** Which of the clients this one is, from 0. */
  int client() {
    return client;
  }

  /** Whether this one reads what is everyone's: the server's counters. */
  boolean isFirst() {
    return client == 0;
  }

  /** Whether this one reads what is its whole host's: the interface's counters. */
  boolean isFirstOfHost() {
    return isFirst() || meeting != null;
  }

  void meet() {
    var unused = sum(0);
  }

  /** Waits until all have come here, and leaves at the same moment as the others. */
  void release() {
    if (meeting != null) {
      leaveAt(meeting.release());
    } else if (shared != null) {
      // one clock for all processes of a host
      leaveAt(meet(System.nanoTime(), Math::max) + LEAD_NANOS);
    }
  }

  private static void leaveAt(long until) {
    for (long left; (left = until - System.nanoTime()) > 0; ) {
      if (left > MIN_SLEEP_NANOS) {
        sleep(left - MIN_SLEEP_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  /** Waits until all have come here; what they brought, added. */
  public long sum(long mine) {
    if (meeting != null) {
      return meeting.sum(mine);
    }
    return shared == null ? mine : meet(mine, Long::sum);
  }

  private long meet(long mine, LongBinaryOperator together) {
    ByteBuffer all = shared;
    if (all == null) {
      return mine;
    }
    meetings++;
    int value = (int) (meetings % VALUES);
    NUMBER.setVolatile(all, at(client, 1 + value), mine);
    NUMBER.setVolatile(all, at(client, 0), meetings);
    long sleep = MIN_SLEEP_NANOS;
    for (int each = 0; each < clients; ) {
      if ((long) NUMBER.getVolatile(all, at(each, 0)) >= meetings) {
        each++;
      } else {
        sleep(sleep);
        sleep = Math.min(2 * sleep, MAX_SLEEP_NANOS);
      }
    }
    long result = (long) NUMBER.getVolatile(all, at(0, 1 + value));
    for (int each = 1; each < clients; each++) {
      result = together.applyAsLong(result, (long) NUMBER.getVolatile(all, at(each, 1 + value)));
    }
    return result;
  }

  private static int at(int client, int number) {
    return client * BYTES_A_CLIENT + number * Long.BYTES;
  }

  private static void sleep(long nanos) {
    LockSupport.parkNanos(nanos);
    if (Thread.interrupted()) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for the other clients");
    }
  }
}
