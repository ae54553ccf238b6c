package io.rpcstress.driver.dubbo;

import io.rpcstress.contract.dubbo.MalformedHessianException;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.io.IOException;
import java.time.Duration;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.TimeoutException;
import org.apache.dubbo.rpc.RpcException;
import org.jspecify.annotations.Nullable;

/** Reads how a call ended out of what Dubbo throws. */
final class Failures {
  /** What Dubbo says of the calls on a connection that is lost, and of those that find it so. */
  private static final String LOST = "is inactive. Directly return";

  private static final String CLOSED = "because channel is closed";
  private static final int DEEPEST = 16;

  private Failures() {}

  /** The same in the words of the driver API. */
  static CallException of(Throwable e, Duration deadline) {
    if (isTimeout(e)) {
      return new DeadlineExceededException(deadline);
    }
    return new CallException(kind(e), describe(e), e);
  }

  private static boolean isTimeout(Throwable e) {
    Throwable each = e;
    for (int i = 0; i < DEEPEST && each != null; i++) {
      if (each instanceof TimeoutException
          || each instanceof java.util.concurrent.TimeoutException
          || (each instanceof RpcException rpc && rpc.isTimeout())) {
        return true;
      }
      each = each.getCause();
    }
    return false;
  }

  private static FailureKind kind(Throwable e) {
    if (NetworkFailures.neverConnected(e)) {
      return FailureKind.CONNECT;
    }
    @Nullable RemotingException remote = remote(e);
    if (remote == null) {
      return FailureKind.INTERNAL;
    }
    String message = String.valueOf(remote.getMessage());
    if (message.contains(MalformedHessianException.class.getName())) {
      return FailureKind.PROTOCOL;
    }
    return message.contains(LOST)
            || message.contains(CLOSED)
            || remote.getCause() instanceof IOException
        ? FailureKind.DISCONNECTED
        : FailureKind.REFUSED;
  }

  private static @Nullable RemotingException remote(Throwable e) {
    Throwable each = e;
    for (int i = 0; i < DEEPEST && each != null; i++) {
      if (each instanceof RemotingException remote) {
        return remote;
      }
      each = each.getCause();
    }
    return null;
  }

  /** One line for a person. */
  static String describe(Throwable e) {
    return NetworkFailures.describe(e).lines().findFirst().orElse("");
  }
}
