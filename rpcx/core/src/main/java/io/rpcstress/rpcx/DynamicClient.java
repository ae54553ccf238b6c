package io.rpcstress.rpcx;

import io.rpcstress.rpcx.client.Client;
import io.rpcstress.rpcx.value.AliasCodecs;
import io.rpcstress.rpcx.value.ValueCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Calls methods that no interface declares, by what the server reports of them: for tools. Records
 * are maps, enums strings, Protobuf messages and classes of applications bytes. Not thread-safe.
 */
public final class DynamicClient {
  private static final int MAX_METHODS = 10_000;

  private final Client client;
  private final Description description;
  private final AliasCodecs codecs;

  /**
   * Prepares calls of a server whose {@link ServiceCentre.Builder#describe} is set.
   *
   * @param rpcx which has the server's address
   * @param convert makes a Java object of a class out of what {@link #call} is given for it, such
   *     as a number or a time
   */
  public DynamicClient(RPCX rpcx, BiFunction<Object, Class<?>, Object> convert) {
    client = rpcx.client();
    description = rpcx.client(Description.class);
    codecs = new AliasCodecs(description::members, convert);
  }

  /**
   * What the server publishes, in the order of its labels.
   *
   * @throws IllegalStateException if the server names methods out of order, or more than 10,000
   */
  public List<Description.MethodInfo> methods() {
    List<Description.MethodInfo> all = new ArrayList<>();
    String after = "";
    List<Description.MethodInfo> some;
    do {
      some = description.methods(after);
      all.addAll(some);
      for (Description.MethodInfo method : some) {
        String label = method.service() + "." + method.name();
        if (label.compareTo(after) <= 0) {
          throw new IllegalStateException("the server names its methods out of order");
        }
        after = label;
      }
      if (all.size() > MAX_METHODS) {
        throw new IllegalStateException(
            "the server names more than %d methods".formatted(MAX_METHODS));
      }
    } while (some.size() == Description.MAX_METHODS);
    return all;
  }

  /**
   * The types that the server defines and these methods need, with their members: of a record or a
   * sealed interface their types, of an enum nothing.
   *
   * @throws IllegalStateException if the server's types make no sense, or are more than 1,000
   */
  public Map<String, Map<String, String>> types(List<Description.MethodInfo> methods) {
    List<String> aliases = new ArrayList<>();
    for (Description.MethodInfo method : methods) {
      aliases.addAll(method.parameters());
      method.result().ifPresent(aliases::add);
      aliases.addAll(method.exceptions());
    }
    return codecs.types(aliases);
  }

  /**
   * Calls a method, within the client's deadline.
   *
   * @param method one of {@link #methods}
   * @param arguments one for each parameter; null where a value is absent
   * @return the result, null if there is none
   * @throws RPCXException if the call failed
   * @throws IllegalArgumentException if there are not as many arguments as parameters
   * @throws IllegalStateException if the server's types make no sense
   */
  public @Nullable Object call(
      Description.MethodInfo method, @Nullable Object @Nullable ... arguments) {
    int given = arguments == null ? 0 : arguments.length;
    if (given != method.parameters().size()) {
      throw new IllegalArgumentException(
          "one argument for each of " + method.parameters() + " expected");
    }
    List<ValueCodec> parameters = new ArrayList<>();
    for (String alias : method.parameters()) {
      parameters.add(codecs.of(alias));
    }
    return client.call(
        method.service(),
        method.name(),
        parameters.toArray(new ValueCodec[0]),
        method.result().map(codecs::of).orElse(null),
        arguments);
  }
}
