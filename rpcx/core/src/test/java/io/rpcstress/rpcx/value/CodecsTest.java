package io.rpcstress.rpcx.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Timestamp;
import io.rpcstress.rpcx.Published;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.io.IOException;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The closed set of values: aliases, bytes, and what is refused. */
class CodecsTest {
  private final Codecs codecs = new Codecs();

  enum Colour {
    RED,
    GREEN
  }

  @Published("item")
  record Item(String name, int count) {}

  record Order(
      long id,
      @Nullable String note,
      List<Item> items,
      Map<String, Double> prices,
      Colour colour) {}

  record Node(String name, List<Node> children) {}

  record Even(int number) {
    Even {
      if (number % 2 != 0) {
        throw new IllegalArgumentException("odd");
      }
    }
  }

  /** Declares types. */
  @SuppressWarnings("unused") // only its signatures are read
  interface Declared {
    List<Integer> numbers();

    List<String> names();

    Map<Integer, List<String>> groups();

    Set<String> set();

    Set<Item> setOfRecords();

    Set<LocalDateTime> setOfDateTimes();

    Set<LocalDate> setOfDates();

    Optional<Item> maybe();

    Map<String, List<int[]>> arrays();

    List<String>[] lists();

    List<?> wild();

    Map<Double, String> badKey();
  }

