package io.rpcstress.server.thrift;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.server.TThreadedSelectorServer;
import org.apache.thrift.transport.TNonblockingServerTransport;
import org.apache.thrift.transport.TNonblockingTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.jspecify.annotations.Nullable;

/**
 * Thrift's server with selectors, whose connections keep nothing of a call that is over. Thrift's
 * own keep the last frame twice, and the last reply, until the next call: of one that is idle for
 * good, too. Its threads are the same; that they make other buffers cannot be asked of it.
 */
final class FrameServer extends TThreadedSelectorServer {
  private final Args args;
  private final List<SelectorThread> selecting = new ArrayList<>();
  private volatile @Nullable AcceptThread accepting;

  /** One whose connections are {@link SelectedPeer}s with Thrift's own frames. */
  FrameServer(Args args) {
    super(args);
    this.args = args;
  }

  @Override
  protected boolean startThreads() {
    try {
      for (int i = 0; i < args.getSelectorThreads(); i++) {
        selecting.add(new Selecting(args.getAcceptQueueSizePerThread()));
      }
      AcceptThread accept =
          new AcceptThread(
              (TNonblockingServerTransport) serverTransport_,
              createSelectorThreadLoadBalancer(selecting));
      accepting = accept;
      selecting.forEach(Thread::start);
      accept.start();
      return true;
    } catch (IOException noSelector) {
      System.err.println("server-thrift: cannot start: " + noSelector.getMessage());
      return false;
    }
  }

  @Override
  protected void joinThreads() throws InterruptedException {
    AcceptThread accept = accepting;
    if (accept != null) {
      accept.join();
    }
    for (SelectorThread each : selecting) {
      each.join();
    }
  }

  @Override
  public void stop() {
    super.stop();
    AcceptThread accept = accepting;
    if (accept != null) {
      accept.wakeupSelector();
      selecting.forEach(SelectorThread::wakeupSelector);
    }
  }

  private final class Selecting extends SelectorThread {
    Selecting(int maxPending) throws IOException {
      super(maxPending);
      selector = new WokenSelector(selector);
    }

    @Override
    protected FrameBuffer createFrameBuffer(
        TNonblockingTransport peer, SelectionKey key, AbstractSelectThread thread)
        throws TTransportException {
      return new Call(peer, key, thread);
    }
  }

  /** The calls of a connection, one after the other. */
  private final class Call extends FrameBuffer {
    Call(TNonblockingTransport peer, SelectionKey key, AbstractSelectThread thread)
        throws TTransportException {
      super(peer, key, thread);
    }

    /** Called by the worker; whatever is left of the frame is no part of the next one. */
    @Override
    public void responseReady() {
      TFramedTransport frame = (TFramedTransport) inTrans_;
      frame.consumeBuffer(frame.getBytesRemainingInBuffer());
      frame.clear();
      frameTrans_.clear();
      ((SelectedPeer) trans_).answering(response_.len());
      super.responseReady();
    }

    @Override
    public boolean write() {
      boolean open = super.write();
      if (buffer_.array() != response_.get()) { // it was taken whole
        response_.reset();
      }
      return open;
    }
  }
}
