package io.rpcstress.rpcx.spring;

import io.rpcstress.rpcx.RPCXClient;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The client interfaces that were found in the application.
 *
 * @param types interfaces with {@link RPCXClient}
 */
record RpcxClientTypes(List<Class<?>> types) {
  /** The services that they call. */
  Set<String> services() {
    Set<String> names = new TreeSet<>();
    for (Class<?> type : types) {
      names.add(service(type));
    }
    return names;
  }

  /** The service that an interface calls. */
  static String service(Class<?> type) {
    RPCXClient remote = type.getAnnotation(RPCXClient.class);
    if (remote == null) {
      throw new IllegalArgumentException(
          type.getName() + " has no @RPCXClient: it names no service");
    }
    return remote.remoteServerName();
  }

  /**
   * Checks configured names.
   *
   * @param property the property that they are in
   * @param names what must be services
   * @throws RpcxConfigurationException if one of them is not called
   */
  void check(String property, Collection<String> names) {
    Set<String> known = services();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new RpcxConfigurationException(
            property + " has \"" + name + "\", expected a service that is called: " + known,
            "Correct the name, or remove it; rpcx.client.packages says where interfaces are.",
            null);
      }
    }
  }
}
