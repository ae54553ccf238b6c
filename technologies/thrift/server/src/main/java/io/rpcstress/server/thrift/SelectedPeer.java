package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import io.rpcstress.server.base.CallProgress;
import io.rpcstress.server.base.Peer;
import io.rpcstress.server.base.Peers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.apache.thrift.transport.TNonblockingSocket;
import org.apache.thrift.transport.TTransportException;

/**
 * Thrift's non-blocking socket, whose calls are watched. Thrift reads one frame, answers it, and
 * reads the next: whatever is read belongs to the call, and the whole answer ends it. Read and
 * written by its selector's thread, answered by a worker in between.
 */
final class SelectedPeer extends TNonblockingSocket implements Peer {
  private static final int SIZE_BYTES = Integer.BYTES;
  private static final int ENDED = -1;

  private final SocketChannel channel;
  private final Peers peers;
  private final CallProgress progress = new CallProgress();
  private final FrameRoom room;
  private final CallBytes frame;
  private final CallBytes reply;
  private boolean waitsForRoom;
  private int taken;
  private volatile boolean inputEnded;

  /** Takes the channel over, which has its place among the peers. */
  SelectedPeer(SocketChannel channel, Peers peers, FrameRoom room)
      throws IOException, TTransportException {
    super(channel);
    this.channel = channel;
    this.peers = peers;
    this.room = room;
    this.frame = new CallBytes(room.frames(), this::cut);
    this.reply = new CallBytes(room.replies(), this::cut);
    setMaxFrameSize(ThriftBounds.MAX_MESSAGE_BYTES);
    peers.watch(this);
  }

  @Override
  public SelectionKey registerSelector(Selector selector, int interests) throws IOException {
    return channel.register(WokenSelector.own(selector), interests);
  }

  @Override
  public int read(ByteBuffer into) throws TTransportException {
    if (into.capacity() == SIZE_BYTES) {
      return waitsForRoom ? announced(into) : readSize(into);
    }
    int read = super.read(into);
    return read > 0 && !into.hasRemaining() && !frame.keep() ? ENDED : read;
  }

  private int readSize(ByteBuffer into) throws TTransportException {
    int read = super.read(into);
    if (read > 0) {
      progress.begin();
    }
    return read > 0 && !into.hasRemaining() ? announced(into) : read;
  }

  /**
   * Thrift takes memory for a frame as soon as it has its size: where there is no room it is made
   * to believe that the last byte is missing, and asks again.
   */
  private int announced(ByteBuffer size) {
    int bytes = size.getInt(0);
    if (bytes > CallBytes.SMALL_BYTES && bytes <= getMaxFrameSize()) {
      frame.holds(bytes);
      if (inputEnded) {
        return ENDED;
      }
      waitsForRoom = !room.take(bytes);
      if (waitsForRoom) {
        size.position(SIZE_BYTES - 1);
        return 0;
      }
      taken = bytes;
    }
    size.position(SIZE_BYTES);
    return SIZE_BYTES;
  }

  /** The frame is answered, and gone; called before its reply of so many bytes is written. */
  void answering(int bytes) {
    letGoOfFrame();
    reply.holds(bytes);
  }

  private void letGoOfFrame() {
    frame.release();
    room.giveBack(taken);
    taken = 0;
  }

  @Override
  public int write(ByteBuffer from) throws TTransportException {
    int written = super.write(from);
    if (!from.hasRemaining()) {
      reply.release();
      if (peers.answered(this)) {
        endInput();
      }
    }
    return written;
  }

  @Override
  public void close() {
    super.close();
    letGoOfFrame();
    reply.release();
    peers.leave(this);
  }

  @Override
  public CallProgress progress() {
    return progress;
  }

  @Override
  public int unread() throws IOException {
    return channel.socket().getInputStream().available();
  }

  @Override
  public void endInput() {
    inputEnded = true;
    try {
      channel.shutdownInput();
    } catch (IOException closed) {
      // it has ended
    }
  }

  /** Not closed: of a closed one the selector would never learn, nor free what it keeps for it. */
  @Override
  public void cut() {
    endInput();
    try {
      channel.shutdownOutput();
    } catch (IOException closed) {
      // it has ended
    }
  }
}
