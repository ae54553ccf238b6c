package io.rpcstress.server.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Greeting;
import io.rpcstress.server.base.CallCounter;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One client's connection. While replies wait for the peer to read, nothing more is read from it,
 * so its memory is bounded: a line begun, and the replies to one read. Confined to its loop.
 */
final class Connection {
  /** Reads at the drain's start: what the kernel holds; a peer that never stops is cut here. */
  private static final int LAST_READS = 64;

  private static final byte[] NO_BYTES = {};

  private final SocketChannel channel;
  private final SelectionKey key;
  private final Buffers buffers;
  private final CallCounter calls;
  private final AtomicInteger open;
  private final Patience patience;

  /** The line begun; its first {@link #partialLength} bytes. */
  private byte[] partial = NO_BYTES;

  private int partialLength;
  private ByteBuffer unsent = ByteBuffer.wrap(NO_BYTES);
  private boolean finishing;
  private boolean outputEnded;

  /** Since when the peer owes the rest of a line, or has not taken a reply, or was quiet. */
  private long since = System.nanoTime();

  /** Takes an accepted connection over. */
  Connection(
      SocketChannel channel,
      Selector selector,
      Buffers buffers,
      CallCounter calls,
      AtomicInteger open,
      Patience patience)
      throws IOException {
    this.channel = channel;
    this.buffers = buffers;
    this.calls = calls;
    this.open = open;
    this.patience = patience;
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
      } else if (outputEnded) {
        discard();
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
      endOutputIfDone();
    } catch (IOException peerIsGone) {
      close();
    }
  }

  /** Closes it if the peer has kept it waiting for too long. */
  void closeIfStale(long now) {
    long allowed =
        outputEnded
            ? patience.linger().toNanos()
            : partialLength > 0 || unsent.hasRemaining()
                ? patience.stalled().toNanos()
                : patience.idle().toNanos();
    if (now - since > allowed) {
      close();
    }
  }

  /** Reads once and answers every whole line; whether anything was there. */
  private boolean serve() throws IOException {
    ByteBuffer in = buffers.in.clear();
    ByteBuffer out = buffers.out.clear();
    int length = channel.read(in);
    if (length < 0) {
      close();
      return false;
    }
    boolean within = answerLines(buffers.bytes, length, out);
    if (out.position() > 0) {
      since = System.nanoTime();
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

  /** Answers each line; false where one is longer than a name may be. */
  private boolean answerLines(byte[] bytes, int length, ByteBuffer out) {
    int start = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        if (partialLength + i - start > Greeting.MAX_NAME_BYTES) {
          return false;
        }
        out.put(Greeting.greet(name(bytes, start, i)).getBytes(UTF_8)).put((byte) '\n');
        calls.served();
        start = i + 1;
      }
    }
    return keep(bytes, start, length);
  }

  private String name(byte[] bytes, int start, int end) {
    if (partialLength == 0) {
      return new String(bytes, start, end - start, UTF_8);
    }
    keep(bytes, start, end);
    String name = new String(partial, 0, partialLength, UTF_8);
    partial = NO_BYTES;
    partialLength = 0;
    return name;
  }

  /** Keeps the beginning of a line; false where it is already longer than a name may be. */
  private boolean keep(byte[] bytes, int start, int end) {
    int more = end - start;
    if (more == 0) {
      return true;
    }
    if (partialLength + more > Greeting.MAX_NAME_BYTES) {
      return false;
    }
    if (partialLength == 0) {
      since = System.nanoTime();
    }
    partial = Arrays.copyOf(partial, partialLength + more);
    System.arraycopy(bytes, start, partial, partialLength, more);
    partialLength += more;
    return true;
  }

  private void send() throws IOException {
    channel.write(unsent);
    if (!unsent.hasRemaining()) {
      unsent = ByteBuffer.wrap(NO_BYTES);
      since = System.nanoTime();
      key.interestOps(SelectionKey.OP_READ);
      if (finishing) {
        finish();
      }
    }
  }

  /** Says goodbye before closing: closing at once with unread input would destroy sent replies. */
  private void endOutputIfDone() throws IOException {
    if (channel.isOpen() && !unsent.hasRemaining() && !outputEnded) {
      outputEnded = true;
      since = System.nanoTime();
      channel.shutdownOutput();
    }
  }

  private void discard() throws IOException {
    if (channel.read(buffers.in.clear()) < 0) {
      close();
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
