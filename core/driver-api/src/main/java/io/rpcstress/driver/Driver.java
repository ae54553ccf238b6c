package io.rpcstress.driver;

import io.rpcstress.contract.Broker;

/**
 * One technology as the harness sees it, found by {@link java.util.ServiceLoader}: a class of this
 * type is public, has a public constructor without parameters, and is named in its jar's {@code
 * META-INF/services/io.rpcstress.driver.Driver}. Stateless and safe for use by many threads.
 *
 * <p>A driver translates; it neither measures nor retries. Whatever it added to a call would be
 * counted as the technology's.
 */
public interface Driver {

  /** What the technology is called and can do. Cheap: loads none of the technology's classes. */
  Technology technology();

  /**
   * Opens what all calling threads share: a channel, a pool, an application context.
   *
   * <p>Called once per process, by one of the calling threads, inside the clock of order 0. A
   * technology that connects by itself connects here, so that a dead host is found at once.
   *
   * @param target where the servers are
   * @param options variant, connection policy and limits; already checked against {@link
   *     #technology()}
   * @throws CallException of kind {@link FailureKind#CONNECT} where no server can be reached
   */
  Session open(Target target, DriverOptions options) throws CallException;

  /**
   * Whether callers can have several calls open at once: whether those of a session with these
   * options are {@link AsyncCaller}s. Called before anything is opened.
   *
   * @param options variant and connection policy; already checked against {@link #technology()}
   */
  default boolean startsCalls(DriverOptions options) {
    return false;
  }

  /**
   * Sees that what the technology is given on this host can be used, such as a file of credentials,
   * before anything is opened or written. What is not there yet and comes with the server is no
   * matter of this: that is found where a session is opened.
   *
   * @throws IllegalArgumentException saying in one line what is in the way, and what to do
   */
  default void requireUsable() {}

  /**
   * Whether calls go through a broker: then the target's primary address is the broker's, and what
   * it uses is in the row, too.
   */
  default boolean isThroughBroker() {
    return false;
  }

  /** The name of the broker's component, where calls go through one. */
  default String broker() {
    return Broker.RABBITMQ;
  }

  /**
   * Whether calls are answered in the calling process: then there is no server, and none is
   * required. What else is measured is compared with such a floor.
   */
  default boolean isInProcess() {
    return false;
  }

  /**
   * Whether what is called is a server of this project: one that scripts start, and that reports
   * what it is and what it uses. It is none where calls are answered in the calling process, nor
   * where they go to a service of the user's, which runs already.
   */
  default boolean hasServer() {
    return !isInProcess();
  }
}
