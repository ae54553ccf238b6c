package io.rpcstress.driver.grpc;

import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.grpc.StatusOr;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Target;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Several servers by their addresses, by a name resolver as gRPC's own example has one: {@code
 * servers:///10.0.0.2:9002,10.0.0.3:9002}.
 */
final class ServerList extends NameResolverProvider {
  private static final String SCHEME = "servers";
  private static final int PRIORITY = 5; // of most providers, says its documentation

  static {
    NameResolverRegistry.getDefaultRegistry().register(new ServerList());
  }

  private ServerList() {}

  /** What a channel takes to call all of them. */
  static String name(Target target) {
    String servers =
        Stream.concat(Stream.of(target.primary()), target.replicas().stream())
            .map(Address::toString)
            .collect(Collectors.joining(","));
    try {
      return new URI(SCHEME, "", "/" + servers, null)
          .toString(); // the brackets of IPv6 are escaped
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(servers, e);
    }
  }

  @Override
  public String getDefaultScheme() {
    return SCHEME;
  }

  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return PRIORITY;
  }

  @Override
  public NameResolver newNameResolver(URI target, NameResolver.Args unused) {
    List<EquivalentAddressGroup> servers =
        Arrays.stream(target.getPath().substring(1).split(",", -1))
            .map(Address::parse)
            .map(
                each -> new EquivalentAddressGroup(new InetSocketAddress(each.host(), each.port())))
            .toList();
    return new NameResolver() {
      @Override
      public String getServiceAuthority() {
        return SCHEME;
      }

      @Override
      public void start(Listener2 listener) {
        listener.onResult(
            ResolutionResult.newBuilder().setAddressesOrError(StatusOr.fromValue(servers)).build());
      }

      @Override
      public void shutdown() {}
    };
  }
}
