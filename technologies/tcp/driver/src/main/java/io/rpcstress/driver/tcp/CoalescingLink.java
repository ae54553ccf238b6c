package io.rpcstress.driver.tcp;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A connection and the thread that alone reads and writes it. Callers put requests into a queue and
 * wake the thread if it sleeps; it empties the queue into a buffer, writes that at once, and goes
 * on. What only the thread touches is marked so; the rest is thread-safe.
 */
final class CoalescingLink {

  /** Written and read at a time, bytes: about as much as a socket buffer takes. */
  private static final int BUFFER_BYTES = 64 * 1024;

  /** Calls that were sent and not answered: a peer that answers none must not fill the heap. */
  static final int MAX_OPEN = 1_000_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final SocketChannel channel;
  private final Selector selector;
  private final Queue<Request> queued = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean sleeping = new AtomicBoolean();
  private final AtomicReference<@Nullable CallException> ended = new AtomicReference<>();
  private final long stalledNanos;

  // Of the thread alone.
  private final SelectionKey key;
  private final Queue<Reply<?>> waiting = new ArrayDeque<>();
  private ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
  private int searched;
  private ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private boolean unsent;

  /** Since when the peer has taken nothing of what is unsent. */
  private long stuckSince;

  /** What is to be sent, and what its reply ends. */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  private record Request(byte[] bytes, Reply<?> reply) {}

  private CoalescingLink(SocketChannel channel, Selector selector, Duration stalled)
      throws IOException {
    this.channel = channel;
    this.selector = selector;
    this.stalledNanos = stalled.toNanos();
    this.key = channel.register(selector, SelectionKey.OP_READ);
  }

  /** Connects and starts the thread; a peer that takes no byte for so long is given up. */
  static CoalescingLink connect(String host, int port, Duration timeout, Duration stalled)
      throws CallException {
    SocketChannel channel = null;
    Selector selector = null;
    try {
      InetSocketAddress address = new InetSocketAddress(host, port);
      if (address.isUnresolved()) {
        throw new UnknownHostException("unknown host " + host);
      }
      channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.socket().connect(address, Math.toIntExact(timeout.toMillis()));
      channel.configureBlocking(false);
      selector = Selector.open();
      CoalescingLink link = new CoalescingLink(channel, selector, stalled);
      Thread thread = new Thread(link::run, "tcp-coalescing");
      thread.setDaemon(true);
      thread.start();
      return link;
    } catch (IOException e) {
      closeQuietly(channel);
      closeQuietly(selector);
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
  }

  /** Whether it carries no call any more. */
  boolean ended() {
    return ended.get() != null;
  }

  /** Sends a request soon; ends the reply with the peer's, or with why the connection ended. */
  void send(byte[] request, Reply<?> reply) {
    queued.add(new Request(request, reply));
    if (sleeping.get() && sleeping.compareAndSet(true, false)) {
      selector.wakeup();
    }
    CallException why = ended.get();
    if (why != null) { // the thread may have looked into the queue for the last time
      failQueued(why);
    }
  }

  /** Ends the connection and every call on it. The first reason counts. */
  void end(CallException why) {
    ended.compareAndSet(null, why);
    selector.wakeup();
  }

  private void run() {
    try {
      while (!ended()) {
        fill();
        write();
        await();
        if (selector.selectedKeys().remove(key) && key.isReadable()) {
          read();
        }
      }
    } catch (CallException e) {
      end(e);
    } catch (IOException | ClosedSelectorException e) {
      end(new CallException(FailureKind.DISCONNECTED, NetworkFailures.describe(e), e));
    } catch (RuntimeException e) {
      end(new CallException(FailureKind.INTERNAL, e.toString(), e));
    }
    closeQuietly(channel);
    closeQuietly(selector);
    CallException why = ended.get();
    if (why != null) {
      for (Reply<?> each; (each = waiting.poll()) != null; ) {
        each.completeExceptionally(why);
      }
      failQueued(why);
    }
  }

  private void failQueued(CallException why) {
    for (Request each; (each = queued.poll()) != null; ) {
      each.reply.completeExceptionally(why);
    }
  }

  /** Moves requests from the queue into the buffer while there is room; skips who gave up. */
  private void fill() throws CallException {
    for (Request next; (next = queued.peek()) != null; ) {
      if (!next.reply.isDone()) {
        if (out.remaining() < next.bytes.length) {
          if (out.position() > 0) {
            return; // first what is there
          }
          out = ByteBuffer.allocateDirect(next.bytes.length);
        }
        if (waiting.size() >= MAX_OPEN) {
          throw new CallException(
              FailureKind.PROTOCOL, MAX_OPEN + " calls on one connection without a reply");
        }
        out.put(next.bytes);
        waiting.add(next.reply);
      }
      queued.remove();
    }
  }

  private void write() throws IOException, CallException {
    if (out.position() == 0) {
      return;
    }
    out.flip();
    int written = channel.write(out);
    out.compact();
    boolean before = unsent;
    unsent = out.position() > 0;
    if (unsent) {
      long now = System.nanoTime();
      if (written > 0 || !before) {
        stuckSince = now;
      } else if (now - stuckSince > stalledNanos) {
        throw new CallException(FailureKind.DISCONNECTED, "the server takes no more requests");
      }
    }
  }

  /** Sleeps until the peer has sent or takes more, or a caller has queued a request. */
  private void await() throws IOException {
    key.interestOps(unsent ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    sleeping.set(true);
    if (unsent) {
      selector.select(Math.max(1, stalledNanos / NANOS_PER_MILLI));
    } else if (queued.isEmpty()) {
      selector.select();
    } else {
      selector.selectNow();
    }
    sleeping.set(false);
  }

  private void read() throws IOException, CallException {
    if (channel.read(in) < 0) {
      throw new CallException(FailureKind.DISCONNECTED, "the server closed the connection");
    }
    byte[] bytes = in.array();
    int from = 0;
    int end = in.position();
    int behind = 0;
    while (from < end && (behind = end(bytes, from, from + searched, end)) != Line.INCOMPLETE) {
      answer(bytes, from, behind);
      from = behind;
      searched = 0;
    }
    searched = end - from;
    if (from > 0) {
      System.arraycopy(bytes, from, bytes, 0, searched);
      in.position(searched);
    }
    if (!in.hasRemaining()) {
      if (searched >= Lines.LONGEST_LINE) {
        throw new CallException(
            FailureKind.PROTOCOL, "a reply longer than " + Lines.LONGEST_LINE + " bytes");
      }
      int longer = Math.min(Lines.LONGEST_LINE, searched * 2);
      in = ByteBuffer.wrap(Arrays.copyOf(bytes, longer)).position(searched);
    }
  }

  private int end(byte[] bytes, int from, int before, int to) {
    Reply<?> oldest = waiting.peek();
    return oldest == null ? to : oldest.end(bytes, from, before, to);
  }

  private void answer(byte[] bytes, int from, int to) throws CallException {
    Reply<?> oldest = waiting.poll();
    if (oldest == null) {
      throw new CallException(FailureKind.PROTOCOL, "a reply without a request");
    }
    oldest.end(bytes, from, to);
  }

  private static void closeQuietly(@Nullable AutoCloseable one) {
    try {
      if (one != null) {
        one.close();
      }
    } catch (Exception e) {
      // It is gone either way.
    }
  }
}
