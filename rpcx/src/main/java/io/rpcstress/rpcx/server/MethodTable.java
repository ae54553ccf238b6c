package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.wire.RequestView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The paper's start-up pool: all published methods in one structure, built once and only read by
 * calls. A hash table that is asked with the bytes of the request, so that finding a method makes
 * no object. Immutable and thread-safe.
 */
final class MethodTable {
  private static final String RESERVED = "rpcx.";

  private final @Nullable PublishedMethod[] slots;
  private final byte[][] services;

  private MethodTable(List<PublishedMethod> methods) {
    int size = 16;
    while (size < methods.size() * 4) {
      size <<= 1;
    }
    slots = new @Nullable PublishedMethod[size];
    List<byte[]> names = new ArrayList<>();
    for (PublishedMethod method : methods) {
      int at = hash(method) & (size - 1);
      while (slots[at] != null) {
        at = (at + 1) & (size - 1);
      }
      slots[at] = method;
      names.add(method.service());
    }
    services = names.toArray(new byte[0][]);
  }

  /**
   * Builds the table.
   *
   * @param providers objects of classes with {@link RPCXServer}
   * @throws IllegalArgumentException if one of them cannot be published, saying why
   */
  static MethodTable of(List<Object> providers) {
    Codecs codecs = new Codecs();
    List<PublishedMethod> methods = new ArrayList<>();
    Set<String> services = new HashSet<>();
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
      if (!services.add(server.value())) {
        throw new IllegalArgumentException(
            type.getName() + " publishes \"" + server.value() + "\", which is published already");
      }
      publish(provider, type, server.value(), codecs, methods);
    }
    return new MethodTable(methods);
  }

  private static void publish(
      Object provider,
      Class<?> type,
      String service,
      Codecs codecs,
      List<PublishedMethod> methods) {
    Set<String> names = new HashSet<>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (java.lang.reflect.Method declared : c.getDeclaredMethods()) {
        Method published = declared.getAnnotation(Method.class);
        if (published == null || declared.isBridge()) {
          continue;
        }
        String where = type.getName() + "." + declared.getName();
        if (!names.add(published.value())) {
          throw new IllegalArgumentException(
              where + " publishes \"" + published.value() + "\", which is published already");
        }
        try {
          methods.add(new PublishedMethod(service, provider, declared, published, codecs));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
      }
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          type.getName() + " has no method with @Method: it publishes nothing");
    }
  }

  /** The method that a request names, or null. */
  @Nullable PublishedMethod find(RequestView request) {
    byte[] bytes = request.bytes();
    int hash = hash(1, bytes, request.serviceFrom, request.serviceTo);
    hash = spread(hash(hash, bytes, request.methodFrom, request.methodTo));
    int mask = slots.length - 1;
    for (int at = hash & mask; ; at = (at + 1) & mask) {
      PublishedMethod method = slots[at];
      if (method == null) {
        return null;
      }
      if (request.equal(request.methodFrom, request.methodTo, method.name())
          && request.equal(request.serviceFrom, request.serviceTo, method.service())) {
        return method;
      }
    }
  }

  /** Whether the service that a request names is published; for the error message only. */
  boolean hasService(RequestView request) {
    for (byte[] service : services) {
      if (request.equal(request.serviceFrom, request.serviceTo, service)) {
        return true;
      }
    }
    return false;
  }

  private static int hash(PublishedMethod method) {
    int hash = hash(1, method.service(), 0, method.service().length);
    return spread(hash(hash, method.name(), 0, method.name().length));
  }

  private static int hash(int seed, byte[] bytes, int from, int to) {
    int hash = seed;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash;
  }

  private static int spread(int hash) {
    return hash ^ (hash >>> 16);
  }
}
