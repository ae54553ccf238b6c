package io.rpcstress.rpcx;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a server reports of itself, where {@link ServiceCentre.Builder#describe} is set: {@code
 * rpcx.client(Description.class)}. Each answer is bounded.
 */
@RPCXClient(remoteServerName = Description.SERVICE)
public interface Description {
  /** The published name. */
  String SERVICE = "rpcx.describe";

  /** Most methods in one answer. */
  int MAX_METHODS = 100;

  /**
   * Published methods in the order of their labels, {@link #MAX_METHODS} at most; the description
   * itself and the health service are not among them.
   *
   * @param after only those whose {@code service.method} comes after this one; empty for the first
   */
  @Method(value = "methods", idempotent = true)
  List<MethodInfo> methods(String after);

  /**
   * What a type consists of that a server defines.
   *
   * @param alias of a record, sealed interface, enum or exception, such as {@code record:Bill}
   * @return components with their aliases, in the order of their field numbers; the records of a
   *     sealed interface in the same way; the constants of an enum, each with an empty text
   * @throws RPCXException NOT_FOUND if no method needs such a type
   */
  @Method(value = "members", idempotent = true)
  Map<String, String> members(String alias);

  /** The server's {@link Limits} that calls can meet, by their names. */
  @Method(value = "limits", idempotent = true)
  Map<String, Long> limits();

  /**
   * A method that can be called.
   *
   * @param service published name
   * @param name published name
   * @param parameters their aliases
   * @param result its alias, empty if there is none
   * @param exceptions aliases of those that it declares
   * @param maxInFlight calls at a time, 0 if there is no limit of its own
   */
  @Published("rpcx.MethodInfo")
  record MethodInfo(
      String service,
      String name,
      List<String> parameters,
      Optional<String> result,
      List<String> exceptions,
      int maxInFlight) {}
}
