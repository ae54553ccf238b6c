package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import io.rpcstress.server.base.CallProgress;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.Peer;
import io.rpcstress.server.base.Peers;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;

/**
 * Thrift's socket with its own buffers and options, whose messages are bounded and watched. Read
 * and written by the connection's thread.
 */
final class BlockingPeer extends TSocket implements Peer {
  /** The items of a list take up to three times the bytes that they come in. */
  private static final int ITEMS_PER_BYTE = 3;

  /** Of a list, when it is announced, for each element. */
  private static final int ELEMENT_BYTES = 8;

  /** Between two looks at whether others have let go of theirs. */
  private static final long ROOM_WAIT_NANOS = 1_000_000;

  private final Socket socket;
  private final Peers peers;
  private final CallBytes bytes;
  private final Room room;
  private long taken;
  private long came;
  private long announced;
  private boolean hasList;
  private final CallProgress progress = new CallProgress();

  /**
   * Takes the socket over, which has its place among the peers.
   *
   * @param held what large calls hold, of connections that are not cut
   * @param room the same with those that are cut, whose threads may not have come to know it
   */
  BlockingPeer(Socket socket, Peers peers, HeldBytes held, Room room) throws TTransportException {
    super(socket);
    this.socket = socket;
    this.peers = peers;
    this.bytes = new CallBytes(held, this::cut);
    this.room = room;
    getConfiguration().setMaxMessageSize(ThriftBounds.MAX_MESSAGE_BYTES);
    updateKnownMessageSize(0); // from now on
    peers.watch(this);
  }

  @Override
  public int read(byte[] into, int offset, int length) throws TTransportException {
    int read = super.read(into, offset, length);
    progress.begin();
    countConsumedMessageBytes(read); // Thrift does so for frames alone; flush() begins anew
    came += read;
    holds(hasList ? announced + ITEMS_PER_BYTE * came : came);
    return read;
  }

  /** The message has a list of so many elements, for which memory is taken now. */
  void announced(int elements) throws TTransportException {
    hasList = true;
    announced += (long) ELEMENT_BYTES * elements;
    holds(announced + ITEMS_PER_BYTE * came);
  }

  /**
   * The call holds so much, or is about to. Connections that are cut for it let go of theirs when
   * their threads run again, so this one waits until there is room; it is cut itself, or comes to
   * some.
   */
  private void holds(long now) throws TTransportException {
    bytes.holds(now);
    if (now <= CallBytes.SMALL_BYTES || now <= taken) {
      return;
    }
    long more = now + CallBytes.STEP_BYTES - taken;
    while (!room.take(more)) {
      LockSupport.parkNanos(ROOM_WAIT_NANOS);
      if (socket.isClosed()) {
        throw new TTransportException(TTransportException.END_OF_FILE, "was cut as the slowest");
      }
    }
    taken += more;
  }

  private void letGo() {
    bytes.release();
    room.giveBack(taken);
    taken = 0;
  }

  /** Thrift's processor calls it once, behind the answer. */
  @Override
  public void flush() throws TTransportException {
    super.flush();
    came = 0;
    announced = 0;
    hasList = false;
    letGo();
    if (peers.answered(this)) {
      endInput();
    }
  }

  @Override
  public void close() {
    super.close();
    letGo();
    peers.leave(this);
  }

  @Override
  public CallProgress progress() {
    return progress;
  }

  /** Of the kernel's alone: what is in the buffer is read in any case. */
  @Override
  public int unread() throws IOException {
    return socket.getInputStream().available();
  }

  @Override
  public void endInput() {
    try {
      socket.shutdownInput();
    } catch (IOException closed) {
      // it has ended
    }
  }

  @Override
  public void cut() {
    try {
      socket.close();
    } catch (IOException closing) {
      // nothing more can be done with it
    }
  }
}
