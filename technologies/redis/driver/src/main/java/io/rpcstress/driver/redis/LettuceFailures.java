package io.rpcstress.driver.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

/** Which kind of failure an exception of Lettuce is. */
record LettuceFailures(Duration deadline) {

  /** How Lettuce refuses a command while a connection is lost and the next was not made. */
  private static final String NOT_CONNECTED = "not connected";

  CallException of(Throwable problem) {
    Throwable e =
        problem instanceof CompletionException && problem.getCause() != null
            ? problem.getCause()
            : problem;
    if (e instanceof RedisCommandTimeoutException) {
      return new DeadlineExceededException(deadline);
    }
    return new CallException(kind(e), NetworkFailures.describe(e), e);
  }

  private static FailureKind kind(Throwable e) {
    if (e instanceof RedisCommandExecutionException) {
      return FailureKind.REFUSED;
    }
    if (NetworkFailures.neverConnected(e) || NetworkFailures.describe(e).contains(NOT_CONNECTED)) {
      return FailureKind.CONNECT;
    }
    if (e instanceof UnsupportedOperationException) { // a reply of a type that was not expected
      return FailureKind.PROTOCOL;
    }
    return e instanceof RedisException
            || e instanceof IOException
            || e instanceof CancellationException
        ? FailureKind.DISCONNECTED
        : FailureKind.INTERNAL;
  }
}
