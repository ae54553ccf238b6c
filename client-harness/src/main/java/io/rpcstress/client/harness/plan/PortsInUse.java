package io.rpcstress.client.harness.plan;

import io.rpcstress.driver.Address;
import io.rpcstress.engine.point.NeededProxy;
import io.rpcstress.engine.point.NeededServer;
import io.rpcstress.engine.point.PointPlan;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Who listens where, of the servers and proxies that one command calls, whether a port was given or
 * is the default one. Confined to one thread.
 */
final class PortsInUse {

  private final Map<Address, User> users = new HashMap<>();

  private record User(String technology, String name, boolean isUsage) {

    /**
     * One server may tell its usage where it is called. Of one technology two may share a port:
     * both of amqp's are the broker's.
     */
    boolean mayShareWith(User other) {
      return name.equals(other.name)
          || (technology.equals(other.technology) && isUsage == other.isUsage);
    }

    @Override
    public String toString() {
      return isUsage ? "the usage of " + name : name;
    }
  }

  /** Sees that no two of them would listen at one port. */
  static void check(Collection<PointPlan> plans) {
    PortsInUse ports = new PortsInUse();
    for (PointPlan plan : plans) {
      if (plan.driver().hasServer()) {
        ports.take(plan);
      }
    }
  }

  private void take(PointPlan plan) {
    NeededServer server = plan.neededServer();
    String technology = server.technology();
    String name = server.server();
    take(server.service(), new User(technology, name, false));
    take(server.usage(), new User(technology, name, true));
    for (Address each : plan.target().replicas()) {
      take(each, new User(technology, name, false));
    }
    NeededProxy proxy = plan.proxy();
    if (proxy != null) {
      take(proxy.service(), new User(proxy.name(), proxy.name(), false));
      take(proxy.usage(), new User(proxy.name(), proxy.name(), true));
    }
  }

  private void take(Address address, User user) {
    User before = users.putIfAbsent(address, user);
    if (before != null && !before.mayShareWith(user)) {
      throw new Misuse(
          "%s and %s have one port, %d: give each its own with --port, --usage-port or %s"
              .formatted(before, user, address.port(), Paths.PORT));
    }
  }
}
