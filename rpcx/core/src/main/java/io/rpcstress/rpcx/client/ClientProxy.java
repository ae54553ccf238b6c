package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.ClientInterceptor;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.value.Codecs;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
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
  private final Map<Method, RemoteMethod> methods;
  private final Client client;
  private final Endpoint endpoint;
  private final String description;

  private ClientProxy(
      Map<Method, RemoteMethod> methods, Client client, Endpoint endpoint, String description) {
    this.methods = methods;
    this.client = client;
    this.endpoint = endpoint;
    this.description = description;
  }

  /** Makes the proxy. */
  static Object of(
      Class<?> type,
      String service,
      Map<Method, RemoteMethod> methods,
      Client client,
      Endpoint endpoint) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        new ClientProxy(methods, client, endpoint, "RPCX client of " + service));
  }

  /** Prepares the remote methods of a client interface. */
  static Map<Method, RemoteMethod> methods(Class<?> type, String service, ClientSettings settings) {
    Codecs codecs = new Codecs(settings.codecs());
    int maxObjects = settings.limits().maxObjects();
    Map<Method, RemoteMethod> methods = new HashMap<>();
    for (Method declared : type.getMethods()) {
      io.rpcstress.rpcx.Method published = declared.getAnnotation(io.rpcstress.rpcx.Method.class);
      if (published != null) {
        try {
          methods.put(declared, new RemoteMethod(service, declared, published, codecs, maxObjects));
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
    return methods;
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

  private @Nullable Object remote(RemoteMethod method, @Nullable Object @Nullable [] arguments) {
    if (!client.interceptors().isEmpty()) {
      return intercepted(method, arguments);
    }
    boolean waits = !method.async() && !method.oneWay();
    PendingCall call =
        client.start(method, endpoint, arguments, client.inherited(), waits, Long.MAX_VALUE);
    return method.async() ? call : call.await();
  }

  private @Nullable Object intercepted(
      RemoteMethod method, @Nullable Object @Nullable [] arguments) {
    boolean waits = !method.async() && !method.oneWay();
    if (waits && CallContext.onEventLoop()) {
      throw new RPCXException(StatusCode.FAILED_PRECONDITION, Client.WOULD_HOLD_UP_THE_SERVER);
    }
    if (waits && client.isOwnThread()) {
      throw new RPCXException(StatusCode.FAILED_PRECONDITION, Client.WOULD_WAIT_FOR_ITSELF);
    }
    InterceptedCall whole = new InterceptedCall(client, method);
    ClientInterceptor.Call call =
        new ClientInterceptor.Call(
            method.service(),
            method.name(),
            arguments == null ? List.of() : Arrays.asList(arguments),
            new LinkedHashMap<>(client.inherited()),
            whole);
    CompletableFuture<@Nullable Object> result;
    try {
      result =
          new Interception(client, endpoint, method, arguments, call, whole, client.interceptors())
              .proceed();
    } catch (RuntimeException e) {
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
      // Nobody waits for what interceptors still do, as nobody waits for the server.
      return null;
    }
    return method.async() ? whole : whole.await();
  }

  private @Nullable Object local(
      Object proxy, Method invoked, @Nullable Object @Nullable [] arguments) throws Throwable {
    if (invoked.isDefault()) {
      return InvocationHandler.invokeDefault(proxy, invoked, arguments);
    }
    return switch (invoked.getName()) {
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> description;
    };
  }
}
