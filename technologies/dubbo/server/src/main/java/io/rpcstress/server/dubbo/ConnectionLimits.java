package io.rpcstress.server.dubbo;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.apache.dubbo.common.URL;
import org.jspecify.annotations.Nullable;

/**
 * What Dubbo's transport has to know of the server that it belongs to: where to listen, and what
 * limits each connection. Dubbo keeps it among its beans. Thread-safe.
 */
final class ConnectionLimits {
  private final InetSocketAddress address;
  private final Admission admission;
  private volatile @Nullable Runnable stopAccepting;

  /** Which connections are served, and how they end. Thread-safe. */
  interface Admission {

    /**
     * Limits an accepted channel by its first handler, on its event loop and before anything is
     * read; or closes it.
     *
     * @return whether it is served
     */
    boolean admit(SocketChannel accepted);

    /**
     * Ends each as soon as what has arrived is answered; when the time is over, cuts the others.
     *
     * @return whether all ended by themselves
     */
    boolean drain(Duration atMost) throws InterruptedException;
  }

  /** Of a server that does not listen yet. */
  ConnectionLimits(InetSocketAddress address, Admission admission) {
    this.address = address;
    this.admission = admission;
  }

  /** Those of the server that a URL belongs to. */
  static ConnectionLimits of(URL url) {
    return url.getOrDefaultFrameworkModel().getBeanFactory().getBean(ConnectionLimits.class);
  }

  /** Exactly where to listen: Dubbo would take a loopback address for any address. */
  InetSocketAddress address() {
    return address;
  }

  /** How the server is told to accept no more. */
  void stoppedBy(Runnable stop) {
    stopAccepting = stop;
  }

  /** Puts a handler that limits a connection before what Dubbo sets it up with. */
  ChannelHandler before(ChannelHandler dubbos) {
    return new ChannelInitializer<SocketChannel>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        if (admission.admit(channel)) {
          channel.pipeline().addLast(dubbos);
        }
      }
    };
  }

  /** Accepts no more, answers what was received, ends all. */
  boolean drain(Duration atMost) throws InterruptedException {
    Runnable stop = stopAccepting;
    if (stop != null) {
      stop.run();
    }
    return admission.drain(atMost);
  }
}
