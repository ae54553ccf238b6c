package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.CallOptions;
import io.rpcstress.rpcx.ClientInterceptor;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.TypeArguments;
import io.rpcstress.rpcx.wire.OwnThread;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The JDK dynamic proxy behind a client interface. Thread-safe. */
final class ClientProxy implements InvocationHandler {
  private static final Object[] NO_ARGUMENTS = {};

  private final Map<Method, RemoteMethod> methods;
  private final Client client;
  private final Endpoint endpoint;
  private final String description;
  private final @Nullable CallOptions options;

  private ClientProxy(
      Map<Method, RemoteMethod> methods,
      Client client,
      Endpoint endpoint,
      String description,
      @Nullable CallOptions options) {
    this.methods = methods;
    this.client = client;
    this.endpoint = endpoint;
    this.description = description;
    this.options = options;
  }

  /** Makes the proxy. */
  static Object of(
      Class<?> type,
      String service,
      Map<Method, RemoteMethod> methods,
      Client client,
      Endpoint endpoint) {
    return of(type, new ClientProxy(methods, client, endpoint, "RPCX client of " + service, null));
  }

  private static Object of(Class<?> type, ClientProxy proxy) {
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, proxy);
  }

  /**
   * A client of the same interface whose calls have other options.
   *
   * @throws IllegalArgumentException if an object is no client
   */
  static Object with(Object client, CallOptions options) {
    if (Proxy.isProxyClass(client.getClass())
        && Proxy.getInvocationHandler(client) instanceof ClientProxy proxy) {
      return of(
          client.getClass().getInterfaces()[0],
          new ClientProxy(proxy.methods, proxy.client, proxy.endpoint, proxy.description, options));
    }
    throw new IllegalArgumentException(
        client.getClass().getName() + " is no client that RPCX made: its calls take no options");
  }

  /** Prepares the remote methods of a client interface. */
  static Map<Method, RemoteMethod> methods(Class<?> type, String service, ClientSettings settings) {
    Codecs codecs = new Codecs(settings.codecs());
    TypeArguments types = TypeArguments.of(type);
    int maxObjects = settings.limits().maxObjects();
    Map<Method, RemoteMethod> methods = new HashMap<>();
    for (Method declared : type.getMethods()) {
      if (declared.isBridge() || Modifier.isStatic(declared.getModifiers())) {
        continue;
      }
      io.rpcstress.rpcx.Method published = published(type, types, declared);
      if (published != null) {
        try {
          methods.put(
              declared, new RemoteMethod(service, declared, published, types, codecs, maxObjects));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              type.getName() + "." + declared.getName() + ": " + e.getMessage(), e);
        }
      } else if (Modifier.isAbstract(declared.getModifiers())) {
        throw new IllegalArgumentException(
            type.getName()
                + "."
                + declared.getName()
                + " has no @Method: it names no remote method");
      }
    }
    addOverridden(type, types, methods);
    return methods;
  }

  /** What a method declares, or the one that it overrides. */
  private static io.rpcstress.rpcx.@Nullable Method published(
      Class<?> type, TypeArguments types, Method declared) {
    io.rpcstress.rpcx.Method own = declared.getAnnotation(io.rpcstress.rpcx.Method.class);
    if (own != null || declared.isDefault()) {
      return own;
    }
    for (Method other : withOverridden(type)) {
      io.rpcstress.rpcx.Method annotation = other.getAnnotation(io.rpcstress.rpcx.Method.class);
      if (annotation != null && isSame(type, types, declared, other)) {
        return annotation;
      }
    }
    return null;
  }

  /** The methods of an interface, and those of the interfaces above it that it overrides. */
  private static List<Method> withOverridden(Class<?> type) {
    List<Method> all = new ArrayList<>(Arrays.asList(type.getMethods()));
    for (Class<?> above : type.getInterfaces()) {
      all.addAll(Arrays.asList(above.getMethods()));
    }
    return all;
  }

  /** A call by a more general interface means the same method. */
  private static void addOverridden(
      Class<?> type, TypeArguments types, Map<Method, RemoteMethod> methods) {
    Map<Method, RemoteMethod> found = Map.copyOf(methods);
    for (Method other : withOverridden(type)) {
      found.forEach(
          (method, remote) -> {
            if (isSame(type, types, method, other)) {
              methods.putIfAbsent(other, remote);
            }
          });
    }
  }

  /** Whether two methods are one in the client interface, where both are declared. */
  private static boolean isSame(Class<?> type, TypeArguments types, Method one, Method other) {
    if (hasSameParameters(types, one, other)) {
      return true;
    }
    // A bridge has the parameters of what it overrides, without type arguments.
    for (Method overridden : other.isBridge() ? withOverridden(type) : List.<Method>of()) {
      if (!overridden.isBridge()
          && Arrays.equals(overridden.getParameterTypes(), other.getParameterTypes())
          && overridden.getName().equals(other.getName())
          && hasSameParameters(types, one, overridden)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasSameParameters(TypeArguments types, Method one, Method other) {
    return one.getName().equals(other.getName())
        && Arrays.equals(
            types.resolve(one.getGenericParameterTypes()),
            types.resolve(other.getGenericParameterTypes()));
  }

  @Override
  public @Nullable Object invoke(
      Object proxy, Method invoked, @Nullable Object @Nullable [] arguments) throws Throwable {
    RemoteMethod method = methods.get(invoked);
    if (method == null) {
      return local(proxy, invoked, arguments);
    }
    try {
      return remote(method, arguments);
    } catch (CompletionException e) {
      throw method.thrown(e);
    }
  }

  /** Calls a method that no interface declares. */
  static @Nullable Object call(
      Client client,
      Endpoint endpoint,
      RemoteMethod method,
      @Nullable Object @Nullable [] arguments) {
    return new ClientProxy(Map.of(), client, endpoint, "", null).remote(method, arguments);
  }

  private @Nullable Object remote(RemoteMethod method, @Nullable Object @Nullable [] arguments) {
    if (!client.interceptors().isEmpty()) {
      return intercepted(method, arguments);
    }
    boolean waits = !method.async() && !method.oneWay();
    PendingCall call =
        client.start(
            method,
            endpoint,
            arguments,
            client.metadata(options),
            waits,
            client.waitNanos(method, options));
    return method.async() ? call : call.await();
  }

  private @Nullable Object intercepted(
      RemoteMethod method, @Nullable Object @Nullable [] arguments) {
    boolean waits = !method.async() && !method.oneWay();
    if (waits && CallContext.onEventLoop()) {
      throw RPCXException.ofCall(
          StatusCode.FAILED_PRECONDITION, Client.WOULD_HOLD_UP_THE_SERVER, null);
    }
    if (waits && OwnThread.isCurrent()) {
      throw RPCXException.ofCall(
          StatusCode.FAILED_PRECONDITION, Client.WOULD_WAIT_FOR_ITSELF, null);
    }
    InterceptedCall whole = new InterceptedCall(client.watch(), client.waitNanos(method, options));
    ClientInterceptor.Call call =
        new ClientInterceptor.Call(
            method.service(),
            method.name(),
            arguments == null ? List.of() : Arrays.asList(arguments),
            new LinkedHashMap<>(client.metadata(options)),
            whole);
    CompletableFuture<@Nullable Object> result;
    try {
      result =
          new Interception(client, endpoint, method, arguments, call, whole, client.interceptors())
              .proceed();
    } catch (RuntimeException e) {
      whole.endAttempts();
      if (!method.async()) {
        throw e;
      }
      result = CompletableFuture.failedFuture(e);
    }
    if (result instanceof PendingCall plain) {
      return method.async() ? plain : plain.await();
    }
    whole.follow(result);
    if (method.oneWay() && !whole.isDone()) {
      // No caller waits for what interceptors still do, as none waits for the server.
      return null;
    }
    return method.async() ? whole : whole.await();
  }

  private @Nullable Object local(
      Object proxy, Method invoked, @Nullable Object @Nullable [] arguments) throws Throwable {
    if (invoked.isDefault()) {
      Class<?> declaring = invoked.getDeclaringClass();
      // As the interface itself, which need not be public.
      return MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
          .unreflectSpecial(invoked, declaring)
          .bindTo(proxy)
          .invokeWithArguments(arguments == null ? NO_ARGUMENTS : arguments);
    }
    return switch (invoked.getName()) {
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> description;
    };
  }
}
