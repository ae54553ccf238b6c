package io.rpcstress.rpcx.client;

import io.netty.channel.EventLoopGroup;
import io.rpcstress.rpcx.Balancing;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.wire.ByteBudget;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** One service: its addresses, the connections to them, and the choice among these. Thread-safe. */
final class Endpoint {
  private static final int READY = 0;
  private static final int CONNECTING = 1;
  private static final int DOUBTFUL = 2;
  private static final int ABSENT = 3;

  private final ByteBudget receiving;
  private final ClientSettings settings;
  private final EventLoopGroup loops;
  private final HostNames names;
  private final DeadlineWatch watch;

  /** Grows where a name turns out to have several addresses. */
  private volatile Slot[] slots;

  private final boolean leastInFlight;
  private final Retries retries;
  private final WaitingCalls waiting;

  /** Calls beyond the limits of the connections; null if they are not to wait. */
  private final @Nullable WaitingCalls crowd;

  /** Calls that a server wants later. */
  private final WaitingCalls postponed;

  private final boolean repeatsUnread;
  private volatile boolean closed;

  /** Not atomic on purpose: a lost update costs nothing, a contended counter does. */
  private int next;

  Endpoint(
      ClientSettings settings,
      EventLoopGroup loops,
      HostNames names,
      DeadlineWatch watch,
      ByteBudget receiving,
      List<Address> addresses) {
    this.settings = settings;
    this.loops = loops;
    this.names = names;
    this.watch = watch;
    this.receiving = receiving;
    crowd =
        settings.waitsForRoom()
            ? new WaitingCalls(
                this, settings.limits(), watch, "too many calls were in flight until the deadline")
            : null;
    Slot[] first = new Slot[settings.connections() * addresses.size()];
    for (int i = 0; i < first.length; i++) {
      first[i] = slot(addresses.get(i % addresses.size()));
    }
    slots = first;
    leastInFlight = settings.balancing() == Balancing.LEAST_IN_FLIGHT;
    retries = new Retries(settings.attempts());
    repeatsUnread = settings.repeatsUnread();
    Limits limits = settings.limits();
    waiting = new WaitingCalls(this, limits, watch, "no connection within the deadline");
    postponed = new WaitingCalls(this, limits, watch, "not sent again within the deadline");
  }

  private Slot slot(Address address) {
    return new Slot(settings, this, address, loops.next(), names, watch);
  }

  /**
   * A name stands for so many hosts: each gets as many connections as one would. They are made when
   * calls choose them.
   */
  void spread(Address name, int hosts) {
    synchronized (this) {
      Slot[] all = slots;
      int own = 0;
      for (Slot slot : all) {
        own += slot.address() == name ? 1 : 0;
      }
      int wanted = Math.min(Limits.MAX_ADDRESSES, hosts * settings.connections());
      if (closed || own >= wanted) {
        return;
      }
      Slot[] more = Arrays.copyOf(all, all.length + wanted - own);
      for (int i = all.length; i < more.length; i++) {
        more[i] = slot(name);
      }
      slots = more;
    }
    if (closed) {
      close();
    }
  }

  /**
   * The hosts of a name in the order in which a connection is to try them: first those with the
   * fewest other connections, so that each gets its part in whatever order a name server gives
   * them, and also once it has come back.
   */
  synchronized List<InetAddress> inOrder(List<InetAddress> hosts, Connection connection) {
    Map<InetAddress, Integer> used = new HashMap<>();
    for (Slot slot : slots) {
      Connection other = slot.current();
      InetAddress host =
          other == null || other == connection || slot.address() != connection.slot().address()
              ? null
              : other.host();
      if (host != null) {
        used.merge(host, 1, Integer::sum);
      }
    }
    List<InetAddress> ordered = new ArrayList<>(hosts);
    ordered.sort(Comparator.comparing(host -> used.getOrDefault(host, 0)));
    connection.host(ordered.get(0));
    return ordered;
  }

  /** Whether calls would find another connection meanwhile. */
  boolean hasSeveral() {
    return slots.length > 1;
  }

  /** What large frames of all connections of the client are taken from. */
  ByteBudget receiving() {
    return receiving;
  }

  Slot[] slots() {
    return slots;
  }

  /** Starts a new call whose frame is made: behind those that wait for room. */
  void begin(PendingCall call) {
    WaitingCalls calls = crowd;
    if (calls == null || calls.isEmpty() || call.method().oneWay()) {
      start(call);
      return;
    }
    Connection on = connection();
    if (on == null) {
      start(call);
    } else {
      await(call, calls, on);
    }
  }

