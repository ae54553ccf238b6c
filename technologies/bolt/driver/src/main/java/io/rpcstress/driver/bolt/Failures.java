package io.rpcstress.driver.bolt;

import com.alipay.remoting.exception.CodecException;
import com.alipay.remoting.exception.ConnectionClosedException;
import com.alipay.remoting.rpc.exception.InvokeException;
import com.alipay.remoting.rpc.exception.InvokeSendFailedException;
import com.alipay.remoting.rpc.exception.InvokeServerBusyException;
import com.alipay.remoting.rpc.exception.InvokeServerException;
import com.alipay.remoting.rpc.exception.InvokeTimeoutException;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.time.Duration;

/** Reads how a call ended out of what SOFABolt throws. */
final class Failures {
  /** What it reports of a connection that it had, and that is no more. */
  private static final String LOST = "Check connection failed";

  /** What it reports where it has none, and makes none yet. */
  private static final String NONE = "Connection is null";

  private Failures() {}

  /** Whether the call was not sent, since its connection was just lost. */
  static boolean isUnsent(Throwable e) {
    String message = String.valueOf(e.getMessage());
    return message.startsWith(NONE) || (message.startsWith(LOST) && !message.contains("overflow"));
  }

  static CallException of(Throwable e, Duration deadline) {
    if (e instanceof InvokeTimeoutException) {
      return new DeadlineExceededException(deadline);
    }
    return new CallException(kind(e), NetworkFailures.describe(e), e);
  }

  private static FailureKind kind(Throwable e) {
    if (e instanceof InvokeServerException
        || e instanceof InvokeServerBusyException
        || e instanceof InvokeException) {
      return FailureKind.REFUSED;
    }
    if (e instanceof ConnectionClosedException || e instanceof InvokeSendFailedException) {
      return FailureKind.DISCONNECTED;
    }
    if (e instanceof CodecException) {
      return FailureKind.PROTOCOL;
    }
    return String.valueOf(e.getMessage()).startsWith(LOST)
        ? FailureKind.DISCONNECTED
        : FailureKind.CONNECT;
  }
}
