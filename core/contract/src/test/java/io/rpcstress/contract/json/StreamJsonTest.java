package io.rpcstress.contract.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamSource;
import io.rpcstress.contract.StreamTally;
import io.rpcstress.contract.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which lines are messages, however they come. */
class StreamJsonTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 50, 100_000})
  void linesAreReadInWhicheverPartsTheyCome(int part) throws Exception {
    StreamRequest longest = new StreamRequest(3, StreamRequest.MAX_MESSAGE_BYTES);
    StreamTally tally = new StreamTally(longest);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    for (StreamSource source = new StreamSource(longest); source.hasNext(); ) {
      sent.writeBytes(StreamJson.line(source.next(), ""));
    }
    byte[] all = sent.toByteArray();
    StreamJson.Lines lines = new StreamJson.Lines("", tally::receive);
    for (int at = 0; at < all.length; at += part) {
      lines.read(ByteBuffer.wrap(all, at, Math.min(part, all.length - at)));
    }
    lines.end();
    assertThat(Streams.FROM_SERVER.isAnswer(longest, tally.reply())).isTrue();
  }

  private static void read(String text) throws IOException {
    StreamJson.Lines lines = new StreamJson.Lines("", message -> {});
    lines.read(ByteBuffer.wrap(text.getBytes(UTF_8)));
    lines.end();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n",
        "{}\n",
        "null\n",
        "{\"content\":7}\n",
        "{\"content\":\"?\"}\n",
        "{\"content\""
      })
  void whatIsNoLineOfAMessageIsRefused(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(StreamJson.UnreadableException.class);
  }

  @Test
  void aMessageOfAPackInJsonIsALineItself() throws Exception {
    byte[] message = "{\"content\":7}".getBytes(UTF_8);
    List<byte[]> read = new ArrayList<>();
    for (String encoding : List.of("json", "cbor")) {
      byte[] line = StreamJson.line(message, encoding);
      assertThat(line.length == message.length + 1).isEqualTo(encoding.equals("json"));
      StreamJson.Lines lines =
          new StreamJson.Lines(
              encoding,
              each -> {
                byte[] bytes = new byte[each.remaining()];
                each.get(bytes);
                read.add(bytes);
              });
      lines.read(ByteBuffer.wrap(line));
      lines.end();
    }
    assertThat(read).containsExactly(message, message);
  }

  @Test
  void noMoreIsKeptThanTheLongestLine() throws Exception {
    read("{\"content\":\"" + "A".repeat(21_844) + "\"}\n");
    assertThatThrownBy(() -> read("x".repeat(30_000)))
        .hasMessageContaining("each of at most 21912 bytes");
  }
}
