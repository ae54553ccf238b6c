package io.rpcstress.server.grpc;

import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.greet.proto.GreetAnswer;
import io.rpcstress.contract.greet.proto.GreetCall;
import io.rpcstress.contract.greet.proto.GreeterStreamGrpc;
import io.rpcstress.server.base.CallCounter;

final class GreeterStreamService extends GreeterStreamGrpc.GreeterStreamImplBase
    implements AnsweringStream.Answers<GreetCall, GreetAnswer> {
  private final CallCounter calls;
  private final OpenStreams streams;

  GreeterStreamService(CallCounter calls, OpenStreams streams) {
    this.calls = calls;
    this.streams = streams;
  }

  @Override
  public StreamObserver<GreetCall> calls(StreamObserver<GreetAnswer> answers) {
    return AnsweringStream.over(answers, this, calls, streams);
  }

  @Override
  public GreetAnswer to(GreetCall call) {
    String greeting = Greeting.greet(call.getName());
    return GreetAnswer.newBuilder().setId(call.getId()).setMessage(greeting).build();
  }

  @Override
  public GreetAnswer refusal(GreetCall call, String why) {
    return GreetAnswer.newBuilder().setId(call.getId()).setRefused(why).build();
  }
}
