package io.rpcstress.driver.redis;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Which kind of failure an exception of Jedis is. */
record JedisFailures(Duration deadline) {

  CallException of(JedisException e) {
    if (e instanceof JedisDataException) {
      return new CallException(FailureKind.REFUSED, String.valueOf(e.getMessage()), e);
    }
    if (neverConnected(e)) {
      return new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
    // The pool reports that no connection came free by this exception of the JDK's.
    if (NetworkFailures.timedOut(e) || hasCause(e, NoSuchElementException.class)) {
      return new DeadlineExceededException(deadline);
    }
    return new CallException(
        hasCause(e, JedisConnectionException.class)
            ? FailureKind.DISCONNECTED
            : FailureKind.INTERNAL,
        NetworkFailures.describe(e),
        e);
  }

  /** Whether the thread was interrupted while it waited for a connection. */
  static boolean interrupted(JedisException e) {
    return hasCause(e, InterruptedException.class);
  }

  /** Jedis adds the reason why it could not connect to each address as suppressed. */
  private static boolean neverConnected(Throwable e) {
    return NetworkFailures.neverConnected(e)
        || NetworkFailures.cause(
                e,
                each -> Stream.of(each.getSuppressed()).anyMatch(NetworkFailures::neverConnected))
            != null;
  }

  private static boolean hasCause(Throwable e, Class<? extends Throwable> type) {
    return NetworkFailures.cause(e, type) != null;
  }
}
