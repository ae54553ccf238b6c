package io.rpcstress.server.dubbo;

import io.rpcstress.contract.dubbo.DubboSettings;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.ServerProgram;
import java.util.Collection;
import java.util.List;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.remoting.RemotingServer;
import org.apache.dubbo.rpc.ProtocolServer;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.protocol.dubbo.DubboProtocol;

/** Host B's Dubbo server of the dubbo protocol. The tuned one answers on the threads that read. */
public final class DubboServer extends PointToPointServer {
  private static final String TECHNOLOGY = "dubbo";

  public static void main(String[] args) {
    ServerProgram.main(TECHNOLOGY, List.of(new DubboServer(), new TripleServer()), args);
  }

  @Override
  public Offer offer() {
    return new Offer(TECHNOLOGY, 9016, Part.TUNED, Part.MESSAGES);
  }

  @Override
  ProtocolConfig protocol(boolean tuned) {
    ProtocolConfig protocol = new ProtocolConfig(TECHNOLOGY);
    protocol.setPayload(DubboSettings.MAX_MESSAGE_BYTES);
    if (tuned) {
      protocol.setDispatcher("direct");
    }
    return protocol;
  }

  @Override
  Collection<? extends RemotingServer> listeners(FrameworkModel framework) {
    List<ProtocolServer> servers = DubboProtocol.getDubboProtocol(framework).getServers();
    return servers.stream().map(ProtocolServer::getRemotingServer).toList();
  }
}
