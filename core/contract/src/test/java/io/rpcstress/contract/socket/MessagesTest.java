package io.rpcstress.contract.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written is read again, and what no peer may send is not, whatever it announces. */
class MessagesTest {
  private static final Random RANDOM = new Random(2017);

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  static Stream<Arguments> ways() {
    return Arrays.stream(Idl.values())
        .flatMap(idl -> Stream.of(Arguments.of(idl, false), Arguments.of(idl, true)));
  }

  private static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return random;
  }

  private static Messages reading(Idl idl, boolean reused, byte[] bytes) {
    return idl.open(new ByteArrayInputStream(bytes), OutputStream.nullOutputStream(), reused);
  }

  private static Messages reading(Idl idl, String hex) {
    return reading(idl, true, HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  private Messages writing(Idl idl, boolean reused) {
    return idl.open(InputStream.nullInputStream(), written, reused);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void callsAreReadAsTheyWereWrittenOneBehindTheOther(Idl idl, boolean reused) throws IOException {
    List<String> names = List.of("Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES));
    List<Entry> entries =
        List.of(
            new Entry(random(1), random(0)),
            new Entry(random(Put.MAX_KEY_BYTES), random(Put.MAX_VALUE_BYTES)),
            new Entry(random(64), random(512)));
    Messages writing = writing(idl, reused);
    for (int i = 0; i < names.size(); i++) {
      writing.write(Call.greet(i, names.get(i)));
    }
    for (Entry entry : entries) {
      writing.write(Call.put(Long.MAX_VALUE, entry));
    }
    Messages reading = reading(idl, reused, written.toByteArray());
    for (int i = 0; i < names.size(); i++) {
      assertThat(reading.readCall()).isEqualTo(Call.greet(i, names.get(i)));
    }
    for (Entry entry : entries) {
      Call call = reading.readCall();
      assertThat(call).isNotNull();
      assertThat(call.id()).isEqualTo(Long.MAX_VALUE);
      assertThat(call.requireEntry().key()).isEqualTo(entry.key());
      assertThat(call.requireEntry().value()).isEqualTo(entry.value());
    }
    assertThat(reading.readCall()).isNull();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void answersAreReadAsTheyWereWrittenOneBehindTheOther(Idl idl, boolean reused)
      throws IOException {
    List<Answer> answers =
        List.of(
            Answer.greeting(0, "hello, " + Greeting.name(Greeting.MAX_NAME_BYTES)),
            Answer.kept(1, true),
            Answer.kept(2, false),
            Answer.refused(1L << 62, "a key of 0 bytes"),
            Answer.greeting(300, "hello, Zoë 東京"));
    Messages writing = writing(idl, reused);
    for (Answer each : answers) {
      writing.write(each);
    }
    Messages reading = reading(idl, reused, written.toByteArray());
    for (Answer each : answers) {
      assertThat(reading.readAnswer()).isEqualTo(each);
    }
    assertThat(reading.readAnswer()).isNull();
  }

  @ParameterizedTest
  @EnumSource(Idl.class)
  void howBuffersAreKeptDoesNotChangeWhatIsWritten(Idl idl) throws IOException {
    Messages kept = writing(idl, true);
    for (int i = 1; i < 100; i++) {
      Call call = i % 2 == 0 ? Call.greet(i, "n".repeat(i)) : Call.put(i, entry(i));
      written.reset();
      kept.write(call);
      byte[] first = written.toByteArray();
      written.reset();
      writing(idl, false).write(call);
      assertThat(first).as("call %d", i).isEqualTo(written.toByteArray());
    }
  }

  private static Entry entry(int bytes) {
    return new Entry(random(bytes), random(bytes));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aStreamThatEndsAmidAMessageIsNoEnd(Idl idl, boolean reused) throws IOException {
    writing(idl, reused).write(Call.greet(7, "Ada"));
    byte[] whole = written.toByteArray();
    for (int bytes = 1; bytes < whole.length; bytes++) {
      Messages half = reading(idl, reused, Arrays.copyOf(whole, bytes));
      assertThatThrownBy(half::readCall).as("%d bytes", bytes).isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // Lengths of the whole message: 2^31 - 1, one more than the longest, and without an end.
    "PROTOBUF, ffffffff07",
    "PROTOBUF, 819001",
    "PROTOBUF, ffffffffffffffffffff",
    "AVRO, ffffffff07",
    "AVRO, 819001",
    // Lengths within a short one, up to 2^31 - 1, and below 0.
    "PROTOBUF, 06 12ffffffff07",
    "PROTOBUF, 06 1affffffff07",
    "PROTOBUF, 08 1a06 0affffffff07",
    "AVRO, 07 0e00 feffffff0f",
    "AVRO, 07 0e02 feffffff0f",
    "AVRO, 03 0e0001",
    "AVRO, 08 0e0202 61feffffff0f",
    // No operation, an operation that is not there, bytes behind the end, a number without an end.
    "PROTOBUF, 02 0807",
    "PROTOBUF, 00",
    "PROTOBUF, 0b 08ffffffffffffffffffff",
    "AVRO, 02 0e04",
    "AVRO, 02 0e01",
    "AVRO, 05 0e00024161",
    "AVRO, 0b ffffffffffffffffffffff",
    // 2^32 and 513 segments, and segments of 2^31 - 1, 2^28 and 2305 words.
    "CAPNP, ffffffff01000000",
    "CAPNP, 0002000001000000",
    "CAPNP, 00000000ffffff7f",
    "CAPNP, 0000000000000010",
    "CAPNP, 0000000001090000",
    // A second segment that is too large; none at all; a root that points far outside.
    "CAPNP, 0100000001000000 ffffff7f00000000",
    "CAPNP, 0000000000000000",
    "CAPNP, 0000000001000000 fcffff7f02000200",
    // A text of 2^29 - 1 bytes, a list of that many structs, an operation that is not there.
    "CAPNP, 0000000005000000 0000000002000200 0700000000000000 0000000000000000 01000000faffffff 0000000000000000",
    "CAPNP, 0000000005000000 0000000002000200 0700000000000000 0000000000000000 01000000ffffffff 0000000000000000",
    "CAPNP, 0000000005000000 0000000002000200 0700000000000000 0900000000000000 0000000000000000 0000000000000000",
  })
  void whatNoPeerMaySendIsRefusedBeforeAnythingIsAllocatedForIt(Idl idl, String hex) {
    Messages hostile = reading(idl, hex);
    // A process of a test has 768 MB: to allocate what is announced would end in another error.
    assertThatThrownBy(hostile::readCall).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource(Idl.class)
  void anyBytesEndInAMessageOrAnException(Idl idl) {
    for (int i = 0; i < 3_000; i++) {
      byte[] noise = random(RANDOM.nextInt(64));
      if (idl == Idl.CAPNP && noise.length >= 8) { // else most begin with too many segments
        System.arraycopy(new byte[] {0, 0, 0, 0, 6, 0, 0, 0}, 0, noise, 0, 8);
      } else if (idl != Idl.CAPNP && noise.length > 0) {
        noise[0] = (byte) (noise.length - 1);
      }
      Messages reading = reading(idl, i % 2 == 0, noise);
      try {
        Call call = reading.readCall();
        assertThat(call == null || call.name() != null || call.entry() != null).isTrue();
      } catch (IOException refused) {
        assertThat(refused.getMessage()).isNotNull();
      }
    }
  }

  @Test
  void whatACapnpPointerRepeatsIsReadOnceOnly() {
    // Key and value point to the same 2,000 words: together more than may be read of a message.
    int words = 2_000;
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(HexFormat.of().parseHex("00000000"));
    message.writeBytes(littleEndian(5 + words));
    message.writeBytes(HexFormat.of().parseHex("0000000002000200" + "0700000000000000"));
    message.writeBytes(HexFormat.of().parseHex("0100000000000000"));
    message.writeBytes(littleEndian((1 << 2) | 1));
    message.writeBytes(littleEndian(((words * 8) << 3) | 2));
    message.writeBytes(littleEndian(1));
    message.writeBytes(littleEndian(((words * 8) << 3) | 2));
    message.writeBytes(new byte[words * 8]);
    Messages reading = reading(Idl.CAPNP, false, message.toByteArray());
    assertThatThrownBy(reading::readCall)
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("limit");
  }

  private static byte[] littleEndian(int number) {
    return new byte[] {
      (byte) number, (byte) (number >> 8), (byte) (number >> 16), (byte) (number >> 24)
    };
  }

  @Test
  void anEndAmidALengthIsNoMessage() {
    assertThatThrownBy(reading(Idl.PROTOBUF, "80")::readCall).isInstanceOf(EOFException.class);
  }
}
