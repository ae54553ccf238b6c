package io.rpcstress.driver.dubbo;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.io.IOException;
import java.time.Duration;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.TimeoutException;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.StatusRpcException;
import org.apache.dubbo.rpc.TriRpcStatus;
import org.jspecify.annotations.Nullable;

/** Reads how a call ended out of what Dubbo throws. */
final class Failures {
  /** What Dubbo reports of the calls on a connection that is lost, and of those that find it so. */
  private static final String LOST = "is inactive. Directly return";

  /** What it reports of a message that waits to be written. */
  private static final String UNWRITTEN = "in timeout(";

  private static final String CLOSED = "because channel is closed";

  /** What Triple's client reports of a call that finds no connection, and of an answer. */
  private static final String NO_CONNECTION = "upstream ";

  /** What stands in the trace of an answer that could not be read. */
  private static final String DECODING = "DecodeableRpcResult.decode";

  private static final String UNREADABLE = "Deserialize response failed";

  private Failures() {}

  static CallException of(Throwable e, Duration deadline) {
    if (isTimeout(e)) {
      return new DeadlineExceededException(deadline);
    }
    return new CallException(kind(e), describe(e), e);
  }

  private static boolean isTimeout(Throwable e) {
    return NetworkFailures.cause(
            e,
            each ->
                each instanceof TimeoutException
                    || each instanceof java.util.concurrent.TimeoutException
                    || (each instanceof RpcException rpc && rpc.isTimeout())
                    || (each instanceof RemotingException remote && isUnwritten(remote)))
        != null;
  }

  private static boolean isUnwritten(RemotingException e) {
    return String.valueOf(e.getMessage()).contains(UNWRITTEN);
  }

  private static FailureKind kind(Throwable e) {
    if (NetworkFailures.neverConnected(e)) {
      return FailureKind.CONNECT;
    }
    if (isOfTheServer(e)) {
      return FailureKind.REFUSED;
    }
    @Nullable StatusRpcException status = NetworkFailures.cause(e, StatusRpcException.class);
    if (status != null) {
      return tripleKind(status);
    }
    @Nullable RemotingException remote = NetworkFailures.cause(e, RemotingException.class);
    if (remote == null) {
      return FailureKind.INTERNAL;
    }
    String message = String.valueOf(remote.getMessage());
    if (message.contains(DECODING)) {
      return FailureKind.PROTOCOL;
    }
    return message.contains(LOST)
            || message.contains(CLOSED)
            || remote.getCause() instanceof IOException
        ? FailureKind.DISCONNECTED
        : FailureKind.REFUSED;
  }

  /** Triple sends what the server threw; its class is none that is made here, but a plain one. */
  private static boolean isOfTheServer(Throwable e) {
    return NetworkFailures.cause(e, each -> each.getClass() == Exception.class) != null;
  }

  /** How a call of Triple ended that has a status, which its client makes where none came. */
  private static FailureKind tripleKind(StatusRpcException e) {
    TriRpcStatus status = e.getStatus();
    String description = String.valueOf(status.description);
    if (description.contains(UNREADABLE)) {
      return FailureKind.PROTOCOL;
    }
    return switch (status.code) {
      case UNAVAILABLE ->
          description.startsWith(NO_CONNECTION) ? FailureKind.CONNECT : FailureKind.REFUSED;
      case CANCELLED -> // nothing came, or the server ended the stream
          status.description == null ? FailureKind.DISCONNECTED : FailureKind.REFUSED;
      case INTERNAL ->
          NetworkFailures.cause(e, IOException.class) == null
              ? FailureKind.REFUSED
              : FailureKind.DISCONNECTED;
      default -> FailureKind.REFUSED;
    };
  }

  static String describe(Throwable e) {
    return NetworkFailures.describe(e).lines().findFirst().orElse("");
  }
}
