package io.rpcstress.server.socket;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.server.base.HostilePeersContract;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/** What all three languages share here: all but what announces too much. */
abstract class HostilePeers extends HostilePeersContract {
  private static final Duration LINGER = Duration.ofMillis(200);
  private static final long ID = 7;

  private final Idl idl;
  private final List<String> tooMuch;

  HostilePeers(Idl idl, String... tooMuch) {
    this.idl = idl;
    this.tooMuch = List.of(tooMuch);
  }

  @Override
  protected List<ServerVariant> variants() {
    return List.of(ServerVariant.values());
  }

  @Override
  protected Server server(Duration stalled, Duration idle) {
    return new SocketServer(idl, new TimeLimits(stalled, idle, LINGER));
  }

  @Override
  protected GoodClient connect(InetSocketAddress server) throws IOException {
    return new SocketClient(idl, server);
  }

  @Override
  protected byte[] request(String name) {
    return SocketClient.bytes(idl, Call.greet(ID, name));
  }

  @Override
  protected int answerBytes() {
    return SocketClient.bytes(idl, Answer.greeting(ID, "hello, Ada")).length;
  }

  @Override
  protected List<byte[]> tooMuch() {
    return tooMuch.stream().map(hex -> HexFormat.of().parseHex(hex.replace(" ", ""))).toList();
  }
}
