package io.rpcstress.server.grpc;

import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.listecho.proto.EchoAnswer;
import io.rpcstress.contract.listecho.proto.EchoCall;
import io.rpcstress.contract.listecho.proto.Item;
import io.rpcstress.contract.listecho.proto.Items;
import io.rpcstress.contract.listecho.proto.ListEchoStreamGrpc;
import io.rpcstress.server.base.CallCounter;
import java.util.List;

final class ListEchoStreamService extends ListEchoStreamGrpc.ListEchoStreamImplBase
    implements AnsweringStream.Answers<EchoCall, EchoAnswer> {
  private final CallCounter calls;
  private final OpenStreams streams;

  ListEchoStreamService(CallCounter calls, OpenStreams streams) {
    this.calls = calls;
    this.streams = streams;
  }

  @Override
  public StreamObserver<EchoCall> calls(StreamObserver<EchoAnswer> answers) {
    return AnsweringStream.over(answers, this, calls, streams);
  }

  @Override
  public EchoAnswer to(EchoCall call) {
    List<Item> same = ListEchoService.echo(call.getItemsList());
    return EchoAnswer.newBuilder()
        .setId(call.getId())
        .setItems(Items.newBuilder().addAllItems(same))
        .build();
  }

  @Override
  public EchoAnswer refusal(EchoCall call, String why) {
    return EchoAnswer.newBuilder().setId(call.getId()).setRefused(why).build();
  }
}
