package io.rpcstress.server.base;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.usage.ServerUsage;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One technology's server: all that its module has to write. Used by one thread: {@link #start}
 * once, then {@link #drain} once.
 */
public interface Server {

  /** Connections that the kernel completes before they are accepted; it may allow fewer. */
  int BACKLOG = 1024;

  /** The same at every call. */
  Offer offer();

  default String technology() {
    return offer().technology();
  }

  /**
   * Whether it listens at {@link ServerOptions#address()} itself. One that is called through a
   * broker does not: {@link #start} then returns where the broker is called.
   */
  default boolean listens() {
    return true;
  }

  /** The default offset of its usage port above its port. */
  default int usagePortOffset() {
    return ServerVariant.USAGE_PORT_OFFSET;
  }

  /**
   * Its options beside those of all servers: an object whose fields picocli fills before anything
   * else of this is called; null for none.
   */
  default @Nullable Object ownOptions() {
    return null;
  }

  /**
   * Sees that it can start as it is set up, where a technology has settings beyond the options of
   * all servers.
   *
   * @throws IllegalArgumentException saying in one line which setting is in the way, and what is
   *     expected
   */
  default void checkSettings() {}

  /**
   * Starts to accept calls and returns once a client can connect. Must bind exactly {@link
   * ServerOptions#address()} where it {@link #listens}, must hold {@link
   * ServerOptions#maxConnections()}, and must count every call: before its reply can be read, so
   * that a client that has all its replies also finds them counted.
   *
   * @return the bound address, with the real port where 0 was requested
   * @throws Exception where it cannot start; the message is shown to a person, in one line
   */
  InetSocketAddress start(ServerOptions options, CallCounter calls) throws Exception;

  /**
   * What is reported of it; another process' usage where this one only looks after the program that
   * serves. Called from any thread, also before {@link #start} has returned.
   *
   * @param counted what this process has counted and used
   */
  default ServerUsage usage(ServerUsage counted) {
    return counted;
  }

  /** As what it was set up, for a person who has only the results; empty where there is nothing. */
  default String configuration() {
    return "";
  }

  /**
   * Accepts nothing new, answers what was received, closes every connection and returns; whatever
   * is still open when the time is over is cut.
   *
   * @return whether everything that was received was answered
   */
  boolean drain(Duration atMost) throws InterruptedException;
}