  private static Type declared(String name) {
    try {
      return Declared.class.getDeclaredMethod(name).getGenericReturnType();
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  private String hex(Type type, Object value) {
    return HexFormat.of().formatHex(codecs.of(type).encode(value).toByteArray());
  }

  private Object read(Type type, String hex) {
    return codecs.of(type).decode(ByteString.fromHex(hex));
  }

  private void golden(Type type, String alias, Object value, String hex) {
    assertThat(codecs.of(type).alias()).isEqualTo(alias);
    assertThat(hex(type, value)).isEqualTo(hex);
    assertThat(read(type, hex)).isEqualTo(value);
  }

  @Test
  void scalarsAreTheGoldenBytes() {
    golden(boolean.class, "bool", true, "01");
    golden(byte.class, "int8", (byte) -1, "ffffffffffffffffff01");
    golden(short.class, "int16", (short) 300, "ac02");
    golden(char.class, "char", 'ä', "e401");
    golden(int.class, "int32", 150, "9601");
    golden(Integer.class, "int32", -1, "ffffffffffffffffff01");
    golden(long.class, "int64", Long.MIN_VALUE, "80808080808080808001");
    golden(float.class, "float", 1.5f, "0000c03f");
    golden(double.class, "double", -2.0, "00000000000000c0");
    golden(String.class, "string", "aä€😀", "61c3a4e282acf09f9880");
    golden(byte[].class, "bytes", new byte[] {0, -1}, "00ff");
    golden(Colour.class, "enum:Colour", Colour.GREEN, "475245454e");
  }

  @Test
  void timesAreTheGoldenBytes() {
    golden(Instant.class, "instant", Instant.ofEpochSecond(1, 2), "08011002");
    golden(Instant.class, "instant", Instant.EPOCH, "");
    golden(Duration.class, "duration", Duration.ofSeconds(3), "0803");
    golden(
        Duration.class,
        "duration",
        Duration.ofMillis(-1500),
        "08ffffffffffffffffff01" + "1080b6ca91feffffffff01");
    golden(LocalDate.class, "date", LocalDate.of(2026, 1, 2), "323032362d30312d3032");
    golden(LocalTime.class, "time", LocalTime.of(1, 2), "30313a3032");
    golden(
        LocalDateTime.class,
        "datetime",
        LocalDateTime.of(2026, 1, 2, 3, 4),
        "323032362d30312d30325430333a3034");
  }

  @Test
  void collectionsAndRecordsAreTheGoldenBytes() {
    golden(declared("numbers"), "list<int32>", List.of(1, 300), "0a0301ac02");
    golden(declared("numbers"), "list<int32>", List.of(), "");
    golden(declared("names"), "list<string>", List.of("a", ""), "0a01610a00");
    golden(
        declared("groups"),
        "map<int32,list<string>>",
        Map.of(7, List.of("x")),
        "0a07080712030a0178");
    golden(Item.class, "record:item", new Item("tea", 2), "0a037465611002");
    golden(
        Order.class,
        "record:Order",
        new Order(1, null, List.of(new Item("", 0)), Map.of("p", 1.0), Colour.RED),
        "0801" + "1a060a040a001000" + "220e0a0c0a017011000000000000f03f" + "2a03524544");
  }

  @Test
  void bigNumbersIdsAndTimesWithAnOffsetAreTheGoldenBytes() {
    golden(BigDecimal.class, "decimal", new BigDecimal("-12.50"), "2d31322e3530");
    golden(BigDecimal.class, "decimal", new BigDecimal("1E+3"), "31452b33");
    golden(BigInteger.class, "integer", BigInteger.valueOf(300), "012c");
    golden(BigInteger.class, "integer", BigInteger.valueOf(-1), "ff");
    assertThat(read(BigInteger.class, "")).isEqualTo(BigInteger.ZERO);
    golden(
        UUID.class,
        "uuid",
        UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
        "00112233445566778899aabbccddeeff");
    golden(
        OffsetDateTime.class,
        "datetimeoffset",
        OffsetDateTime.of(2026, 1, 2, 3, 4, 0, 0, ZoneOffset.ofHours(2)),
        "323032362d30312d30325430333a30342b30323a3030");
    golden(
        OffsetDateTime.class,
        "datetimeoffset",
        OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC),
        "323032362d30312d30325430333a30343a30355a");
  }

  @Test
  void setsOptionalsAndArraysAreTheGoldenBytes() {
    golden(declared("set"), "set<string>", Set.of("a"), "0a0161");
    assertThat(read(declared("set"), "0a01610a01620a0161").toString()).isEqualTo("[a, b]");
    golden(declared("maybe"), "optional<record:item>", Optional.empty(), "");
    golden(
        declared("maybe"),
        "optional<record:item>",
        Optional.of(new Item("tea", 2)),
        "0a070a037465611002");
    golden(int[].class, "list<int32>", new int[] {1, 300}, "0a0301ac02");
    golden(Integer[].class, "list<int32>", new Integer[] {1, 300}, "0a0301ac02");
    golden(boolean[].class, "list<bool>", new boolean[] {true, false}, "0a020100");
    golden(double[].class, "list<double>", new double[] {-2}, "0a0800000000000000c0");
    golden(char[].class, "list<char>", new char[0], "");
    golden(String[].class, "list<string>", new String[] {"a", ""}, "0a01610a00");
    golden(int[][].class, "list<list<int32>>", new int[][] {{1}, {}}, "0a030a01010a00");
    golden(declared("lists"), "list<list<string>>", new List<?>[] {List.of("a")}, "0a030a0161");
    assertThat(codecs.of(declared("arrays")).alias()).isEqualTo("map<string,list<list<int32>>>");
  }

  record Parcel(Optional<String> note, int weight) {}

  @Test
  void anOptionalThatIsAbsentIsEmpty() {
    assertThat(read(Parcel.class, "")).isEqualTo(new Parcel(Optional.empty(), 0));
    assertThat(hex(Parcel.class, new Parcel(Optional.of("a"), 1))).isEqualTo("0a030a0161" + "1001");
  }

  @Test
  void whatWouldGrowWhenItIsUsedIsRefused() {
    refuses(BigDecimal.class, text("1E+2147483647"));
    refuses(BigDecimal.class, text("1E-4097"));
    refuses(BigDecimal.class, text("1E99999999999"));
    refuses(BigDecimal.class, text("9".repeat(1025)));
    refuses(BigDecimal.class, "30".repeat(4_000_000));
    refuses(BigDecimal.class, text("\u0661"));
    refuses(BigDecimal.class, text("0x1"));
    refuses(BigDecimal.class, "");
    refuses(BigInteger.class, "01".repeat(4097));
    refuses(UUID.class, "00".repeat(15));
    refuses(OffsetDateTime.class, text("2026-01-02T03:04"));
    refuses(OffsetDateTime.class, text("2026-01-02T03:04Z" + " ".repeat(1000)));
    assertThat(read(BigDecimal.class, text("9".repeat(1024))).toString()).hasSize(1024);
    cannotBeWritten(new BigDecimal("1E+4097"));
    cannotBeWritten(new BigDecimal("9".repeat(1025)));
    cannotBeWritten(BigInteger.ONE.shiftLeft(8 * 4096));
  }

  private static String text(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  private void cannotBeWritten(Object value) {
    ValueCodec codec = codecs.of(value.getClass());
    assertThatThrownBy(() -> codec.encode(value)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void numbersAreReadPackedAndUnpacked() {
    assertThat(read(declared("numbers"), "080108020a020304")).isEqualTo(List.of(1, 2, 3, 4));
  }

  @Test
  void aLongerRecordIsReadByAnOlderReader() {
    assertThat(read(Item.class, "0a037465611002" + "1a0161" + "2007"))
        .isEqualTo(new Item("tea", 2));
    assertThat(read(Item.class, "")).isEqualTo(new Item(null, 0));
  }

  @Test
  void generatedMessagesAreTheirOwnBytes() {
    Parameter message =
        Parameter.newBuilder().setType("t").setValue(ByteString.copyFromUtf8("v")).build();
    golden(Parameter.class, "pb:Parameter", message, "0a0174120176");
    golden(Timestamp.class, "pb:Timestamp", Timestamp.newBuilder().setSeconds(5).build(), "0805");
    assertThatThrownBy(() -> read(Hello.class, "ff")).isInstanceOf(MalformedFrameException.class);
  }

  @Test
  void whatIsNoValueOfTheTypeIsRefused() {
    refuses(byte.class, "8001");
    refuses(int.class, "ffffffffff01");
    refuses(int.class, "");
    refuses(int.class, "0101");
    refuses(double.class, "00");
    refuses(String.class, "ff");
    refuses(Colour.class, "424c5545");
    refuses(LocalDate.class, "78");
    refuses(Instant.class, "08ffffffffffffffff7f");
    refuses(Even.class, "0801");
    refuses(declared("names"), "0a05");
    refuses(declared("names"), "0b");
  }

  private void refuses(Type type, String hex) {
    assertThatThrownBy(() -> read(type, hex)).isInstanceOf(MalformedFrameException.class);
  }

  @Test
  void aListOfAMillionEmptyElementsIsRefused() {
    ByteString million = ByteString.fromHex("0a00".repeat(1_000_000));
    assertThatThrownBy(() -> codecs.of(declared("names")).decode(million))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining("100000 elements");
  }

  @Test
  void randomBytesAreReadOrRefusedButNothingElse() {
    Random random = new Random(11);
    Type[] types = {
      Order.class,
      Item.class,
      declared("groups"),
      declared("numbers"),
      String.class,
      int.class,
      Instant.class,
      LocalDateTime.class,
      Parameter.class,
      Colour.class,
      double.class,
      BigDecimal.class,
      BigInteger.class,
      UUID.class,
      OffsetDateTime.class,
      declared("set"),
      declared("maybe"),
      declared("arrays"),
      String[].class
    };
    int refused = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      try {
        assertThat(codecs.of(types[i % types.length]).decode(ByteString.copyFrom(bytes)))
            .isNotNull();
      } catch (MalformedFrameException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aRecordThatContainsItselfIsWrittenAndReadToADepth() throws Exception {
    ValueCodec codec = new Codecs().of(Node.class);
    Node node = new Node("leaf", List.of());
    ByteString bytes = codec.encode(node);
    for (int depth = 0; depth < 64; depth++) {
      node = new Node("n", List.of(node));
      bytes = within(bytes);
    }
    assertThat(codec.encode(node)).isEqualTo(bytes);
    assertThat(codec.decode(bytes)).isEqualTo(node);

    Node deeper = new Node("n", List.of(node));
    assertThatThrownBy(() -> codec.encode(deeper))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("deeper than 64");
    ByteString deeperBytes = within(bytes);
    assertThatThrownBy(() -> codec.decode(deeperBytes)).hasMessageContaining("deeper than 64");
    assertThat(codec.encode(node)).as("the next value").isEqualTo(bytes);
  }

  @Test
  void aRecordThatIsItsOwnPartIsRefused() {
    List<Node> children = new ArrayList<>();
    Node node = new Node("n", children);
    children.add(node);
    ValueCodec codec = new Codecs().of(Node.class);
    assertThatThrownBy(() -> codec.encode(node)).hasMessageContaining("deeper than 64");
  }

  /** A node named n that has this one alone. */
  private static ByteString within(ByteString node) throws IOException {
    ByteString.Output list = ByteString.newOutput();
    CodedOutputStream fields = CodedOutputStream.newInstance(list);
    fields.writeBytes(1, node);
    fields.flush();
    ByteString.Output parent = ByteString.newOutput();
    fields = CodedOutputStream.newInstance(parent);
    fields.writeString(1, "n");
    fields.writeBytes(2, list.toByteString());
    fields.flush();
    return parent.toByteString();
  }

  @Test
  void aSetOfOneHashCodeIsRefused() {
    ValueCodec codec = new Codecs().of(declared("setOfRecords"));
    List<Item> alike = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      // "Aa" and "BB" have one hash code.
      StringBuilder name = new StringBuilder();
      for (int bit = 0; bit < 7; bit++) {
        name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      alike.add(new Item(name.toString(), 1));
    }
    ByteString bytes = codec.encode(alike);
    assertThatThrownBy(() -> codec.decode(bytes)).hasMessageContaining("of one hash code");
  }

  /** Times have an order of an interface, which the JDK's maps do not use. */
  @Test
  void timesOfOneHashCodeAreRefused() {
    SetCodec.HashCodes codes = new SetCodec.HashCodes();
    LocalDate day = LocalDate.of(2026, 11, 29);
    assertThatThrownBy(
            () -> {
              for (long i = 1; i <= 100; i++) {
                codes.add(LocalDateTime.of(day, LocalTime.ofNanoOfDay(i << 32 | i)));
              }
            })
        .hasMessageContaining("of one hash code");
  }

  @Test
  void otherTypesAreRefusedAtStartUp() {
    unsupported(Object.class);
    unsupported(Thread.class);
    unsupported(Thread[].class);
    unsupported(declared("wild"));
    unsupported(declared("badKey"));
    assertThat(new Codecs().of(Node.class).alias()).isEqualTo("record:Node");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> codecs.of(Unfit.class))
          .hasMessageContaining("java.lang.Thread cannot travel");
    }
  }

  record Unfit(Thread thread) {}

  private void unsupported(Type type) {
    assertThatThrownBy(() -> codecs.of(type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot");
  }
}
