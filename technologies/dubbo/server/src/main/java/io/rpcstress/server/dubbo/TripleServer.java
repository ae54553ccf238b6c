package io.rpcstress.server.dubbo;

import io.rpcstress.contract.dubbo.DubboSettings;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import java.util.Collection;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.nested.TripleConfig;
import org.apache.dubbo.remoting.RemotingServer;
import org.apache.dubbo.remoting.exchange.PortUnificationExchanger;
import org.apache.dubbo.rpc.model.FrameworkModel;

/**
 * Host B's Dubbo server of the Triple protocol: gRPC's frames over HTTP/2 with Hessian within them,
 * and JSON over HTTP. The tuned one answers on the threads that read.
 */
public final class TripleServer extends PointToPointServer {
  @Override
  public Offer offer() {
    return new Offer("dubbo-triple", 9017, Part.TUNED, Part.MESSAGES);
  }

  @Override
  ProtocolConfig protocol(boolean tuned) {
    ProtocolConfig protocol = new ProtocolConfig("tri");
    TripleConfig triple = new TripleConfig();
    triple.setMaxBodySize(DubboSettings.MAX_MESSAGE_BYTES);
    protocol.setTriple(triple);
    if (tuned) {
      protocol.setThreadpool(CallingThread.NAME);
    }
    return protocol;
  }

  @Override
  Collection<? extends RemotingServer> listeners(FrameworkModel framework) {
    return PortUnificationExchanger.getServers().values();
  }
}
