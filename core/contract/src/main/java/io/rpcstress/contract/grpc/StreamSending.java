package io.rpcstress.contract.grpc;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.stub.CallStreamObserver;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamSource;
import io.rpcstress.contract.stream.proto.StreamMessage;
import org.jspecify.annotations.Nullable;

/**
 * One side's messages of a stream. A message is sent when gRPC takes it, and none waits elsewhere.
 * Used by one thread at a time, as gRPC calls the observers of a stream.
 */
public final class StreamSending {
  private final StreamSource source;
  private final Runnable beforeEnd;
  private @Nullable CallStreamObserver<StreamMessage> out;

  /** All messages of a stream. */
  public StreamSending(StreamRequest stream, Runnable beforeEnd) {
    this.source = new StreamSource(stream);
    this.beforeEnd = beforeEnd;
  }

  /** Sends them there, from when it is ready on. */
  public void to(CallStreamObserver<StreamMessage> observer) {
    out = observer;
    observer.setOnReadyHandler(this::send);
  }

  /** Whether the last one was sent. */
  public boolean isWhole() {
    return !source.hasNext();
  }

  /** An earlier message was answered: there is room for one more. */
  public void answered() {
    source.answered();
    send();
  }

  private void send() {
    while (out != null && source.isOpen() && out.isReady()) {
      out.onNext(
          StreamMessage.newBuilder()
              .setEncoding(source.label())
              .setContent(UnsafeByteOperations.unsafeWrap(source.next()))
              .build());
      if (isWhole()) {
        beforeEnd.run();
        out.onCompleted();
      }
    }
  }
}
