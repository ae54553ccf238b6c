package io.rpcstress.rpcx.spring;

import io.rpcstress.rpcx.Balancing;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code rpcx.*}. Values are checked when they are used, by RPCX itself. Tokens are
 * in no text that this makes.
 *
 * @param client the calling side
 * @param server the serving side
 * @param metrics what is counted and timed
 */
@ConfigurationProperties("rpcx")
public record RpcxProperties(
    @DefaultValue Client client, @DefaultValue Server server, @DefaultValue Metrics metrics) {

  /**
   * The calling side.
   *
   * @param addresses host:port of all servers of the services that are not listed under services;
   *     without any, what the annotations say
   * @param deadline how long a call may take whose annotation says nothing
   * @param connections connections to each address, 1 to 1024
   * @param attempts attempts of a call, the first one included, 1 to 10
   * @param balancing choice among several connections
   * @param token who calls; better from a file or the environment (RPCX_CLIENT_TOKEN)
   * @param tokenFile a file that holds the token, instead of the token itself
   * @param tls encryption
   * @param packages where interfaces with @RPCXClient are looked for, with the packages below;
   *     without any, the packages of the application
   * @param services settings of single services, by their published names
   */
  public record Client(
      @DefaultValue List<String> addresses,
      @DefaultValue("3s") Duration deadline,
      @DefaultValue("1") int connections,
      @DefaultValue("3") int attempts,
      @DefaultValue("least-in-flight") Balancing balancing,
      @Nullable String token,
      @Nullable File tokenFile,
      @DefaultValue Tls tls,
      @DefaultValue List<String> packages,
      @DefaultValue Map<String, Service> services) {
    /** All but the token. */
    @Override
    public String toString() {
      return "addresses " + addresses + ", deadline " + deadline + ", services " + services;
    }
  }

  /**
   * One service that is called; what is not set here is as for all clients.
   *
   * @param addresses host:port of all its servers
   * @param deadline how long a call may take whose annotation says nothing
   */
  public record Service(@DefaultValue List<String> addresses, @Nullable Duration deadline) {}

  /**
   * The serving side.
   *
   * @param enabled whether beans with @RPCXServer are published
   * @param address where to listen; 127.0.0.1 accepts no other hosts
   * @param port where to listen; 0 for any free port
   * @param token what clients must show, or nothing to let everyone in; better from a file or the
   *     environment (RPCX_SERVER_TOKEN)
   * @param tokenFile a file that holds the token, instead of the token itself
   * @param tls encryption
   * @param drain how long calls in flight may go on when the application stops
   */
  public record Server(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("127.0.0.1") String address,
      @DefaultValue("9001") int port,
      @Nullable String token,
      @Nullable File tokenFile,
      @DefaultValue Tls tls,
      @DefaultValue("5s") Duration drain) {
    /** All but the token. */
    @Override
    public String toString() {
      return "enabled " + enabled + ", address " + address + ", port " + port + ", drain " + drain;
    }
  }

  /**
   * What is counted and timed.
   *
   * @param enabled whether the application's MeterRegistry, if it has one, gets the meters of
   *     rpcx-micrometer
   */
  public record Metrics(@DefaultValue("true") boolean enabled) {}

  /**
   * Encryption; files are PEM.
   *
   * @param enabled whether to encrypt; not needed where a file is named
   * @param certificate this side's certificate and its chain
   * @param key its private key
   * @param trusted what the other side's certificate must descend from
   */
  public record Tls(
      @DefaultValue("false") boolean enabled,
      @Nullable File certificate,
      @Nullable File key,
      @Nullable File trusted) {
    /** Whether connections are encrypted. */
    boolean wanted() {
      return enabled || certificate != null || key != null || trusted != null;
    }
  }
}
