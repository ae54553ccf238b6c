package io.rpcstress.server.grpc;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.StreamDigest;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.grpc.StreamSending;
import io.rpcstress.contract.stream.proto.StreamCall;
import io.rpcstress.contract.stream.proto.StreamMessage;
import io.rpcstress.contract.stream.proto.StreamSum;
import io.rpcstress.contract.stream.proto.StreamsGrpc;
import io.rpcstress.server.base.CallCounter;
import org.jspecify.annotations.Nullable;

/** Streams of messages: what gRPC does not take yet is not made, and of a chat not read. */
final class StreamsService extends StreamsGrpc.StreamsImplBase {
  private final Message.Service messages;
  private final CallCounter calls;

  StreamsService(Message.Service messages, CallCounter calls) {
    this.messages = messages;
    this.calls = calls;
  }

  @Override
  public void fromServer(StreamCall call, StreamObserver<StreamMessage> replies) {
    StreamSending sending;
    try {
      // Counted before the client can see the end.
      sending =
          new StreamSending(
              StreamRequest.of(call.getMessages(), call.getSize(), call.getEncoding(), messages),
              calls::served);
    } catch (IllegalArgumentException tooMuch) {
      refuse(replies, tooMuch);
      return;
    }
    ServerCallStreamObserver<StreamMessage> out = (ServerCallStreamObserver<StreamMessage>) replies;
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
    return new Received(reply) {
      @Override
      void take(StreamDigest digest, StreamMessage message) {
        digest.receive(message.getContent().asReadOnlyByteBuffer());
      }

      @Override
      void end(StreamDigest digest) {
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
    private @Nullable StreamDigest digest;
    private boolean refused;

    Received(StreamObserver<?> out) {
      this.out = out;
    }

    /** Takes the next message; it may be beyond the contract's limits. */
    abstract void take(StreamDigest digest, StreamMessage message);

    /** Replies at the end of the client's stream, where there is a reply. */
    abstract void end(StreamDigest digest);

    private StreamDigest digest(String encoding) {
      StreamDigest known = digest;
      if (known == null) {
        known = new StreamDigest(encoding, messages);
        digest = known;
      }
      return known;
    }

    @Override
    public final void onNext(StreamMessage message) {
      try {
        if (!refused) {
          take(digest(message.getEncoding()), message);
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
        end(digest(""));
        out.onCompleted();
      }
    }
  }

  /** Answers each message, and reads the next when the answer is taken. */
  private final class Chat extends Received {
    private final ServerCallStreamObserver<StreamMessage> answers;
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
    void take(StreamDigest digest, StreamMessage message) {
      reading = false;
      byte[] answer = digest.answer(message.getContent().asReadOnlyByteBuffer());
      answers.onNext(
          StreamMessage.newBuilder().setContent(UnsafeByteOperations.unsafeWrap(answer)).build());
      read();
    }

    @Override
    void end(StreamDigest digest) {}
  }
}
