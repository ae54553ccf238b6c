package io.rpcstress.server.grpc;

import io.grpc.Status;
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

  /**
   * A list as it came.
   *
   * @throws IllegalArgumentException if the contract does not allow it
   */
  static List<Item> echo(List<Item> items) {
    ListEcho.checkElements(items.size());
    for (Item item : items) {
      ListEcho.checkName(item.getName());
    }
    return items;
  }

  @Override
  public void echo(EchoRequest request, StreamObserver<EchoReply> reply) {
    List<Item> same;
    try {
      same = echo(request.getItemsList());
    } catch (IllegalArgumentException tooMuch) {
      calls.failed();
      reply.onError(
          Status.INVALID_ARGUMENT.withDescription(tooMuch.getMessage()).asRuntimeException());
      return;
    }
    calls.served();
    reply.onNext(EchoReply.newBuilder().addAllItems(same).build());
    reply.onCompleted();
  }
}
