package io.rpcstress.client.harness.driver.rpcx;

import io.rpcstress.client.harness.driver.CallException;
import io.rpcstress.client.harness.driver.Caller;
import io.rpcstress.client.harness.driver.DeadlineExceededException;
import io.rpcstress.client.harness.driver.FailureKind;
import io.rpcstress.client.harness.driver.NetworkFailures;
import io.rpcstress.rpcx.RPCXException;
import java.time.Duration;

/** The proxy, which all threads share. */
final class ProxyGreeter implements Caller<String, String> {

  private final RemoteGreeter greeter;
  private final Duration deadline;

  ProxyGreeter(RemoteGreeter greeter, Duration deadline) {
    this.greeter = greeter;
    this.deadline = deadline;
  }

  @Override
  public String call(String request) throws CallException, InterruptedException {
    try {
      return greeter.greet(request);
    } catch (RPCXException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted in a call");
      }
      throw failure(e);
    }
  }

  private CallException failure(RPCXException e) {
    return switch (e.status()) {
      case DEADLINE_EXCEEDED -> new DeadlineExceededException(deadline);
      case UNAVAILABLE ->
          new CallException(
              NetworkFailures.neverConnected(e) ? FailureKind.CONNECT : FailureKind.DISCONNECTED,
              e.getMessage(),
              e);
      case DATA_LOSS -> new CallException(FailureKind.PROTOCOL, e.getMessage(), e);
      default -> new CallException(FailureKind.REFUSED, e.getMessage(), e);
    };
  }
}
