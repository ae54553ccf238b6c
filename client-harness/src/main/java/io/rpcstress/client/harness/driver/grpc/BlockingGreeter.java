package io.rpcstress.client.harness.driver.grpc;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.rpcstress.client.harness.driver.CallException;
import io.rpcstress.client.harness.driver.Caller;
import io.rpcstress.client.harness.driver.DeadlineExceededException;
import io.rpcstress.client.harness.driver.FailureKind;
import io.rpcstress.client.harness.driver.NetworkFailures;
import io.rpcstress.contract.greet.proto.GreetRequest;
import io.rpcstress.contract.greet.proto.GreeterGrpc;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A blocking stub. */
final class BlockingGreeter implements Caller<String, String> {

  private final GreeterGrpc.GreeterBlockingStub stub;
  private final Duration deadline;

  BlockingGreeter(ManagedChannel channel, Duration deadline) {
    this.stub = GreeterGrpc.newBlockingStub(channel);
    this.deadline = deadline;
  }

  @Override
  public String call(String request) throws CallException, InterruptedException {
    try {
      return stub.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS)
          .greet(GreetRequest.newBuilder().setName(request).build())
          .getMessage();
    } catch (StatusRuntimeException e) {
      if (Thread.interrupted()) { // the stub turns an interruption into CANCELLED and the flag
        throw new InterruptedException("interrupted in a call");
      }
      throw failure(e);
    }
  }

  private CallException failure(StatusRuntimeException e) {
    Status status = e.getStatus();
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
