package io.rpcstress.driver.grpc;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Channel;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.listecho.proto.EchoReply;
import io.rpcstress.contract.listecho.proto.EchoRequest;
import io.rpcstress.contract.listecho.proto.ListEchoGrpc;
import io.rpcstress.contract.listecho.proto.ListEchoGrpc.ListEchoBlockingStub;
import io.rpcstress.contract.listecho.proto.ListEchoGrpc.ListEchoFutureStub;
import java.util.List;

/** list-echo. */
final class ListEchoMethod
    implements UnaryMethod<
        List<Item>, List<Item>, ListEchoBlockingStub, ListEchoFutureStub, EchoReply> {

  @Override
  public ListEchoBlockingStub blocking(Channel channel) {
    return ListEchoGrpc.newBlockingStub(channel);
  }

  @Override
  public ListEchoFutureStub futures(Channel channel) {
    return ListEchoGrpc.newFutureStub(channel);
  }

  @Override
  public EchoReply call(ListEchoBlockingStub stub, List<Item> items) {
    return stub.echo(message(items));
  }

  @Override
  public ListenableFuture<EchoReply> start(ListEchoFutureStub stub, List<Item> items) {
    return stub.echo(message(items));
  }

  private static EchoRequest message(List<Item> items) {
    return EchoRequest.newBuilder().addAllItems(ListEchoItems.messages(items)).build();
  }

  @Override
  public List<Item> reply(EchoReply message) {
    return ListEchoItems.items(message.getItemsList());
  }
}
