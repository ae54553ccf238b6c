package io.rpcstress.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which streams are whole. */
class StreamsTest {
  private static final StreamRequest REQUEST = new StreamRequest(5, 16);

  private static List<byte[]> sent() {
    List<byte[]> all = new ArrayList<>();
    StreamSource source = new StreamSource(REQUEST);
    while (source.hasNext()) {
      all.add(source.next());
    }
    return all;
  }

  /** Empty where the stream is whole; else what is wrong with it. */
  private static String judged(List<byte[]> received) {
    StreamTally tally = new StreamTally(REQUEST);
    received.forEach(each -> tally.receive(ByteBuffer.wrap(each)));
    StreamReply reply = tally.reply();
    return Streams.FROM_SERVER.isAnswer(REQUEST, reply)
        ? ""
        : Streams.FROM_SERVER.describeWrong(REQUEST, reply);
  }

  @Test
  void countOrderAndContentAreChecked() {
    assertThat(judged(sent())).isEmpty();
    assertThat(judged(sent().subList(0, 4))).isEqualTo("of 5 messages, 4 were received");
    assertThat(judged(List.of())).isEqualTo("of 5 messages, 0 were received");
    List<byte[]> doubled = sent();
    doubled.add(doubled.get(4));
    assertThat(judged(doubled)).startsWith("message 6 of 5");
    List<byte[]> swapped = sent();
    Collections.swap(swapped, 1, 2);
    assertThat(judged(swapped)).startsWith("message 2 of 5");
    List<byte[]> damaged = sent();
    damaged.get(3)[15]++;
    assertThat(judged(damaged)).startsWith("message 4 of 5");
    List<byte[]> cut = sent();
    cut.set(0, new byte[15]);
    assertThat(judged(cut)).isEqualTo("message 1 of 5 is another one, of 15 bytes");
  }

  private static StreamRequest read(byte[] data) {
    return StreamRequest.read(ByteBuffer.wrap(data), "", Message.Service.NONE);
  }

  @Test
  void aRequestIsReadBackAndBounded() {
    assertThat(read(REQUEST.encode())).isEqualTo(REQUEST);
    byte[] tooMany = ByteBuffer.allocate(8).putInt(Integer.MAX_VALUE).putInt(16).array();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(tooMany))
        .withMessageContaining("1 to 100000");
    byte[] tooLong = ByteBuffer.allocate(8).putInt(1).putInt(Integer.MAX_VALUE).array();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(tooLong))
        .withMessageContaining("4 to 16384");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(new byte[3]))
        .withMessageContaining("not 3");
  }

  /** How a client judges what a server replies that has received this; empty where it is good. */
  private static String replied(List<byte[]> received) {
    StreamRequest request = Streams.FROM_CLIENT.request("messages=5,size=16");
    StreamDigest digest = new StreamDigest("", Message.Service.NONE);
    received.forEach(each -> digest.receive(ByteBuffer.wrap(each)));
    ByteBuffer sum = ByteBuffer.wrap(digest.encode());
    StreamReply reply = request.reply(sum.getInt(), sum.getInt());
    return Streams.FROM_CLIENT.isAnswer(request, reply)
        ? ""
        : Streams.FROM_CLIENT.describeWrong(request, reply);
  }

  @Test
  void aServersReplyShowsCountOrderAndContent() {
    assertThat(replied(sent())).isEmpty();
    assertThat(replied(sent().subList(0, 4))).isEqualTo("of 5 messages, 4 were received");
    List<byte[]> swapped = sent();
    Collections.swap(swapped, 1, 2);
    List<byte[]> damaged = sent();
    damaged.get(3)[15]++;
    for (List<byte[]> wrong : List.of(swapped, damaged)) {
      assertThat(replied(wrong))
          .matches("sent messages of checksum [0-9a-f]{8}, the server received [0-9a-f]{8}");
    }
    byte[] tooLong = new byte[StreamRequest.MAX_MESSAGE_BYTES + 1];
    assertThatIllegalArgumentException().isThrownBy(() -> replied(List.of(tooLong)));
  }

  @Test
  void noMoreMessagesOfAChatAreOnTheirWayThanItsWindowAllows() {
    StreamSource source = new StreamSource(Streams.CHAT.request("messages=5,size=16,window=2"));
    assertThat(List.of(source.next(), source.next())).hasSize(2);
    assertThat(source.isOpen()).isFalse();
    source.answered();
    assertThat(source.isOpen()).isTrue();
    assertThat(source.next()).startsWith(0, 0, 0, 2);
    assertThat(source.isOpen()).isFalse();
  }
}
