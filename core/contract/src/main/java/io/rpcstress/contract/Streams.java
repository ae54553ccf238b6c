package io.rpcstress.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operations whose calls are streams of messages. A call is the whole, and ends with it. */
public final class Streams {

  /** One request, answered by as many messages as it says. */
  public static final Operation<StreamRequest, StreamReply> FROM_SERVER =
      new Streaming(
          "server-stream",
          "a request, answered by a stream of messages; a call is the whole stream",
          false,
          true,
          null);

  /** Messages from the client, of which the server replies how many there were, and which. */
  public static final Operation<StreamRequest, StreamReply> FROM_CLIENT =
      new Streaming(
          "client-stream",
          "a stream of messages, answered by one reply with their number and checksum",
          true,
          false,
          null);

  /** Messages from the client, each of which is answered by the same message. */
  public static final Operation<StreamRequest, StreamReply> CHAT =
      new Streaming(
          "chat",
          "a stream of messages, each answered by the same; a call is all messages and answers",
          true,
          true,
          null);

  private static final String MESSAGES = "messages";
  private static final String SIZE = "size";
  private static final String WINDOW = "window";
  private static final int DEFAULT_MESSAGES = 1_000;
  private static final int DEFAULT_SIZE = 64;
  private static final int DEFAULT_WINDOW = 16;

  /** The longest chat, each message of which waits for an earlier answer. */
  private static final int MAX_CHAT_MESSAGES = 10_000;

  private Streams() {}

  /** Of a name or a path that of streams of messages in an encoding; itself where it is empty. */
  public static String address(String name, String encoding) {
    return encoding.isEmpty() ? name : name + "?" + encoding;
  }

  private static final class Streaming extends NamedOperation<StreamRequest, StreamReply> {
    private final boolean sends;
    private final boolean receives;
    private final @Nullable StreamContent pack;

    /**
     * An operation.
     *
     * @param sends whether the client sends a stream
     * @param pack the messages; null where they are filler of a size
     */
    Streaming(
        String name,
        String summary,
        boolean sends,
        boolean receives,
        @Nullable StreamContent pack) {
      super(name, summary, dimensionsOf(sends && receives, pack));
      this.sends = sends;
      this.receives = receives;
      this.pack = pack;
    }

    private static PayloadDimension[] dimensionsOf(boolean chat, @Nullable StreamContent pack) {
      int most = chat ? MAX_CHAT_MESSAGES : StreamRequest.MAX_MESSAGES;
      List<PayloadDimension> all = new ArrayList<>();
      if (pack != null) { // first, as in the payload of a message
        all.add(PayloadDimension.ofWords(Message.ENCODING, List.of(pack.encoding())));
      }
      all.add(new PayloadDimension(MESSAGES, MESSAGES, 1, most, DEFAULT_MESSAGES));
      if (pack == null) {
        all.add(
            new PayloadDimension(
                SIZE,
                "bytes",
                StreamRequest.MIN_MESSAGE_BYTES,
                StreamRequest.MAX_MESSAGE_BYTES,
                DEFAULT_SIZE));
      }
      if (chat) {
        all.add(
            new PayloadDimension(WINDOW, MESSAGES, 1, StreamRequest.MAX_WINDOW, DEFAULT_WINDOW));
      }
      return all.toArray(PayloadDimension[]::new);
    }

    @Override
    public Optional<Operation<StreamRequest, StreamReply>> carrying(StreamContent content) {
      return Optional.of(new Streaming(name(), summary(), sends, receives, content));
    }

    private boolean isChat() {
      return sends && receives;
    }

    @Override
    public StreamRequest request(Payload payload) {
      int messages = payload.get(MESSAGES);
      StreamContent content = pack == null ? new Filler(payload.get(SIZE)) : pack;
      StreamRequest request =
          new StreamRequest(messages, content, isChat() ? payload.get(WINDOW) : messages, 0);
      return receives ? request : request.withChecksum();
    }

    @Override
    public Payload payload(StreamRequest request) {
      Payload messages = Payload.defaultOf(this).with(MESSAGES, request.messages());
      Payload payload = pack == null ? messages.with(SIZE, request.size()) : messages;
      return isChat() ? payload.with(WINDOW, request.window()) : payload;
    }

    @Override
    public long bytes(StreamRequest request) {
      return sends
          ? (long) request.messages() * request.content().sentBytes()
          : StreamRequest.BYTES;
    }

    @Override
    public Long replyBytes(StreamRequest request) {
      return receives
          ? (long) request.messages() * request.content().receivedBytes()
          : StreamDigest.BYTES;
    }

    @Override
    public String pack(StreamRequest request) {
      return request.content().pack();
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
          : "of %d messages, %d were received".formatted(request.messages(), reply.received());
    }

    /** One message short. */
    @Override
    public StreamReply falsified(StreamReply right) {
      return new StreamReply(right.received() - 1, right.firstAt(), null);
    }

    @Override
    public boolean isStream() {
      return receives;
    }

    @Override
    public long firstAt(StreamReply reply) {
      return reply.firstAt();
    }
  }
}
