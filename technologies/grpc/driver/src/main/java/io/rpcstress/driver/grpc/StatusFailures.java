package io.rpcstress.driver.grpc;

import io.grpc.Status;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.time.Duration;

/** Which kind of failure a status is. */
record StatusFailures(Duration deadline) {

  CallException of(Throwable e) {
    Status status = Status.fromThrowable(e);
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED -> new DeadlineExceededException(deadline);
      case UNAVAILABLE ->
          new CallException(
              NetworkFailures.neverConnected(e) ? FailureKind.CONNECT : FailureKind.DISCONNECTED,
              NetworkFailures.describe(e),
              e);
      case INTERNAL, UNKNOWN -> new CallException(FailureKind.PROTOCOL, status.toString(), e);
      default -> new CallException(FailureKind.REFUSED, status.toString(), e);
    };
  }
}
