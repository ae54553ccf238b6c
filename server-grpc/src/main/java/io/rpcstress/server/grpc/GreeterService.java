package io.rpcstress.server.grpc;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.greet.proto.GreetReply;
import io.rpcstress.contract.greet.proto.GreetRequest;
import io.rpcstress.contract.greet.proto.GreeterGrpc;
import io.rpcstress.server.base.CallCounter;

final class GreeterService extends GreeterGrpc.GreeterImplBase {
  private final CallCounter calls;

  GreeterService(CallCounter calls) {
    this.calls = calls;
  }

  @Override
  public void greet(GreetRequest request, StreamObserver<GreetReply> reply) {
    String greeting;
    try {
      greeting = Greeting.greet(request.getName());
    } catch (IllegalArgumentException tooLong) {
      calls.failed();
      reply.onError(
          Status.INVALID_ARGUMENT.withDescription(tooLong.getMessage()).asRuntimeException());
      return;
    }
    calls.served();
    reply.onNext(GreetReply.newBuilder().setMessage(greeting).build());
    reply.onCompleted();
  }
}
