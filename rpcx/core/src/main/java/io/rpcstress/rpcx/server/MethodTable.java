package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.OwnCodecs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The paper's start-up pool: all published methods in one structure, by service and method, built
 * once and only read by calls. Immutable and thread-safe.
 */
final class MethodTable {
  /** What the names of RPCX's own services begin with. */
  static final String RESERVED = "rpcx.";

  private static final int HASH_FACTOR = 31;

  private final Map<String, Map<String, PublishedMethod>> services;

  /** The same methods by the bytes of their names: open addressing, at most half full. */
  private final @Nullable PublishedMethod[] byNames;

  private MethodTable(Map<String, Map<String, PublishedMethod>> services) {
    this.services = services;
    List<PublishedMethod> all = new ArrayList<>();
    for (Map<String, PublishedMethod> methods : services.values()) {
      all.addAll(methods.values());
    }
    byNames = new @Nullable PublishedMethod[Math.max(1, Integer.highestOneBit(all.size())) * 4];
    for (PublishedMethod method : all) {
      int slot = method.nameHash();
      while (byNames[slot & (byNames.length - 1)] != null) {
        slot++;
      }
      byNames[slot & (byNames.length - 1)] = method;
    }
  }

  /** Goes on with a hash. */
  static int hash(int before, byte[] bytes, int from, int to) {
    int hash = before;
    for (int i = from; i < to; i++) {
      hash = HASH_FACTOR * hash + bytes[i];
    }
    return hash ^ (hash >>> Short.SIZE);
  }

  /**
   * Builds the table.
   *
   * @param providers objects of classes with {@link RPCXServer}
   * @param own what the application's classes are carried by
   * @param described the limits that callers may read beside all methods; null if they may not
   * @throws IllegalArgumentException if one of them cannot be published, saying why
   */
  static MethodTable of(List<Object> providers, OwnCodecs own, @Nullable Limits described) {
    Codecs codecs = new Codecs(own);
    Map<String, Map<String, PublishedMethod>> services = new HashMap<>();
    for (Object provider : providers) {
      ProviderType type = new ProviderType(provider);
      String service = type.service();
      if (service.startsWith(RESERVED) && !(provider instanceof HealthService)) {
        throw new IllegalArgumentException(
            type.name() + " publishes \"" + service + "\": names with rpcx. are RPCX's own");
      }
      Map<String, PublishedMethod> methods = new HashMap<>();
      if (services.putIfAbsent(service, methods) != null) {
        throw new IllegalArgumentException(
            type.name() + " publishes \"" + service + "\", which is published already");
      }
      publish(provider, type, service, codecs, methods);
    }
    refuseEqualLabels(services);
    if (described != null) {
      describe(services, codecs, described);
    }
    return new MethodTable(services);
  }

  /** Method "b.c" of "a" and method "c" of "a.b" would be one to limits, logs and tools. */
  private static void refuseEqualLabels(Map<String, Map<String, PublishedMethod>> services) {
    Map<String, String> serviceOf = new HashMap<>();
    services.forEach(
        (service, methods) ->
            methods
                .values()
                .forEach(
                    method -> {
                      String other = serviceOf.putIfAbsent(method.label(), service);
                      if (other != null) {
                        throw new IllegalArgumentException(
                            "services \"%s\" and \"%s\" both publish \"%s\": rename a method"
                                .formatted(other, service, method.label()));
                      }
                    }));
  }

  private static void describe(
      Map<String, Map<String, PublishedMethod>> services, Codecs codecs, Limits limits) {
    List<PublishedMethod> all = new ArrayList<>();
    services.values().forEach(methods -> all.addAll(methods.values()));
    Object description = new DescribeService(all, codecs, limits);
    ProviderType type = new ProviderType(description);
    Map<String, PublishedMethod> methods = new HashMap<>();
    publish(description, type, type.service(), new Codecs(), methods);
    services.put(type.service(), methods);
  }

  private static void publish(
      Object provider,
      ProviderType type,
      String service,
      Codecs codecs,
      Map<String, PublishedMethod> methods) {
    for (ProviderType.Published found : type.methods()) {
      String name = found.annotation().value();
      String where = type.name() + "." + found.method().getName();
      if (methods.containsKey(name)) {
        throw new IllegalArgumentException(
            where + " publishes \"" + name + "\", which is published already");
      }
      try {
        methods.put(
            name,
            new PublishedMethod(
                service, provider, found.method(), found.annotation(), type.variables(), codecs));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
      }
    }
    if (methods.isEmpty()) {
      throw new IllegalArgumentException(
          type.name() + " has no method with @Method: it publishes nothing");
    }
  }

  /**
   * Limits the calls in flight of single methods; before the first call.
   *
   * @param most by {@code service.method}
   * @throws IllegalArgumentException if such a method is not published
   */
  void limit(Map<String, Integer> most) {
    Map<String, PublishedMethod> byLabel = new HashMap<>();
    for (Map<String, PublishedMethod> methods : services.values()) {
      for (PublishedMethod method : methods.values()) {
        byLabel.put(method.label(), method);
      }
    }
    for (Map.Entry<String, Integer> limit : most.entrySet()) {
      PublishedMethod method = byLabel.get(limit.getKey());
      if (method == null) {
        throw new IllegalArgumentException(
            "maxInFlight is given for \"" + limit.getKey() + "\", which is not published");
      }
      method.limit(limit.getValue());
    }
  }

  /** What is published, one line a method, in order. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Map<String, PublishedMethod> methods : services.values()) {
      for (PublishedMethod method : methods.values()) {
        lines.add(method.description());
      }
    }
    Collections.sort(lines);
    return lines;
  }

  /** The method that a request names, or null. */
  @Nullable PublishedMethod find(Request request) {
    int slot = request.nameHash();
    while (true) {
      PublishedMethod method = byNames[slot & (byNames.length - 1)];
      if (method == null || method.isNamedBy(request)) {
        return method;
      }
      slot++;
    }
  }

  /** Whether the service that a request names is published; for the error message only. */
  boolean hasService(Request request) {
    return services.containsKey(request.service());
  }
}
