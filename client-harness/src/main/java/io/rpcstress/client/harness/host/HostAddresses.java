package io.rpcstress.client.harness.host;

import io.rpcstress.driver.Address;
import io.rpcstress.engine.point.PointPlan;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the names of servers' hosts stand for, looked up once a session: of several addresses the
 * first at which a server accepts a connection. Libraries choose among several each in its own way.
 * Stateless.
 */
public final class HostAddresses {

  private static final int CONNECT_MILLIS = 2_000;

  private HostAddresses() {}

  public static Map<String, String> ofPlans(List<PointPlan> plans, Consumer<String> messages) {
    List<Address> servers = new ArrayList<>();
    for (PointPlan plan : plans) {
      if (!plan.driver().isInProcess()) {
        servers.add(plan.target().primary());
      }
      if (plan.driver().hasServer()) {
        servers.add(plan.usage());
        servers.addAll(plan.target().replicas());
      }
    }
    return of(servers, messages);
  }

  public static Map<String, String> of(Collection<Address> servers, Consumer<String> messages) {
    Map<String, Collection<Integer>> ports = new LinkedHashMap<>();
    for (Address each : servers) {
      if (!Address.isLiteral(each.name())) {
        ports.computeIfAbsent(each.name(), name -> new TreeSet<>()).add(each.port());
      }
    }
    Map<String, String> addresses = new LinkedHashMap<>();
    ports.forEach(
        (name, all) -> {
          String address = address(name, all, messages);
          if (address != null) {
            addresses.put(name, address);
          }
        });
    return addresses;
  }

  private static @Nullable String address(
      String name, Collection<Integer> ports, Consumer<String> messages) {
    List<InetAddress> all;
    try {
      all = List.of(InetAddress.getAllByName(name));
    } catch (UnknownHostException e) {
      return null; // which is said where it is called
    }
    if (all.size() == 1) {
      return all.get(0).getHostAddress();
    }
    List<String> silent = new ArrayList<>();
    for (InetAddress each : all) {
      String text = each.getHostAddress();
      if (accepts(each, ports)) {
        if (!silent.isEmpty()) {
          messages.accept(
              "%s: no server answers at %s; %s is called"
                  .formatted(name, String.join(", ", silent), text));
        }
        return text;
      }
      silent.add(text);
    }
    messages.accept(
        "%s: no server answers at any of its addresses (%s): start it there, or name another host"
            .formatted(name, String.join(", ", silent)));
    return null;
  }

  private static boolean accepts(InetAddress address, Collection<Integer> ports) {
    for (int port : ports) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
        return true;
      } catch (ConnectException refused) {
        // The host may have another server.
      } catch (IOException e) {
        return false;
      }
    }
    return false;
  }
}
