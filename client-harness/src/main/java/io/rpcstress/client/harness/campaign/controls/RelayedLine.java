package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.campaign.controls.Rig.Line;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.driver.Address;
import io.rpcstress.engine.point.NeededServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Stands in for a line where the kernel has no netem, or nobody may use it: both ways lead through
 * a relay in this process, so that what a relay costs is on both sides, and one of them hands on
 * later. The server's usage counters are reached without delay.
 */
public record RelayedLine(String protocol, Calls calls, NeededServer server, PrintStream stderr)
    implements Line {

  private static final int CONNECT_MILLIS = 5_000;
  private static final Duration EACH_WAY = Duration.of(ADDED_MICROS / 2, ChronoUnit.MICROS);

  @Override
  public String what() {
    return "relays on this host's loopback";
  }

  @Override
  public Ways open() throws IOException {
    try (Socket probe = new Socket()) {
      probe.connect(address(server.service()), CONNECT_MILLIS);
    }
    List<DelayingRelay> relays = new ArrayList<>();
    Runnable end = () -> relays.forEach(DelayingRelay::close);
    try {
      relays.add(new DelayingRelay(address(server.usage()), Duration.ZERO));
      relays.add(new DelayingRelay(address(server.service()), Duration.ZERO));
      relays.add(new DelayingRelay(address(server.service()), EACH_WAY));
    } catch (IOException e) {
      end.run();
      throw e;
    }
    int usage = relays.get(0).port();
    return new Ways(rig(relays.get(1).port(), usage), rig(relays.get(2).port(), usage), end);
  }

  private static InetSocketAddress address(Address address) {
    return new InetSocketAddress(address.host(), address.port());
  }

  private Rig rig(int port, int usagePort) {
    String here = InetAddress.getLoopbackAddress().getHostAddress();
    String name = server.server();
    return new ForkedRig(protocol, calls.to(here, name, port, usagePort), stderr);
  }
}
