package io.rpcstress.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.StreamDigest;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.grpc.StreamSending;
import io.rpcstress.contract.stream.proto.StreamCall;
import io.rpcstress.contract.stream.proto.StreamMessage;
import io.rpcstress.contract.stream.proto.StreamSum;
import io.rpcstress.contract.stream.proto.StreamsGrpc;
import io.rpcstress.server.base.CallCounter;

/** Streams of messages: what gRPC does not take yet is not made, and of a chat not read. */
final class StreamsService extends StreamsGrpc.StreamsImplBase {
  private final CallCounter calls;

  StreamsService(CallCounter calls) {
    this.calls = calls;
  }

  @Override
  public void fromServer(StreamCall call, StreamObserver<StreamMessage> messages) {
    StreamSending sending;
    try {
      // Counted before the client can see the end.
      sending =
          new StreamSending(new StreamRequest(call.getMessages(), call.getSize()), calls::served);
    } catch (IllegalArgumentException tooMuch) {
      refuse(messages, tooMuch);
      return;
    }
    ServerCallStreamObserver<StreamMessage> out =
        (ServerCallStreamObserver<StreamMessage>) messages;
    out.setOnCancelHandler(
        () -> {
          if (!sending.isWhole()) {
            calls.failed();
          }
        });
    sending.to(out);
  }

  private void refuse(StreamObserver<?> out, IllegalArgumentException tooMuch) {
    calls.failed();
    out.onError(UnaryAnswer.refusal(tooMuch));
  }

  @Override
  public StreamObserver<StreamMessage> fromClient(StreamObserver<StreamSum> reply) {
    StreamDigest digest = new StreamDigest();
    return new Received(reply) {
      @Override
      void take(StreamMessage message) {
        digest.receive(message.getContent().asReadOnlyByteBuffer());
      }

      @Override
      void end() {
        reply.onNext(
            StreamSum.newBuilder()
                .setMessages(digest.messages())
                .setChecksum(digest.checksum())
                .build());
      }
    };
  }

  @Override
  public StreamObserver<StreamMessage> chat(StreamObserver<StreamMessage> answers) {
    return new Chat((ServerCallStreamObserver<StreamMessage>) answers);
  }

  /** A stream from a client. gRPC calls it by one thread at a time. */
  private abstract class Received implements StreamObserver<StreamMessage> {
    private final StreamObserver<?> out;
    private boolean refused;

    Received(StreamObserver<?> out) {
      this.out = out;
    }

    /** Takes the next message; it may be beyond the contract's limits. */
    abstract void take(StreamMessage message);

    void end() {}

    @Override
    public final void onNext(StreamMessage message) {
      try {
        if (!refused) {
          take(message);
        }
      } catch (IllegalArgumentException tooMuch) {
        refused = true;
        refuse(out, tooMuch);
      }
    }

    @Override
    public final void onError(Throwable cancelled) {
      if (!refused) {
        calls.failed();
      }
    }

    @Override
    public final void onCompleted() {
      if (!refused) {
        calls.served(); // before the client can see the end
        end();
        out.onCompleted();
      }
    }
  }

  /** Answers each message by the same, and reads the next when the answer is taken. */
  private final class Chat extends Received {
    private final ServerCallStreamObserver<StreamMessage> answers;
    private int messages;
    private boolean reading;

    Chat(ServerCallStreamObserver<StreamMessage> answers) {
      super(answers);
      this.answers = answers;
      answers.disableAutoRequest();
      answers.setOnReadyHandler(this::read);
    }

    private void read() {
      if (!reading && answers.isReady()) {
        reading = true;
        answers.request(1);
      }
    }

    @Override
    void take(StreamMessage message) {
      reading = false;
      StreamRequest.check(++messages, message.getContent().size());
      answers.onNext(message);
      read();
    }
  }
}
