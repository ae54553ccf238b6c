package io.rpcstress.driver.grpc;

import com.google.protobuf.ByteString;
import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.Entry;
import io.rpcstress.contract.put.proto.PutAnswer;
import io.rpcstress.contract.put.proto.PutCall;
import io.rpcstress.contract.put.proto.StoreStreamGrpc;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;

/** put. */
final class PutStream implements StreamMethod<Entry, Boolean, PutCall, PutAnswer> {

  @Override
  public StreamObserver<PutCall> open(Channel channel, StreamObserver<PutAnswer> answers) {
    return StoreStreamGrpc.newStub(channel).calls(answers);
  }

  @Override
  public PutCall message(long id, Entry entry) {
    return PutCall.newBuilder()
        .setId(id)
        .setKey(ByteString.copyFrom(entry.key()))
        .setValue(ByteString.copyFrom(entry.value()))
        .build();
  }

  @Override
  public long id(PutAnswer answer) {
    return answer.getId();
  }

  @Override
  public Boolean reply(PutAnswer answer) throws CallException {
    return switch (answer.getResultCase()) {
      case SUCCESS -> answer.getSuccess();
      case REFUSED -> throw new CallException(FailureKind.REFUSED, answer.getRefused());
      case RESULT_NOT_SET -> throw new CallException(FailureKind.PROTOCOL, "an empty answer");
    };
  }
}
