package io.rpcstress.driver.grpc;

import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.greet.proto.GreetAnswer;
import io.rpcstress.contract.greet.proto.GreetCall;
import io.rpcstress.contract.greet.proto.GreeterStreamGrpc;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;

/** greet. */
final class GreetStream implements StreamMethod<String, String, GreetCall, GreetAnswer> {

  @Override
  public StreamObserver<GreetCall> open(Channel channel, StreamObserver<GreetAnswer> answers) {
    return GreeterStreamGrpc.newStub(channel).calls(answers);
  }

  @Override
  public GreetCall message(long id, String name) {
    return GreetCall.newBuilder().setId(id).setName(name).build();
  }

  @Override
  public long id(GreetAnswer answer) {
    return answer.getId();
  }

  @Override
  public String reply(GreetAnswer answer) throws CallException {
    return switch (answer.getResultCase()) {
      case MESSAGE -> answer.getMessage();
      case REFUSED -> throw new CallException(FailureKind.REFUSED, answer.getRefused());
      case RESULT_NOT_SET -> throw new CallException(FailureKind.PROTOCOL, "an empty answer");
    };
  }
}
