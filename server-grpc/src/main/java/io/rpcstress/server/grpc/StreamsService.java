package io.rpcstress.server.grpc;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamSource;
import io.rpcstress.contract.stream.proto.StreamCall;
import io.rpcstress.contract.stream.proto.StreamMessage;
import io.rpcstress.contract.stream.proto.StreamsGrpc;
import io.rpcstress.server.base.CallCounter;

/** Streams of messages. A message is sent when gRPC takes it, and none waits elsewhere. */
final class StreamsService extends StreamsGrpc.StreamsImplBase {
  private final CallCounter calls;

  StreamsService(CallCounter calls) {
    this.calls = calls;
  }

  @Override
  public void fromServer(StreamCall call, StreamObserver<StreamMessage> messages) {
    StreamRequest request;
    try {
      request = new StreamRequest(call.getMessages(), call.getSize());
    } catch (IllegalArgumentException tooMuch) {
      calls.failed();
      messages.onError(
          Status.INVALID_ARGUMENT.withDescription(tooMuch.getMessage()).asRuntimeException());
      return;
    }
    ServerCallStreamObserver<StreamMessage> out =
        (ServerCallStreamObserver<StreamMessage>) messages;
    StreamSource source = new StreamSource(request);
    out.setOnCancelHandler(
        () -> {
          if (source.hasNext()) {
            calls.failed();
          }
        });
    out.setOnReadyHandler(() -> send(source, out));
  }

  /** gRPC calls this for a stream by one thread at a time, and again when it takes more. */
  private void send(StreamSource source, ServerCallStreamObserver<StreamMessage> out) {
    while (source.hasNext() && out.isReady()) {
      out.onNext(
          StreamMessage.newBuilder()
              .setContent(UnsafeByteOperations.unsafeWrap(source.next()))
              .build());
      if (!source.hasNext()) {
        calls.served(); // before the client can see the end
        out.onCompleted();
      }
    }
  }
}
