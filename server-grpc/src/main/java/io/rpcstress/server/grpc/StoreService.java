package io.rpcstress.server.grpc;

import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.Store;
import io.rpcstress.contract.put.proto.PutReply;
import io.rpcstress.contract.put.proto.PutRequest;
import io.rpcstress.contract.put.proto.StoreGrpc;
import io.rpcstress.server.base.CallCounter;

/** The put service. */
final class StoreService extends StoreGrpc.StoreImplBase {
  private final CallCounter calls;
  private final Store store = new Store();

  StoreService(CallCounter calls) {
    this.calls = calls;
  }

  @Override
  public void put(PutRequest request, StreamObserver<PutReply> reply) {
    UnaryAnswer.to(
        reply,
        calls,
        () -> {
          boolean kept =
              store.put(request.getKey().toByteArray(), request.getValue().toByteArray());
          return PutReply.newBuilder().setSuccess(kept).build();
        });
  }
}
