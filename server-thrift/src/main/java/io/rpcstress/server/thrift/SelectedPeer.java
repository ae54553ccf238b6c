package io.rpcstress.server.thrift;

import io.rpcstress.server.base.CallProgress;
import io.rpcstress.server.base.Peer;
import io.rpcstress.server.base.Peers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.apache.thrift.transport.TNonblockingSocket;
import org.apache.thrift.transport.TTransportException;

/**
 * Thrift's non-blocking socket, whose calls are watched. Thrift reads one frame, answers it, and
 * reads the next: whatever is read belongs to the call, and the whole answer ends it. Read and
 * written by its selector's thread.
 */
final class SelectedPeer extends TNonblockingSocket implements Peer {
  private final SocketChannel channel;
  private final Peers peers;
  private final CallProgress progress = new CallProgress();

  /** Takes the channel over, which has its place among the peers. */
  SelectedPeer(SocketChannel channel, int maxFrameBytes, Peers peers)
      throws IOException, TTransportException {
    super(channel);
    this.channel = channel;
    this.peers = peers;
    setMaxFrameSize(maxFrameBytes);
    peers.watch(this);
  }

  @Override
  public int read(ByteBuffer into) throws TTransportException {
    int read = super.read(into);
    if (read > 0) {
      progress.begin();
    }
    return read;
  }

  @Override
  public int write(ByteBuffer from) throws TTransportException {
    int written = super.write(from);
    if (!from.hasRemaining() && peers.answered(this)) {
      endInput();
    }
    return written;
  }

  @Override
  public void close() {
    super.close();
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
