package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.value.TypeArguments;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a provider's annotations declare, wherever they stand: on its class, on those it extends, or
 * on the interfaces that it shares with its clients; and behind a proxy of Spring's, on the class
 * that the proxy stands for. Used at start-up only.
 */
final class ProviderType {
  /** Implemented by Spring's proxies, with a method that returns the class behind them. */
  private static final String SPRING_PROXY = "org.springframework.aop.TargetClassAware";

  private final Object provider;
  private final Class<?> type;

  /** The class and all that it extends or implements, the most specific first. */
  private final List<Class<?>> types;

  /** What the type variables of all these stand for. */
  private final TypeArguments variables;

  ProviderType(Object provider) {
    this.provider = provider;
    type = behindProxy(provider);
    variables = TypeArguments.of(type);
    types = hierarchy(type);
  }

  /** The class's name, for messages. */
  String name() {
    return type.getName();
  }

  /** What type variables stand for in the class and all above it. */
  TypeArguments variables() {
    return variables;
  }

  /** The service's published name. */
  String service() {
    Set<String> names = new LinkedHashSet<>();
    for (Class<?> t : types) {
      RPCXServer server = t.getDeclaredAnnotation(RPCXServer.class);
      if (server != null) {
        names.add(server.value());
        if (!t.isInterface()) {
          // A class declares it for its interfaces, too.
          break;
        }
      }
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          name() + " has no @RPCXServer: it has no name to be published under");
    }
    if (names.size() > 1) {
      throw new IllegalArgumentException(
          name() + " implements services " + names + ": give the class an @RPCXServer of its own");
    }
    return names.iterator().next();
  }

  /** A method that is published, and the annotation that declares it. */
  record Published(java.lang.reflect.Method method, Method annotation) {}

  /** All methods that are published; an overriding method counts instead of the overridden. */
  Collection<Published> methods() {
    Map<String, Published> found = new LinkedHashMap<>();
    Map<String, java.lang.reflect.Method> first = new HashMap<>();
    for (Class<?> t : types) {
      for (java.lang.reflect.Method declared : t.getDeclaredMethods()) {
        if (declared.isBridge() || declared.isSynthetic()) {
          continue;
        }
        String signature =
            declared.getName()
                + Arrays.toString(variables.resolve(declared.getGenericParameterTypes()));
        java.lang.reflect.Method overriding = first.putIfAbsent(signature, declared);
        Method published = declared.getAnnotation(Method.class);
        if (published == null) {
          continue;
        }
        checkCallable(declared);
        if (!found.containsKey(signature)) {
          boolean narrower = overriding != null && !sameResult(overriding, declared);
          found.put(
              signature, new Published(callable(narrower ? overriding : declared), published));
        }
      }
    }
    return found.values();
  }

  private boolean sameResult(java.lang.reflect.Method one, java.lang.reflect.Method other) {
    return variables
        .resolve(one.getGenericReturnType())
        .equals(variables.resolve(other.getGenericReturnType()));
  }

  private void checkCallable(java.lang.reflect.Method declared) {
    int modifiers = declared.getModifiers();
    if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers)) {
      throw new IllegalArgumentException(
          name()
              + "."
              + declared.getName()
              + " is "
              + (Modifier.isStatic(modifiers) ? "static" : "private")
              + ": @Method publishes methods of an object that others may call");
    }
  }

  /** The method as the provider has it: of a proxy, the one of the interface. */
  private java.lang.reflect.Method callable(java.lang.reflect.Method method) {
    if (method.getDeclaringClass().isInstance(provider)) {
      return method;
    }
    for (Class<?> t : hierarchy(provider.getClass())) {
      if (t.isInterface()) {
        try {
          return t.getDeclaredMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
          // The next one may have it.
        }
      }
    }
    throw new IllegalArgumentException(
        name()
            + "."
            + method.getName()
            + " cannot be called through the proxy that stands for the object:"
            + " declare it in an interface that the proxy has");
  }

  private static Class<?> behindProxy(Object provider) {
    for (Class<?> t : hierarchy(provider.getClass())) {
      if (t.getName().equals(SPRING_PROXY)) {
        Class<?> target = targetClass(provider, t);
        return target == null ? provider.getClass() : target;
      }
    }
    return provider.getClass();
  }

  private static @Nullable Class<?> targetClass(Object provider, Class<?> proxy) {
    try {
      return (Class<?>) proxy.getMethod("getTargetClass").invoke(provider);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalArgumentException(
          provider.getClass().getName() + " is a proxy that does not say for what", e);
    }
  }

  private static List<Class<?>> hierarchy(Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> t = type; t != null && t != Object.class; t = t.getSuperclass()) {
      all.add(t);
    }
    for (Class<?> t : List.copyOf(all)) {
      addInterfaces(t, all);
    }
    return new ArrayList<>(all);
  }

  private static void addInterfaces(Class<?> type, Set<Class<?>> all) {
    for (Class<?> t : type.getInterfaces()) {
      all.add(t);
      addInterfaces(t, all);
    }
  }
}
