package io.rpcstress.server.grpc;

import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.listecho.proto.EchoReply;
import io.rpcstress.contract.listecho.proto.EchoRequest;
import io.rpcstress.contract.listecho.proto.Item;
import io.rpcstress.contract.listecho.proto.ListEchoGrpc;
import io.rpcstress.server.base.CallCounter;
import java.util.List;

final class ListEchoService extends ListEchoGrpc.ListEchoImplBase {
  private final CallCounter calls;

  ListEchoService(CallCounter calls) {
    this.calls = calls;
  }

  /** A list as it came. */
  static List<Item> echo(List<Item> items) {
    ListEcho.checkElements(items.size());
    for (Item item : items) {
      ListEcho.checkName(item.getName());
    }
    return items;
  }

  @Override
  public void echo(EchoRequest request, StreamObserver<EchoReply> reply) {
    UnaryAnswer.to(
        reply,
        calls,
        () -> EchoReply.newBuilder().addAllItems(echo(request.getItemsList())).build());
  }
}
