package io.rpcstress.driver.grpc;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.Channel;
import io.rpcstress.contract.Entry;
import io.rpcstress.contract.put.proto.PutReply;
import io.rpcstress.contract.put.proto.PutRequest;
import io.rpcstress.contract.put.proto.StoreGrpc;
import io.rpcstress.contract.put.proto.StoreGrpc.StoreBlockingStub;
import io.rpcstress.contract.put.proto.StoreGrpc.StoreFutureStub;

/** put. */
final class PutMethod
    implements UnaryMethod<Entry, Boolean, StoreBlockingStub, StoreFutureStub, PutReply> {

  @Override
  public StoreBlockingStub blocking(Channel channel) {
    return StoreGrpc.newBlockingStub(channel);
  }

  @Override
  public StoreFutureStub futures(Channel channel) {
    return StoreGrpc.newFutureStub(channel);
  }

  @Override
  public PutReply call(StoreBlockingStub stub, Entry entry) {
    return stub.put(message(entry));
  }

  @Override
  public ListenableFuture<PutReply> start(StoreFutureStub stub, Entry entry) {
    return stub.put(message(entry));
  }

  private static PutRequest message(Entry entry) {
    return PutRequest.newBuilder()
        .setKey(ByteString.copyFrom(entry.key()))
        .setValue(ByteString.copyFrom(entry.value()))
        .build();
  }

  @Override
  public Boolean reply(PutReply message) {
    return message.getSuccess();
  }
}
