package io.rpcstress.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Streams of a pack's messages, as both sides have them. */
class PackedStreamTest {
  private static final String PACK = Message.pack("texts", "0123456789abcdef0123");

  /** Texts that a client writes with "?" behind them and a server with "!". */
  private record Texts(List<Object> requests, @Nullable Object reply) implements MessageCodec {

    private static byte[] encode(Object text, String end) {
      return (text + end).getBytes(UTF_8);
    }

    private static Object decode(byte[] bytes, String end) throws IOException {
      String text = new String(bytes, UTF_8);
      if (!text.endsWith(end)) {
        throw new IOException("no " + end);
      }
      return text.substring(0, text.length() - end.length());
    }

    @Override
    public int requestBytes() {
      return 4;
    }

    @Override
    public int replyBytes() {
      return 5;
    }

    @Override
    public int longestBytes() {
      return 5;
    }

    @Override
    public byte[] encodeRequest(Object request) {
      return encode(request, "?");
    }

    @Override
    public Object decodeRequest(byte[] bytes) throws IOException {
      return decode(bytes, "?");
    }

    @Override
    public byte[] encodeReply(Object text) {
      return encode(text, "!");
    }

    @Override
    public Object decodeReply(byte[] bytes) throws IOException {
      return decode(bytes, "!");
    }
  }

  private static PackedStream of(@Nullable Object reply, boolean isServer) {
    return new PackedStream(PACK, "json", new Texts(List.of("Ada", "Bob", "Eve"), reply), isServer);
  }

  private static final PackedStream CLIENT = of(null, false);
  private static final PackedStream SERVER = of(null, true);

  private static Operation<StreamRequest, StreamReply> packed(
      Operation<StreamRequest, StreamReply> operation) {
    return operation.carrying(CLIENT).orElseThrow();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  private static Message.Service service(PackedStream content) {
    return new Message.Service() {
      @Override
      public byte[] answer(String encoding, byte[] request) {
        throw new AssertionError("no stream");
      }

      @Override
      public StreamContent stream(String encoding) {
        assertThat(encoding).isEqualTo("json");
        return content;
      }
    };
  }

  @Test
  void aServerSendsEachSampleInItsTurnAndAClientComparesIt() {
    StreamRequest asked = packed(Streams.FROM_SERVER).request("messages=4");
    StreamRequest served =
        StreamRequest.read(ByteBuffer.wrap(asked.encode()), asked.encoding(), service(SERVER));
    StreamTally tally = new StreamTally(asked);
    StreamSource source = new StreamSource(served);
    while (source.hasNext()) {
      tally.receive(ByteBuffer.wrap(source.next()));
    }
    assertThat(packed(Streams.FROM_SERVER).isAnswer(asked, tally.reply())).isTrue();

    for (String wrong : List.of("Bob!", "Ada?", "Ad", "")) {
      StreamTally other = new StreamTally(asked);
      other.receive(bytes(wrong));
      assertThat(other.reply().wrong())
          .isEqualTo("message 1 of 4 is another one, of %d bytes".formatted(wrong.length()));
    }
  }

  @Test
  void aServerComparesWhatAClientSendsAndRepliesItsChecksum() {
    StreamRequest sent = packed(Streams.FROM_CLIENT).request("messages=5");
    StreamDigest digest = new StreamDigest("json", service(SERVER));
    for (StreamSource source = new StreamSource(sent); source.hasNext(); ) {
      digest.receive(ByteBuffer.wrap(source.next()));
    }
    StreamReply reply = sent.reply(digest.messages(), digest.checksum());
    assertThat(packed(Streams.FROM_CLIENT).isAnswer(sent, reply)).isTrue();

    digest.receive(bytes("Eve?"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> digest.receive(bytes("Bob?")))
        .withMessage("message 7 of the stream is not that of " + PACK + " in json");
    assertThatIllegalArgumentException().isThrownBy(() -> digest.receive(bytes("Bob!")));
    ByteBuffer tooLong = ByteBuffer.allocate(PackedStream.MAX_BYTES + 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> digest.receive(tooLong))
        .withMessageContaining("0 to 65536 expected");
  }

  @Test
  void aChatIsAnsweredByTheReplyOfThePack() {
    StreamDigest same = new StreamDigest("json", service(SERVER));
    assertThat(same.answer(bytes("Ada?"))).asString(UTF_8).isEqualTo("Ada!");
    assertThat(same.answer(bytes("Bob?"))).asString(UTF_8).isEqualTo("Bob!");
    assertThatIllegalArgumentException().isThrownBy(() -> same.answer(bytes("Bob?")));
    StreamDigest other = new StreamDigest("json", service(of("thanks", true)));
    assertThat(other.answer(bytes("Ada?"))).asString(UTF_8).isEqualTo("thanks!");
    assertThat(of("thanks", false).isReceived(1, bytes("thanks!"))).isTrue();
  }

  @Test
  void anEncodingStandsInPlaceOfTheSize() {
    Operation<StreamRequest, StreamReply> chat = packed(Streams.CHAT);
    StreamRequest request = chat.request("messages=7");
    assertThat(chat.name()).isEqualTo(Streams.CHAT.name());
    assertThat(chat.payload(request)).hasToString("encoding=json,messages=7,window=16");
    assertThat(chat.bytes(request)).isEqualTo(28);
    assertThat(chat.replyBytes(request)).isEqualTo(35);
    assertThat(chat.pack(request)).isEqualTo(PACK);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> chat.request("size=64"))
        .withMessage("chat has no payload dimension 'size': encoding, messages, window expected");
  }

  @Test
  void aServerWithoutThePackRefusesItsStreams() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StreamDigest("json", Message.Service.NONE))
        .withMessageContaining("--message");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StreamRequest.of(5, 64, "json", Message.Service.NONE))
        .withMessageContaining("--message");
  }
}
