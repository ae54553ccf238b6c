package io.rpcstress.driver.grpc;

import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.listecho.proto.EchoAnswer;
import io.rpcstress.contract.listecho.proto.EchoCall;
import io.rpcstress.contract.listecho.proto.ListEchoStreamGrpc;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.util.List;

/** list-echo. */
final class ListEchoStream implements StreamMethod<List<Item>, List<Item>, EchoCall, EchoAnswer> {

  @Override
  public StreamObserver<EchoCall> open(Channel channel, StreamObserver<EchoAnswer> answers) {
    return ListEchoStreamGrpc.newStub(channel).calls(answers);
  }

  @Override
  public EchoCall message(long id, List<Item> items) {
    return EchoCall.newBuilder().setId(id).addAllItems(ListEchoItems.messages(items)).build();
  }

  @Override
  public long id(EchoAnswer answer) {
    return answer.getId();
  }

  @Override
  public List<Item> reply(EchoAnswer answer) throws CallException {
    return switch (answer.getResultCase()) {
      case ITEMS -> ListEchoItems.items(answer.getItems().getItemsList());
      case REFUSED -> throw new CallException(FailureKind.REFUSED, answer.getRefused());
      case RESULT_NOT_SET -> throw new CallException(FailureKind.PROTOCOL, "an empty answer");
    };
  }
}
