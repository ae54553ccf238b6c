package io.rpcstress.rpcx;

import io.rpcstress.rpcx.wire.Metadata;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a handler can know of the call that it serves. Calls that the handler makes from the same
 * thread inherit the deadline: no server works on for a caller that has gone. What goes on
 * elsewhere takes the call along with {@link #wrap(Runnable)}:
 *
 * <pre>{@code
 * @Method("report")
 * public CompletableFuture<String> report(String name) {
 *   return CompletableFuture.supplyAsync(() -> other.fetch(name), CallContext.wrap(pool));
 * }
 * }</pre>
 *
 * <p>An object stands for one call. Thread-safe.
 */
public final class CallContext {
  private static final ThreadLocal<@Nullable Serving> CURRENT = new ThreadLocal<>();

  private final long deadlineNanos;
  private final Map<String, String> metadata;
  private final Peer peer;
  private final Map<String, String> reply = new LinkedHashMap<>(4);

  private CallContext(long deadlineNanos, Map<String, String> metadata, Peer peer) {
    this.deadlineNanos = deadlineNanos;
    this.metadata = metadata;
    this.peer = peer;
  }

  /** What one thread serves; the same object from call to call. */
  private static final class Serving {
    private long deadlineNanos;
    private boolean active;
    private boolean eventLoop;
    private Map<String, String> metadata = Map.of();
    private Peer peer = Peer.UNKNOWN;
    private @Nullable CallContext context;

    void begin(long deadline, Map<String, String> sent, Peer client) {
      deadlineNanos = deadline;
      metadata = sent;
      peer = client;
      context = null;
      active = true;
    }
  }

  /**
   * The call that this thread serves.
   *
   * @return its context, or null if this thread serves no call
   */
  public static @Nullable CallContext current() {
    Serving serving = CURRENT.get();
    if (serving == null || !serving.active) {
      return null;
    }
    CallContext context = serving.context;
    if (context == null) {
      context = new CallContext(serving.deadlineNanos, serving.metadata, serving.peer);
      serving.context = context;
    }
    return context;
  }

  /** When the caller stops waiting, by {@link System#nanoTime}. */
  public long deadlineNanos() {
    return deadlineNanos;
  }

  /** What the caller sent beside the arguments; unmodifiable. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /** Who calls. */
  public Peer peer() {
    return peer;
  }

  /**
   * Sends something back beside the result, also if the call fails. Has no effect once the reply is
   * made.
   *
   * @param key at most 4,096 bytes of UTF-8; an entry of this key is replaced
   * @param value at most 4,096 bytes of UTF-8
   * @throws IllegalArgumentException if a part is longer, or there are 32 entries already
   */
  public void reply(String key, String value) {
    Metadata.check(key);
    Metadata.check(value);
    synchronized (reply) {
      if (reply.size() >= Metadata.MAX_ENTRIES && !reply.containsKey(key)) {
        throw new IllegalArgumentException(
            "more than " + Metadata.MAX_ENTRIES + " metadata entries of a reply");
      }
      reply.put(key, value);
    }
  }

  /** For the server: a copy of what is sent back beside the result. */
  public Map<String, String> replyMetadata() {
    synchronized (reply) {
      return Map.copyOf(reply);
    }
  }

  /**
   * Takes the call that this thread serves along.
   *
   * @param task what runs on another thread
   * @return a task in which calls inherit the deadline and {@link #current} is this call; the task
   *     itself if this thread serves no call
   */
  public static Runnable wrap(Runnable task) {
    CallContext context = current();
    return context == null ? task : () -> context.run(task);
  }

  /**
   * Takes the call that this thread serves along.
   *
   * @param task what runs on another thread
   * @param <T> what it returns
   * @return a task in which calls inherit the deadline and {@link #current} is this call; the task
   *     itself if this thread serves no call
   */
  public static <T extends @Nullable Object> Callable<T> wrap(Callable<T> task) {
    CallContext context = current();
    return context == null ? task : () -> context.call(task);
  }

  /**
   * Takes calls along to the threads of an executor.
   *
   * @param executor what runs the tasks
   * @return an executor whose tasks all belong to the call that this thread serves; if it serves
   *     none, each task belongs to the call of the thread that hands it over, if there is one
   */
  public static Executor wrap(Executor executor) {
    CallContext context = current();
    return context == null
        ? task -> executor.execute(wrap(task))
        : task -> executor.execute(() -> context.run(task));
  }

  private void run(Runnable task) {
    Serving before = CURRENT.get();
    enter(before);
    try {
      task.run();
    } finally {
      restore(before);
    }
  }

  private <T extends @Nullable Object> T call(Callable<T> task) throws Exception {
    Serving before = CURRENT.get();
    enter(before);
    try {
      return task.call();
    } finally {
      restore(before);
    }
  }

  private void enter(@Nullable Serving before) {
    Serving serving = new Serving();
    serving.eventLoop = before != null && before.eventLoop;
    serving.begin(deadlineNanos, metadata, peer);
    serving.context = this;
    CURRENT.set(serving);
  }

  private static void restore(@Nullable Serving before) {
    if (before == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(before);
    }
  }

  /** A call that came from nowhere, for tests of interceptors. */
  static CallContext detached(Map<String, String> metadata) {
    return new CallContext(
        System.nanoTime() + Limits.DEADLINE.toNanos(), Map.copyOf(metadata), Peer.UNKNOWN);
  }

  /**
   * How long the caller of the call that this thread serves still waits.
   *
   * @return ns, 0 or less if the deadline has passed, {@link Long#MAX_VALUE} if this thread serves
   *     no call
   */
  public static long remainingNanos() {
    Serving serving = CURRENT.get();
    return serving == null || !serving.active
        ? Long.MAX_VALUE
        : serving.deadlineNanos - System.nanoTime();
  }

  /**
   * Whether this thread is an event loop of a service centre. It serves many connections, so it
   * must not wait for a call: the server of that call may be waiting for this very thread.
   *
   * @return whether a call that waits is refused here
   */
  public static boolean onEventLoop() {
    Serving serving = CURRENT.get();
    return serving != null && serving.eventLoop;
  }

  /** For the server: the calling thread is one of its event loops, for good. */
  public static void markEventLoop() {
    serving().eventLoop = true;
  }

  /**
   * For the server: this thread starts to serve a call.
   *
   * @param deadlineNanos when the call expires, by {@link System#nanoTime}
   * @param metadata what the caller sent beside the arguments; unmodifiable
   * @param peer who calls
   */
  public static void enter(long deadlineNanos, Map<String, String> metadata, Peer peer) {
    serving().begin(deadlineNanos, metadata, peer);
  }

  private static Serving serving() {
    Serving serving = CURRENT.get();
    if (serving == null) {
      serving = new Serving();
      CURRENT.set(serving);
    }
    return serving;
  }

  /**
   * For the server: this thread has served the call.
   *
   * @return its context if it was requested, else null
   */
  public static @Nullable CallContext leave() {
    Serving serving = CURRENT.get();
    if (serving == null) {
      return null;
    }
    CallContext context = serving.context;
    serving.active = false;
    serving.context = null;
    serving.metadata = Map.of();
    return context;
  }
}
