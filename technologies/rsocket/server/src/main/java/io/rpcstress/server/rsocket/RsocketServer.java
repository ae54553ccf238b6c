package io.rpcstress.server.rsocket;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import io.rpcstress.contract.PutFrame;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import io.rpcstress.server.base.netty.OpenChannels;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketServer;
import io.rsocket.frame.FrameLengthCodec;
import io.rsocket.frame.decoder.PayloadDecoder;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import java.io.File;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.SslProvider.GenericSslContextSpec;
import reactor.netty.tcp.TcpServer;
import reactor.netty.tcp.TcpSslContextSpec;

/**
 * Host B's RSocket server: requests with one response each, with a stream of them and with none,
 * and streams from clients, on TCP, as in the library's README. The tuned one reads payloads
 * without copying them and answers in pooled buffers.
 */
public final class RsocketServer implements Server {
  private static final String TECHNOLOGY = "rsocket";

  /** What a frame has beside its data, bytes; a name that is refused, or SETUP. */
  private static final int SPARE_BYTES = 1024;

  private static final Duration START = Duration.ofSeconds(30);

  /** How long its threads may take to end. */
  private static final Duration END = Duration.ofSeconds(1);

  private final LoopResources loops =
      LoopResources.create(TECHNOLOGY, LoopResources.DEFAULT_IO_WORKER_COUNT, true);
  private @Nullable Running running;

  private record Running(OpenChannels connections, CloseableChannel listener) {}

  public static void main(String[] args) {
    ServerProgram.main(new RsocketServer(), args);
  }

  @Override
  public Offer offer() {
    return new Offer(TECHNOLOGY, 9015, Part.TUNED, Part.MESSAGES, Part.TLS);
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) {
    OpenChannels connections = new OpenChannels(options.maxConnections(), calls);
    Operations operations = new Operations(calls, options.messages(), options.tuned());
    TcpServer tcp =
        TcpServer.create()
            .bindAddress(options::address)
            .runOn(loops, false) // NIO, as all technologies here
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .doOnChannelInit((observer, channel, remote) -> admit(channel, connections));
    TlsSide tls = options.tls();
    if (tls != null) {
      tcp = tcp.secure(spec -> spec.sslContext(encryption(tls)));
    }
    // A frame's length has three bytes; as the driver, half of that.
    int maxFrameBytes =
        Math.min(
            options.messages().maxBytes(PutFrame.MAX_BYTES) + SPARE_BYTES,
            FrameLengthCodec.FRAME_LENGTH_MASK / 2);
    CloseableChannel bound =
        RSocketServer.create(SocketAcceptor.with(operations))
            .payloadDecoder(options.tuned() ? PayloadDecoder.ZERO_COPY : PayloadDecoder.DEFAULT)
            .maxInboundPayloadSize(maxFrameBytes)
            .bind(TcpServerTransport.create(tcp, maxFrameBytes))
            .block(START);
    running = new Running(connections, Objects.requireNonNull(bound));
    return bound.address();
  }

  private static GenericSslContextSpec<SslContextBuilder> encryption(TlsSide tls) {
    File certificate = Objects.requireNonNull(tls.certificate());
    return TcpSslContextSpec.forServer(certificate, Objects.requireNonNull(tls.key()))
        .configure(
            builder ->
                builder
                    .trustManager(tls.trusted())
                    .clientAuth(tls.trusted() == null ? ClientAuth.NONE : ClientAuth.REQUIRE));
  }

  /** On the channel's event loop, before anything is read from it. */
  private static void admit(Channel channel, OpenChannels connections) {
    if (!connections.admit(channel)) {
      var unused = channel.close();
    }
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    Running now = running;
    boolean whole = true;
    if (now != null) {
      now.listener.dispose();
      whole = now.connections.close(atMost);
    }
    loops.disposeLater(Duration.ZERO, END).block(START);
    return whole;
  }
}
