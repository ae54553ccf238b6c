package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Description;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.value.Codecs;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Describes what a service centre publishes, where it may. Immutable and thread-safe. */
@RPCXServer(Description.SERVICE)
final class DescribeService implements Description {
  private final NavigableMap<String, PublishedMethod> methods = new TreeMap<>();
  private final Codecs codecs;
  private final Limits limits;

  /**
   * @param codecs of the methods
   */
  DescribeService(Iterable<PublishedMethod> published, Codecs codecs, Limits limits) {
    this.codecs = codecs;
    this.limits = limits;
    for (PublishedMethod method : published) {
      if (!method.isHealth()) {
        methods.put(method.label(), method);
      }
    }
  }

  @Override
  @Method("methods")
  public List<MethodInfo> methods(String after) {
    return methods.tailMap(after, false).values().stream()
        .limit(MAX_METHODS)
        .map(PublishedMethod::info)
        .toList();
  }

  @Override
  @Method("members")
  public Map<String, String> members(String alias) {
    Map<String, String> members = codecs.members(alias);
    if (members == null) {
      throw new RPCXException(StatusCode.NOT_FOUND, "no method needs a type of that name");
    }
    return members;
  }

  @Override
  @Method("limits")
  public Map<String, Long> limits() {
    return Map.of(
        "maxFrameBytes", (long) limits.maxFrameBytes(),
        "maxInFlightPerConnection", (long) limits.maxInFlightPerConnection(),
        "maxInFlight", (long) limits.maxInFlight(),
        "maxConnections", (long) limits.maxConnections(),
        "maxObjects", (long) limits.maxObjects());
  }
}