  private @Nullable Connection connection() {
    Slot[] all = slots;
    return all.length == 1 ? all[0].connection() : choose(all);
  }

  /** Starts a call whose frame is made. */
  void start(PendingCall call) {
    Connection connection = connection();
    if (connection != null) {
      connection.submit(call);
    } else if (call.method().waitForReady() && !closed) {
      await(call);
    } else {
      call.fail(unavailable());
    }
  }

  private RPCXException unavailable() {
    for (Slot slot : slots) {
      RPCXException why = slot.unavailable();
      if (why != null) {
        return why;
      }
    }
    return RPCXException.notSent(StatusCode.UNAVAILABLE, "there is no connection", null);
  }

  private @Nullable Connection choose(Slot[] all) {
    int n = all.length;
    int first = leastInFlight ? ThreadLocalRandom.current().nextInt(n) : (next++ & 0x7FFF_FFFF) % n;
    Slot one = all[first];
    if (rank(one) == READY) {
      Slot chosen = leastInFlight ? lessUsed(one, all, first) : one;
      Connection connection = chosen == null ? null : chosen.connection();
      if (connection != null) { // else it was lost after the look at its rank
        return connection;
      }
    }
    return best(all, first);
  }

  /** That slot or another one, drawn; null if the other is not ready. */
  private static @Nullable Slot lessUsed(Slot one, Slot[] all, int first) {
    int n = all.length;
    Slot other = all[(first + 1 + ThreadLocalRandom.current().nextInt(n - 1)) % n];
    if (rank(other) != READY) {
      return null;
    }
    return other.inFlight() < one.inFlight() ? other : one;
  }

  /** The best of all, the first of equals; used slots without a connection get one meanwhile. */
  private static @Nullable Connection best(Slot[] slots, int first) {
    Connection best = null;
    int bestRank = ABSENT;
    for (int i = 0; i < slots.length; i++) {
      Slot slot = slots[(first + i) % slots.length];
      Connection connection = slot.connection();
      int rank = connection == null ? ABSENT : rank(slot, connection);
      if (rank < bestRank) {
        best = connection;
        bestRank = rank;
        if (rank == READY) {
          break;
        }
      }
    }
    return best;
  }

  private static int rank(Slot slot) {
    Connection connection = slot.current();
    return connection == null || !connection.usable() ? ABSENT : rank(slot, connection);
  }

  /** Of a connection that was usable a moment ago: if it was lost since, its calls go elsewhere. */
  private static int rank(Slot slot, Connection connection) {
    if (connection.connecting()) {
      return CONNECTING;
    }
    return connection.ready() && !connection.signs().draining() && !slot.address().ejected()
        ? READY
        : DOUBTFUL;
  }

  /**
   * A call ended without success, and the calling thread owns its end: makes another attempt or
   * ends it. That a request never left is known here; that the server did not read one is only what
   * the server reports, so that such a call is made again neither without bound nor without budget.
   */
  void ended(PendingCall call, RPCXException reported, Connection on) {
    StatusCode status = reported.status();
    boolean never = call.endUnsent();
    boolean unread = !never && status == StatusCode.UNAVAILABLE && !reported.mayHaveRun();
    RPCXException problem = unread && !repeatsUnread ? reported.ofCallThatMayHaveRun() : reported;
    boolean unsent = never || (unread && repeatsUnread);
    if (!never
        && !unread
        && (status == StatusCode.UNAVAILABLE || status == StatusCode.OVERLOADED)) {
      on.slot().address().failed();
    }
    if (!never && problem.mayHaveRun()) {
      call.mayHaveRun();
    }
    if (unsent
        && status == StatusCode.UNAVAILABLE
        && call.method().waitForReady()
        && !closed
        && (never || (retries.isLeft(call) && retries.spend(answered())))
        && call.again()) {
      await(call);
      return;
    }
    if (retries.allowed(call, problem, unsent)) {
      Connection another = other(on, status == StatusCode.OVERLOADED);
      if (another != null && retries.spend(answered()) && call.again()) {
        another.submit(call);
        return;
      }
      if (another == null && postpone(call, problem)) {
        return;
      }
    }
    call.fail(
        unsent
            ? RPCXException.notSent(problem.status(), problem.reason(), problem.getCause())
            : problem);
  }

