package io.rpcstress.server.tcp;

import io.rpcstress.server.base.CallCounter;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One client's connection. While replies wait for the peer to read, nothing more is read from it,
 * so its memory is bounded: a partial request, and the replies to one read. Confined to its loop.
 */
final class Connection {
  /** Reads at the drain's start: what the kernel holds; a peer that never stops is cut here. */
  private static final int LAST_READS = 64;

  private static final byte[] NO_BYTES = {};

  private final SocketChannel channel;
  private final SelectionKey key;
  private final Buffers buffers;
  private final List<Requests> operations;
  private final CallCounter calls;
  private final AtomicInteger open;

  /** The incomplete request. */
  private byte[] partial = NO_BYTES;

  private ByteBuffer unsent = ByteBuffer.wrap(NO_BYTES);
  private boolean finishing;

  /**
   * Takes an accepted connection over.
   *
   * @param operations checked in this order for a request's own; the last takes what no other does
   */
  Connection(
      SocketChannel channel,
      Selector selector,
      Buffers buffers,
      List<Requests> operations,
      CallCounter calls,
      AtomicInteger open)
      throws IOException {
    this.channel = channel;
    this.buffers = buffers;
    this.operations = operations;
    this.calls = calls;
    this.open = open;
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      key = channel.register(selector, SelectionKey.OP_READ);
      key.attach(this);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** The selector found it readable or writable. */
  void ready() {
    try {
      if (unsent.hasRemaining()) {
        send();
      } else {
        serve();
      }
    } catch (IOException peerIsGone) {
      close();
    }
  }

  /** Answers what has arrived and ends the connection as soon as the peer took the replies. */
  void finish() {
    if (!channel.isOpen()) {
      return;
    }
    finishing = true;
    try {
      int reads = 0;
      while (reads++ < LAST_READS && !unsent.hasRemaining() && serve()) {
        // one more
      }
      if (!unsent.hasRemaining()) {
        close();
      }
    } catch (IOException peerIsGone) {
      close();
    }
  }

  /** Reads once and answers every whole request; whether anything was there. */
  private boolean serve() throws IOException {
    ByteBuffer in = buffers.begin(partial);
    buffers.out().clear();
    int length = channel.read(in);
    if (length < 0) {
      close();
      return false;
    }
    boolean within = length == 0 || answer(buffers.bytes, in.position());
    ByteBuffer out = buffers.out();
    if (out.position() > 0) {
      out.flip();
      channel.write(out);
      if (out.hasRemaining()) {
        unsent = ByteBuffer.allocate(out.remaining()).put(out).flip();
        key.interestOps(SelectionKey.OP_WRITE);
      }
    }
    if (!within) {
      calls.failed();
      close();
      return false;
    }
    return length > 0;
  }

  /** Answers each whole request and keeps the incomplete one; false where one may not be sent. */
  private boolean answer(byte[] bytes, int to) {
    int from = 0;
    while (from < to) {
      Requests requests = operation(bytes[from]);
      int end = requests.end(bytes, from, to);
      if (end == Requests.INCOMPLETE) {
        break;
      }
      if (end == Requests.REFUSED) {
        return false;
      }
      try {
        requests.answer(bytes, from, end, buffers);
      } catch (IllegalArgumentException noMessage) {
        return false;
      }
      calls.served();
      from = end;
    }
    partial = from == to ? NO_BYTES : Arrays.copyOfRange(bytes, from, to);
    return true;
  }

  private Requests operation(byte first) {
    int last = operations.size() - 1;
    for (int i = 0; i < last; i++) { // no iterator: every request passes here
      if (operations.get(i).begin(first)) {
        return operations.get(i);
      }
    }
    return operations.get(last);
  }

  private void send() throws IOException {
    channel.write(unsent);
    if (!unsent.hasRemaining()) {
      unsent = ByteBuffer.wrap(NO_BYTES);
      key.interestOps(SelectionKey.OP_READ);
      if (finishing) {
        finish();
      }
    }
  }

  private void close() {
    if (!channel.isOpen()) {
      return;
    }
    open.decrementAndGet();
    try {
      channel.close();
    } catch (IOException closing) {
      // nothing more can be done with it
    }
  }
}
