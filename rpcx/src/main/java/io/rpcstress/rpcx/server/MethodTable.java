package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.value.Codecs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The paper's start-up pool: all published methods in one structure, by service and method, built
 * once and only read by calls. Immutable and thread-safe.
 */
final class MethodTable {
  private static final String RESERVED = "rpcx.";

  private final Map<String, Map<String, PublishedMethod>> services;

  private MethodTable(Map<String, Map<String, PublishedMethod>> services) {
    this.services = services;
  }

  /**
   * Builds the table.
   *
   * @param providers objects of classes with {@link RPCXServer}
   * @throws IllegalArgumentException if one of them cannot be published, saying why
   */
  static MethodTable of(List<Object> providers) {
    Codecs codecs = new Codecs();
    Map<String, Map<String, PublishedMethod>> services = new HashMap<>();
    for (Object provider : providers) {
      Class<?> type = provider.getClass();
      RPCXServer server = type.getAnnotation(RPCXServer.class);
      if (server == null) {
        throw new IllegalArgumentException(
            type.getName() + " has no @RPCXServer: it has no name to be published under");
      }
      if (server.value().startsWith(RESERVED) && !(provider instanceof HealthService)) {
        throw new IllegalArgumentException(
            type.getName()
                + " publishes \""
                + server.value()
                + "\": names with rpcx. are RPCX's own");
      }
      Map<String, PublishedMethod> methods = new HashMap<>();
      if (services.putIfAbsent(server.value(), methods) != null) {
        throw new IllegalArgumentException(
            type.getName() + " publishes \"" + server.value() + "\", which is published already");
      }
      publish(provider, type, server.value(), codecs, methods);
    }
    return new MethodTable(services);
  }

  private static void publish(
      Object provider,
      Class<?> type,
      String service,
      Codecs codecs,
      Map<String, PublishedMethod> methods) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (java.lang.reflect.Method declared : c.getDeclaredMethods()) {
        Method published = declared.getAnnotation(Method.class);
        if (published == null || declared.isBridge()) {
          continue;
        }
        String where = type.getName() + "." + declared.getName();
        if (methods.containsKey(published.value())) {
          throw new IllegalArgumentException(
              where + " publishes \"" + published.value() + "\", which is published already");
        }
        try {
          methods.put(
              published.value(),
              new PublishedMethod(service, provider, declared, published, codecs));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
      }
    }
    if (methods.isEmpty()) {
      throw new IllegalArgumentException(
          type.getName() + " has no method with @Method: it publishes nothing");
    }
  }

  /** The method that a request names, or null. */
  @Nullable PublishedMethod find(RPCXRequest request) {
    Map<String, PublishedMethod> methods = services.get(request.getService());
    return methods == null ? null : methods.get(request.getMethod());
  }

  /** Whether the service that a request names is published; for the error message only. */
  boolean hasService(RPCXRequest request) {
    return services.containsKey(request.getService());
  }
}
