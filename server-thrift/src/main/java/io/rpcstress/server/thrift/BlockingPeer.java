package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import io.rpcstress.server.base.CallProgress;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.Peer;
import io.rpcstress.server.base.Peers;
import java.io.IOException;
import java.net.Socket;
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

  private final Socket socket;
  private final Peers peers;
  private final CallBytes bytes;
  private long came;
  private long announced;
  private boolean hasList;
  private final CallProgress progress = new CallProgress();

  /** Takes the socket over, which has its place among the peers. */
  BlockingPeer(Socket socket, Peers peers, HeldBytes held) throws TTransportException {
    super(socket);
    this.socket = socket;
    this.peers = peers;
    this.bytes = new CallBytes(held, this::cut);
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
    bytes.holds(hasList ? announced + ITEMS_PER_BYTE * came : came);
    return read;
  }

  /** The message has a list of so many elements, for which memory is taken now. */
  void announced(int elements) {
    hasList = true;
    announced += (long) ELEMENT_BYTES * elements;
    bytes.holds(announced + ITEMS_PER_BYTE * came);
  }

  /** Thrift's processor calls it once, behind the answer. */
  @Override
  public void flush() throws TTransportException {
    super.flush();
    came = 0;
    announced = 0;
    hasList = false;
    bytes.release();
    if (peers.answered(this)) {
      endInput();
    }
  }

  @Override
  public void close() {
    super.close();
    bytes.release();
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
