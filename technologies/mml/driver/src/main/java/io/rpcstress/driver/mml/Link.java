package io.rpcstress.driver.mml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.rpcstress.contract.mml.Frame;
import io.rpcstress.contract.mml.MalformedMessageException;
import io.rpcstress.contract.mml.Message;
import io.rpcstress.contract.mml.TypedJson;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One connection and the calls that are open on it, matched by id. When it is lost, all of them end
 * as disconnected, and none is sent again. Thread-safe; what Netty calls is confined to the event
 * loop.
 */
final class Link extends SimpleChannelInboundHandler<ByteBuf> {
  /** What may wait for a server that does not read, bytes; further calls are not sent. */
  private static final int MAX_UNSENT_BYTES = 32 * 1024 * 1024;

  /** What Netty reports of a channel that starts to close, before its listeners are called. */
  private static final long CLOSED = Long.MAX_VALUE;

  private final String server;
  private final boolean coalescing;
  private final Runnable lost;
  private final AtomicLong lastId = new AtomicLong();
  private final Map<Long, CompletableFuture<Message>> open = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable CallException> ended = new AtomicReference<>();

  /** Frames that the next turn of the event loop writes, where they leave together. */
  private final Queue<ByteBuf> unsent = new ConcurrentLinkedQueue<>();

  private final AtomicBoolean willWrite = new AtomicBoolean();

  /** Set before the connection is used. */
  private volatile @Nullable Channel channel;

  /**
   * One that is not connected.
   *
   * @param coalescing whether calls that are made at a time leave in one segment
   * @param lost called once, when the connection is gone
   */
  Link(String server, boolean coalescing, Runnable lost) {
    this.server = server;
    this.coalescing = coalescing;
    this.lost = lost;
  }

  /** Whether it carries calls. */
  boolean isOpen() {
    return channel != null && ended.get() == null;
  }

  /** Whether it may be given another call: it carries calls, and does not close. */
  boolean takesCalls() {
    Channel to = channel;
    return to != null && isOpen() && to.bytesBeforeWritable() != CLOSED;
  }

  /** Sends a call. The answer ends as it does; a caller that gives up cancels it. */
  CompletableFuture<Message> send(Message call) {
    long id = lastId.incrementAndGet();
    CompletableFuture<Message> answer = new CompletableFuture<>();
    open.put(id, answer);
    CallException why = ended.get();
    if (why != null) { // end() may have looked for open calls for the last time
      answer.completeExceptionally(why);
    }
    // However it ends: an answer that comes later is dropped.
    var unused = answer.whenComplete((message, problem) -> open.remove(id));
    Channel to = channel;
    long waiting = to == null ? CLOSED : to.bytesBeforeWritable();
    if (to == null || waiting == CLOSED || answer.isDone()) {
      answer.completeExceptionally(
          new CallException(FailureKind.DISCONNECTED, "not connected to " + server));
    } else if (waiting > MAX_UNSENT_BYTES) {
      answer.completeExceptionally(
          new CallException(FailureKind.REFUSED, server + " does not read: the call was not sent"));
    } else {
      write(to, frame(to, id, call));
    }
    return answer;
  }

  private static ByteBuf frame(Channel to, long id, Message call) {
    ByteBuf frame = to.alloc().ioBuffer();
    frame.writeInt(0); // its length, when that is known
    frame.writeLong(id);
    TypedJson.write(call, new ByteBufOutputStream(frame));
    frame.setInt(0, frame.readableBytes() - Frame.LENGTH_BYTES);
    return frame;
  }

  private void write(Channel to, ByteBuf frame) {
    if (!coalescing) {
      var unused = to.writeAndFlush(frame, to.voidPromise());
      return;
    }
    unsent.add(frame);
    if (willWrite.compareAndSet(false, true)) {
      to.eventLoop().execute(() -> writeUnsent(to));
    }
  }

  private void writeUnsent(Channel to) {
    willWrite.set(false); // who adds a frame from now on asks for another turn
    for (ByteBuf frame; (frame = unsent.poll()) != null; ) {
      var unused = to.write(frame, to.voidPromise());
    }
    to.flush();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
    if (frame.readableBytes() < Frame.ID_BYTES) {
      end(new CallException(FailureKind.PROTOCOL, "a frame without an id"));
      return;
    }
    long id = frame.readLong();
    if (id < 1 || id > lastId.get()) {
      end(new CallException(FailureKind.PROTOCOL, "a reply without a request"));
      return;
    }
    CompletableFuture<Message> answer = open.get(id);
    if (answer == null) {
      return; // to a call that gave up
    }
    try {
      answer.complete(TypedJson.read(new ByteBufInputStream(frame)));
    } catch (MalformedMessageException e) {
      end(new CallException(FailureKind.PROTOCOL, String.valueOf(e.getMessage()), e));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    end(new CallException(FailureKind.DISCONNECTED, "the connection to " + server + " was lost"));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable problem) {
    end(
        new CallException(
            problem instanceof IOException ? FailureKind.DISCONNECTED : FailureKind.PROTOCOL,
            NetworkFailures.describe(problem),
            problem));
  }

  /** Ends the connection and every call on it. The first reason counts. */
  void end(CallException why) {
    if (!ended.compareAndSet(null, why)) {
      return;
    }
    Channel gone = channel;
    if (gone != null) {
      var unused = gone.close();
      gone.eventLoop().execute(() -> writeUnsent(gone)); // which releases what is there
    }
    open.values().forEach(each -> each.completeExceptionally(why));
    lost.run();
  }
}
