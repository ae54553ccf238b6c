package io.rpcstress.rpcx.client;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.WireChannel;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One connection and the calls in flight on it, from the first attempt to connect on: calls made
 * before the server's HELLO wait in the write queue. {@link #submit}, {@link #cancel}, {@link
 * #expire}, {@link #close} and the state can be used by any thread; the rest belongs to the event
 * loop.
 */
final class Connection implements Expiring {
  /** How far a connection is. It only ever moves down this list. */
  enum State {
    /** Calls are taken and wait. */
    CONNECTING,
    /** The server has sent HELLO: calls are taken and written. */
    OPEN,
    /** The server sent GOAWAY: no new calls, those in flight end. */
    DRAINING,
    /** All calls have ended. */
    CLOSED
  }

  /** Time for one-way calls that had chosen a connection before it began to drain, in ms. */
  private static final long DRAIN_MILLIS = 50;

  private final EventLoop loop;
  private final Limits limits;
  private final Slot slot;
  private final DeadlineWatch watch;

  /** What is added to an id of the wire, which counts from 1 on, to get that of the call. */
  private final long idBase;

  private final FuturePool pool;
  private final RequestHeads heads;
  private final RequestQueue writes;
  private final AtomicReference<State> state = new AtomicReference<>(State.CONNECTING);
  private volatile RPCXException closedBecause =
      RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "the connection is closed");
  private volatile @Nullable Channel channel;
  private volatile @Nullable ServerWatch serverWatch;
  private volatile int peerMaxFrameBytes;
  private volatile int maxInFlight;
  private volatile boolean compressed;
  private volatile @Nullable InetAddress host;
  private final SignsOfLife signs = new SignsOfLife();

  Connection(EventLoop loop, Limits limits, Slot slot, DeadlineWatch watch) {
    this.loop = loop;
    this.limits = limits;
    this.slot = slot;
    this.watch = watch;
    idBase = ThreadLocalRandom.current().nextLong();
    pool = new FuturePool(idBase);
    heads = new RequestHeads(idBase);
    writes = new RequestQueue(loop, limits.writeBufferBytes(), heads);
    peerMaxFrameBytes = limits.maxFrameBytes();
    // A call that may wait does so here until the server has announced how many it takes.
    maxInFlight = slot.endpoint().hasCrowd() ? 1 : limits.maxInFlightPerConnection();
    watch.add(this);
  }

  @Override
  public int size() {
    return pool.size();
  }

  Slot slot() {
    return slot;
  }

  /** Where it leads, or is tried now; null before the name is resolved. */
  @Nullable InetAddress host() {
    return host;
  }

  /** It is tried at this host now. */
  void host(InetAddress target) {
    host = target;
  }

  boolean connecting() {
    return state.get() == State.CONNECTING;
  }

  /** Whether new calls are taken. */
  boolean usable() {
    State now = state.get();
    return now == State.CONNECTING || now == State.OPEN;
  }

  /** Whether new calls are written at once, to a server that gives signs of life. */
  boolean ready() {
    return state.get() == State.OPEN && !signs.inDoubt();
  }

  /** Bytes that wait to be written. */
  int queuedBytes() {
    return writes.waitingBytes();
  }

  /** What is known of the server. */
  SignsOfLife signs() {
    return signs;
  }

  /** Whether a further call is within the limit. */
  boolean hasRoom() {
    return pool.size() + slot.ending().get() < maxInFlight;
  }

  /** Takes a call whose frame is made; it ends here or goes back to its endpoint, in any case. */
  void submit(PendingCall call) {
    Channel target = channel;
    if (!hasRoom()) {
      slot.endpoint()
          .crowded(call, this, exhausted(maxInFlight + " calls are in flight on this connection"));
      return;
    }
    // A channel that is closed is not writable either, but then the connection is about to end.
    if (target != null && !target.isWritable() && target.isActive()) {
      call.fail(
          exhausted(limits.writeBufferBytes() + " bytes wait for a server that reads too slowly"));
      return;
    }
    int length = call.frameBytes();
    if (tooLong(length)) {
      call.fail(tooLongFor(length));
      return;
    }
    call.startOn(this, pool.nextId());
    boolean oneWay = call.method().oneWay();
    if (!oneWay) {
      pool.add(call);
    }
    // After the pool has the call: a thread that finds it empty later may close the connection.
    if (!usable()) {
      elsewhere(call);
      return;
    }
    if (!oneWay) {
      watch.expect(call.deadlineNanos());
    }
    boolean alone = !oneWay && pool.size() == 1;
    RequestQueue.Outcome outcome = writes.push(call, length, alone);
    if (outcome == RequestQueue.Outcome.QUEUED) {
      if (oneWay) {
        call.succeed(null);
      } else if (call.isDone() && pool.take(call)) {
        // It ended while it was between two attempts: the server has its request.
        if (!call.endUnsent()) {
          push(Frames.cancel(wireId(call)));
        }
        left();
      }
    } else if (oneWay || pool.take(call)) {
      if (outcome == RequestQueue.Outcome.FULL) {
        call.fail(exhausted(limits.writeBufferBytes() + " bytes wait for the connection"));
      } else {
        slot.endpoint().ended(call, closedBecause, this);
      }
      left();
    }
  }

  /** The connection was given up while the call was on its way here. */
  private void elsewhere(PendingCall call) {
    if (call.method().oneWay() || pool.take(call)) {
      call.notStarted();
      slot.endpoint().start(call);
    }
    left();
  }

  private boolean tooLong(int frameBytes) {
    return frameBytes - Integer.BYTES > peerMaxFrameBytes;
  }

  private RPCXException tooLongFor(int frameBytes) {
    return exhausted(
        "the request takes "
            + (frameBytes - Integer.BYTES)
            + " bytes, the server accepts "
            + peerMaxFrameBytes);
  }

  private static RPCXException exhausted(String message) {
    return RPCXException.notSent(StatusCode.RESOURCE_EXHAUSTED, message, null);
  }

  /** Whether these heads are this connection's. */
  boolean writesWith(RequestHeads these) {
    return heads == these;
  }

  /** Whether a frame may be written, now that the server has announced what it accepts. */
  boolean fits(PendingCall call, int frameBytes) {
    if (!tooLong(frameBytes)) {
      return true;
    }
    if (pool.take(call)) {
      call.fail(tooLongFor(frameBytes));
      // Later: a frame is being written right now.
      left();
    }
    return false;
  }

  /** Ends a call whose request could not be written. */
  void unwritten(PendingCall call, OutOfMemoryError problem) {
    if (pool.take(call)) {
      call.fail(
          RPCXException.notSent(
              StatusCode.INTERNAL, "the request cannot be written: " + problem, problem));
      left();
    }
  }

  /** The id of a call as the server knows it. */
  long wireId(PendingCall call) {
    return call.id() - idBase;
  }

  /** Whether the server accepts a frame of this length. */
  boolean accepts(int frameBytes) {
    return !tooLong(frameBytes);
  }

  /** The caller has lost interest. */
  void cancel(PendingCall call) {
    if (!pool.take(call)) {
      return;
    }
    if (!call.endUnsent()) {
      push(Frames.cancel(wireId(call)));
    }
    left();
  }

  @Override
  public long expire(long nowNanos) {
    long earliest = Long.MAX_VALUE;
    for (PendingCall call : pool.calls()) {
      long left = call.deadlineNanos() - nowNanos;
      if (left <= 0) {
        expire(call);
      } else if (left < earliest) {
        earliest = left;
      }
    }
    return earliest;
  }

  /** Ends a call whose deadline has passed, unless it has ended. */
  void expire(PendingCall call) {
    if (!pool.take(call)) {
      return;
    }
    if (call.endUnsent()) {
      end(
          call,
          RPCXException.notSent(
              StatusCode.DEADLINE_EXCEEDED,
              connecting() ? "no connection within the deadline" : "not sent within the deadline",
              null));
    } else {
      // The server need not go on, and may not notice by itself.
      push(Frames.cancel(wireId(call)));
      // Before the caller is notified: its next call is to prefer another connection.
      slot.address().failed();
      ServerWatch asking = serverWatch;
      if (asking != null && signs.doubt(call.startedNanos())) {
        onLoop(asking);
      }
      end(
          call,
          RPCXException.withoutTrace(StatusCode.DEADLINE_EXCEEDED, "no reply within the deadline"));
    }
    left();
  }

  /** Ends a call that expired. It counts until then: code of the application may hold that up. */
  private void end(PendingCall call, RPCXException problem) {
    if (call.isAwaited()) {
      call.fail(problem);
      return;
    }
    slot.ending().incrementAndGet();
    watch.execute(
        () -> {
          try {
            call.fail(problem);
          } finally {
            slot.ending().decrementAndGet();
            left();
          }
        });
  }

  /**
   * A call has left the pool otherwise than by a reply: lets one that waits for room have its
   * place. On the event loop, since that may end the other call, and so run code of the
   * application, which has no business on the thread of the deadlines.
   */
  private void left() {
    if (slot.endpoint().hasCrowd()) {
      onLoop(() -> slot.endpoint().room(this));
    }
    if (state.get() == State.DRAINING) {
      onLoop(this::closeIfDrained);
    }
  }

  private void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // The client was closed, and with it this connection.
    }
  }

  /** The channel is connected: sends HELLO; what waits is held back until the server sends it. */
  void opened(Channel connected, ServerWatch watching, byte[] hello) {
    channel = connected;
    serverWatch = watching;
    signs.connected();
    if (state.get() == State.CLOSED) {
      var unused = connected.close();
      return;
    }
    if (connected instanceof WireChannel straight) {
      int unused = straight.writeNow(ByteBuffer.wrap(hello));
    } else {
      var unused = connected.write(Unpooled.wrappedBuffer(hello), connected.voidPromise());
    }
    var unusedFlush = connected.flush();
  }

  /** The server has taken the offer to compress; before {@link #greeted}. */
  void compress(WireChannel straight) {
    straight.deflate();
    compressed = true;
  }

  /** Whether both sides compress what they write. */
  boolean compressed() {
    return compressed && state.get() == State.OPEN;
  }

  /** The server's HELLO has come: writes what waits. */
  void greeted(int serverMaxFrameBytes, int serverMaxInFlight, boolean draining) {
    if (serverMaxFrameBytes > 0) {
      peerMaxFrameBytes = Math.min(limits.maxFrameBytes(), serverMaxFrameBytes);
    }
    int most = limits.maxInFlightPerConnection();
    maxInFlight = serverMaxInFlight > 0 ? Math.min(most, serverMaxInFlight) : most;
    signs.greeted(draining);
    Channel open = channel;
    if (open != null && state.compareAndSet(State.CONNECTING, State.OPEN)) {
      writes.openWith(open);
      slot.endpoint().ready();
      slot.endpoint().room(this);
    }
  }

  /** Queues a frame that is not a call; drops it if too much waits already. */
  void push(byte[] frame) {
    RequestQueue.Outcome unused = writes.push(new QueuedFrame(frame), frame.length, false);
  }

  /**
   * A call was answered well, perhaps too late. It stays in the pool until its result is decoded,
   * which runs code of the application: its deadline does not depend on that.
   *
   * @param from the result's first byte, or {@link Fields#ABSENT}
   */
  void succeeded(long id, byte[] bytes, int from, int to) {
    PendingCall call = pool.get(idBase + id);
    if (call == null) {
      return;
    }
    signs.answered();
    slot.answered();
    decoded(call, bytes, from, to);
    closeIfDrained();
  }

  private void decoded(PendingCall call, byte[] bytes, int from, int to) {
    Object value;
    try {
      value = call.method().decode(bytes, from, to);
    } catch (RuntimeException | Error e) {
      if (pool.take(call)) {
        call.fail(
            RPCXException.ofCall(
                StatusCode.INTERNAL, "the result is not what is declared: " + e.getMessage(), e));
        slot.endpoint().room(this);
      }
      return;
    }
    if (pool.take(call)) {
      call.succeed(value);
      slot.endpoint().room(this);
    }
  }

  /** The server answered a call with a status other than success, perhaps too late. */
  void failed(long id, RPCXException problem) {
    PendingCall call = pool.get(idBase + id);
    if (call == null) {
      return;
    }
    signs.answered();
    if (pool.take(call)) {
      slot.endpoint().ended(call, problem, this);
      slot.endpoint().room(this);
    }
    closeIfDrained();
  }

  /** What the server sent beside the result of a call that it is about to end. */
  void replied(long id, Map<String, String> metadata) {
    PendingCall call = pool.get(idBase + id);
    if (call != null) {
      call.replyMetadata(metadata);
    }
  }

  /** The server wants no new calls here; the slot makes another connection. */
  void drain() {
    if (state.compareAndSet(State.OPEN, State.DRAINING)) {
      // One-way calls of threads that had chosen this connection before are still let through.
      var unused = loop.schedule(this::closeIfDrained, DRAIN_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void closeIfDrained() {
    if (state.get() == State.DRAINING && pool.isEmpty()) {
      close(RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "the server is shutting down"));
    }
  }

  /** Ends one call with a reason of its own, before the others end. */
  void end(long id, RPCXException problem) {
    PendingCall call = pool.take(idBase + id);
    if (call != null) {
      call.fail(problem);
    }
  }

  /** Ends everything. */
  @Override
  public void close(RPCXException because) {
    if (state.get() == State.CLOSED) {
      return;
    }
    closedBecause = because;
    if (state.getAndSet(State.CLOSED) == State.CLOSED) {
      return;
    }
    writes.close();
    Channel open = channel;
    if (open != null) {
      var unused = open.close();
    }
    for (PendingCall call : pool.calls()) {
      if (pool.take(call)) {
        slot.endpoint().ended(call, because, this);
      }
    }
    watch.remove(this);
    slot.endpoint().room(this);
  }
}
