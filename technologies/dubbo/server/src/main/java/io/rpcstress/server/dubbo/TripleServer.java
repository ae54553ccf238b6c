package io.rpcstress.server.dubbo;

import io.rpcstress.contract.dubbo.DubboBounds;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.TimeLimits;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.nested.TripleConfig;

/**
 * Host B's Dubbo server of the Triple protocol: gRPC's frames over HTTP/2 with Hessian within them,
 * and JSON over HTTP. The tuned one answers on the threads that read.
 */
public final class TripleServer extends PointToPointServer {
  private static final String TECHNOLOGY = "dubbo-triple";
  private static final int DEFAULT_PORT = 9017;

  /** HTTP/2's own least, bytes: a frame is kept until it is whole. Dubbo's own limit is 8 MiB. */
  private static final int MAX_FRAME_BYTES = 16 * 1024;

  /** A request's headers, bytes, in either version of HTTP. */
  static final int MAX_HEAD_BYTES = 8 * 1024;

  /** Calls open at a time on a connection: more than the threads of any point. */
  static final int MAX_STREAMS = 1024;

  /** Netty's. Kept, since what nobody keeps forgets its level. */
  private static final Logger LOG = Logger.getLogger("io.netty.handler.codec.http2");

  private final TimeLimits limits;

  /** A server that is not started. */
  public TripleServer() {
    this(TimeLimits.DEFAULTS);
  }

  TripleServer(TimeLimits limits) {
    this.limits = limits;
  }

  @Override
  public String technology() {
    return TECHNOLOGY;
  }

  @Override
  public int defaultPort() {
    return DEFAULT_PORT;
  }

  @Override
  ConnectionLimits.Admission admission(ServerOptions options, CallCounter calls) {
    return new TripleConnections(options.maxConnections(), calls, limits);
  }

  @Override
  ProtocolConfig protocol(ServerOptions options, int port) {
    // Else a line for each frame behind a refusal: a peer would decide how many there are.
    LOG.setLevel(Level.WARNING);
    ProtocolConfig protocol = new ProtocolConfig(BoundedTriple.NAME, port);
    TripleConfig triple = new TripleConfig();
    triple.setMaxConcurrentStreams(MAX_STREAMS);
    triple.setMaxFrameSize(MAX_FRAME_BYTES);
    triple.setMaxHeaderListSize(MAX_HEAD_BYTES);
    triple.setMaxBodySize(DubboBounds.MAX_BODY_BYTES);
    protocol.setTriple(triple);
    if (options.tuned()) {
      protocol.setThreadpool(CallingThread.NAME);
    } else {
      answerOnThreads(protocol, options);
    }
    return protocol;
  }
}
