package io.rpcstress.driver.grpc;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Channel;
import io.rpcstress.contract.greet.proto.GreetReply;
import io.rpcstress.contract.greet.proto.GreetRequest;
import io.rpcstress.contract.greet.proto.GreeterGrpc;
import io.rpcstress.contract.greet.proto.GreeterGrpc.GreeterBlockingStub;
import io.rpcstress.contract.greet.proto.GreeterGrpc.GreeterFutureStub;

/** greet. */
final class GreetMethod
    implements UnaryMethod<String, String, GreeterBlockingStub, GreeterFutureStub, GreetReply> {

  @Override
  public GreeterBlockingStub blocking(Channel channel) {
    return GreeterGrpc.newBlockingStub(channel);
  }

  @Override
  public GreeterFutureStub futures(Channel channel) {
    return GreeterGrpc.newFutureStub(channel);
  }

  @Override
  public GreetReply call(GreeterBlockingStub stub, String name) {
    return stub.greet(message(name));
  }

  @Override
  public ListenableFuture<GreetReply> start(GreeterFutureStub stub, String name) {
    return stub.greet(message(name));
  }

  private static GreetRequest message(String name) {
    return GreetRequest.newBuilder().setName(name).build();
  }

  @Override
  public String reply(GreetReply message) {
    return message.getMessage();
  }
}
