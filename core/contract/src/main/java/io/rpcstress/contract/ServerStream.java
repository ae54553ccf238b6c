package io.rpcstress.contract;

import java.util.List;

/**
 * The server-stream operation: one request, answered by as many messages as it says. A call is the
 * whole stream, and ends with its last message.
 */
public final class ServerStream {

  public static final Operation<StreamRequest, StreamReply> OPERATION = new Streaming();

  private static final String MESSAGES = "messages";
  private static final String SIZE = "size";
  private static final int DEFAULT_MESSAGES = 1_000;
  private static final int DEFAULT_SIZE = 64;

  private ServerStream() {}

  private static final class Streaming implements Operation<StreamRequest, StreamReply> {
    private static final List<PayloadDimension> DIMENSIONS =
        List.of(
            new PayloadDimension(
                MESSAGES, MESSAGES, 1, StreamRequest.MAX_MESSAGES, DEFAULT_MESSAGES),
            new PayloadDimension(
                SIZE,
                "bytes",
                StreamRequest.MIN_MESSAGE_BYTES,
                StreamRequest.MAX_MESSAGE_BYTES,
                DEFAULT_SIZE));

    @Override
    public String name() {
      return "server-stream";
    }

    @Override
    public String summary() {
      return "a request, answered by a stream of messages; a call is the whole stream";
    }

    @Override
    public String countedIn() {
      return "streams";
    }

    @Override
    public List<PayloadDimension> dimensions() {
      return DIMENSIONS;
    }

    @Override
    public StreamRequest request(Payload payload) {
      return new StreamRequest(payload.get(MESSAGES), payload.get(SIZE));
    }

    @Override
    public Payload payload(StreamRequest request) {
      return Payload.defaultOf(this).with(MESSAGES, request.messages()).with(SIZE, request.size());
    }

    @Override
    public long bytes(StreamRequest request) {
      return StreamRequest.BYTES;
    }

    @Override
    public Long replyBytes(StreamRequest request) {
      return (long) request.messages() * request.size();
    }

    @Override
    public StreamReply answer(StreamRequest request) {
      return new StreamReply(request.messages(), System.nanoTime(), null);
    }

    @Override
    public boolean isAnswer(StreamRequest request, StreamReply reply) {
      return reply.received() == request.messages() && reply.wrong() == null;
    }

    @Override
    public String describeWrong(StreamRequest request, StreamReply reply) {
      String wrong = reply.wrong();
      return wrong != null
          ? wrong
          : "requested %d messages, received %d".formatted(request.messages(), reply.received());
    }

    /** One message short. */
    @Override
    public StreamReply falsified(StreamReply right) {
      return new StreamReply(right.received() - 1, right.firstAt(), null);
    }

    @Override
    public boolean isStream() {
      return true;
    }

    @Override
    public long firstAt(StreamReply reply) {
      return reply.firstAt();
    }
  }
}