  /** Makes another attempt at the server's time; false if it gave none, or it would be too late. */
  private boolean postpone(PendingCall call, RPCXException problem) {
    Duration wait = problem.retryAfter().orElse(null);
    if (wait == null || closed) {
      return false;
    }
    long due = System.nanoTime() + wait.toNanos();
    if (due - call.deadlineNanos() >= 0
        || !retries.spend(answered())
        || !call.again()
        || postponed.add(call, due) != null) {
      return false;
    }
    if (closed) {
      postponed.close(Slot.clientClosed());
    }
    return true;
  }

  /** A connection for another attempt; after an overload only of another address. */
  private @Nullable Connection other(Connection than, boolean ofAnotherAddress) {
    Connection best = null;
    int bestRank = ABSENT;
    Slot[] all = slots;
    int first = ThreadLocalRandom.current().nextInt(all.length);
    for (int i = 0; i < all.length; i++) {
      Slot slot = all[(first + i) % all.length];
      if (ofAnotherAddress && slot.address() == than.slot().address()) {
        continue;
      }
      Connection connection = slot.connection();
      int rank = connection == null || connection == than ? ABSENT : rank(slot, connection);
      if (rank < bestRank) {
        best = connection;
        bestRank = rank;
      }
    }
    return best;
  }

  private void await(PendingCall call) {
    RPCXException full = waiting.add(call);
    if (full != null) {
      call.fail(full);
    } else {
      // It may have become ready while the call was added.
      for (Slot slot : slots) {
        Connection connection = slot.current();
        if (connection != null && connection.ready()) {
          ready();
          return;
        }
      }
      if (closed) {
        waiting.close(Slot.clientClosed());
      }
    }
  }

  /** Bytes of the requests that wait for a connection, or for room on one. */
  long waitingBytes() {
    return waiting.bytes() + (crowd == null ? 0 : crowd.bytes());
  }

  /** A connection takes calls. */
  void ready() {
    if (waiting.isEmpty()) {
      return;
    }
    // As many as wait now: a call that comes back finds the connection gone and waits again.
    for (int left = waiting.size(); left > 0; left--) {
      PendingCall call = waiting.take();
      if (call != null) {
        start(call);
      }
    }
  }

  /** Whether calls wait that find too many others in flight. */
  boolean hasCrowd() {
    return crowd != null;
  }

  /**
   * A call finds too many others in flight.
   *
   * @param on the connection that was chosen
   * @param problem what ends the call if it is not to wait
   */
  void crowded(PendingCall call, Connection on, RPCXException problem) {
    WaitingCalls calls = crowd;
    if (calls == null || call.method().oneWay()) {
      call.fail(problem);
    } else {
      await(call, calls, on);
    }
  }

  private void await(PendingCall call, WaitingCalls calls, Connection on) {
    RPCXException full = calls.add(call);
    if (full != null) {
      call.fail(full);
    } else if (closed) {
      calls.close(Slot.clientClosed());
    } else {
      // The others may have ended while the call was added, or never have been many elsewhere.
      room(on);
      for (Slot slot : slots) {
        Connection another = slot.current();
        if (another != null && another.hasRoom()) {
          room(another);
        }
      }
    }
  }

  /** Fewer calls are in flight on a connection, or it is gone. */
  void room(Connection on) {
    WaitingCalls calls = crowd;
    if (calls == null || calls.isEmpty()) {
      return;
    }
    // As many as wait now: a call may come back.
    for (int left = calls.size(); left > 0 && (on.hasRoom() || !on.usable()); left--) {
      PendingCall call = calls.take();
      if (call == null) {
        return;
      }
      if (on.usable()) {
        on.submit(call);
      } else {
        start(call);
      }
    }
  }

  /** A waiting call was cancelled. */
  void forget(PendingCall call) {
    forget(call, waiting);
    forget(call, crowd);
    forget(call, postponed);
  }

  private static void forget(PendingCall call, @Nullable WaitingCalls calls) {
    if (calls != null && !calls.isEmpty()) {
      boolean unused = calls.remove(call);
    }
  }

  private long answered() {
    long sum = 0;
    for (Slot slot : slots) {
      sum += slot.answeredCalls();
    }
    return sum;
  }

  /** Closes all connections and ends all calls. */
  void close() {
    closed = true;
    for (Slot slot : slots) {
      slot.close();
    }
    waiting.close(Slot.clientClosed());
    WaitingCalls calls = crowd;
    if (calls != null) {
      calls.close(Slot.clientClosed());
    }
    postponed.close(Slot.clientClosed());
  }
}
