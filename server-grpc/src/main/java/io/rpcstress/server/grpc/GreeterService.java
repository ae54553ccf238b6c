package io.rpcstress.server.grpc;

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
    UnaryAnswer.to(
        reply,
        calls,
        () -> GreetReply.newBuilder().setMessage(Greeting.greet(request.getName())).build());
  }
}
