package io.rpcstress.server.grpc;

import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.Store;
import io.rpcstress.contract.put.proto.PutAnswer;
import io.rpcstress.contract.put.proto.PutCall;
import io.rpcstress.contract.put.proto.StoreStreamGrpc;
import io.rpcstress.server.base.CallCounter;

/** put on streams. */
final class StoreStreamService extends StoreStreamGrpc.StoreStreamImplBase
    implements AnsweringStream.Answers<PutCall, PutAnswer> {
  private final CallCounter calls;
  private final OpenStreams streams;
  private final Store store = new Store();

  StoreStreamService(CallCounter calls, OpenStreams streams) {
    this.calls = calls;
    this.streams = streams;
  }

  @Override
  public StreamObserver<PutCall> calls(StreamObserver<PutAnswer> answers) {
    return AnsweringStream.over(answers, this, calls, streams);
  }

  @Override
  public PutAnswer to(PutCall call) {
    boolean kept = store.put(call.getKey().toByteArray(), call.getValue().toByteArray());
    return PutAnswer.newBuilder().setId(call.getId()).setSuccess(kept).build();
  }

  @Override
  public PutAnswer refusal(PutCall call, String why) {
    return PutAnswer.newBuilder().setId(call.getId()).setRefused(why).build();
  }
}
