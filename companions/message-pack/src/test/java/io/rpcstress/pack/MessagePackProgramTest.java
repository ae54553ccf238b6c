package io.rpcstress.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.MessageCodec;
import io.rpcstress.contract.MessagePack;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;

/** The program as a user calls it, and its packs as both hosts open them. */
class MessagePackProgramTest {
  private static final String ORDER =
      """
      {"id": 17, "placed-at": "2026-11-29T12:00:00Z", "class": "gold", "größe": 1.5,
       "paid": true, "note": null, "tags": ["a", "b"], "route": [[1, 2], [3]],
       "lines": [{"sku": "x1", "price": 12.5, "count": 2}, {"sku": "x2", "price": 3}]}
      {"id": 18, "placed-at": "2026-11-29T12:00:01Z", "class": "none", "größe": 2,
       "paid": false, "note": "late", "tags": [], "route": [], "lines": [], "gift": true}
      """;

  private static final String SHOP =
      """
      syntax = "proto3";
      package shop;
      import "google/protobuf/timestamp.proto";
      import "money.proto";
      option java_package = "com.example.shop";
      message Order {
        int64 id = 1;
        Status status = 2;
        map<string, int32> stock = 3;
        repeated Line lines = 4;
        google.protobuf.Timestamp placed = 5;
        oneof payment { string card = 6; Money cash = 7; }
        bytes signature = 8;
        uint32 weight = 9;
        message Line { string sku = 1; Money price = 2; optional bool gift = 3; Line part = 4; }
      }
      message Receipt { string number = 1; }
      enum Status { NEW = 0; PAID = 1; }
      """;

  private static final String MONEY =
      """
      syntax = "proto3";
      package shop;
      message Money { string currency = 1; double amount = 2; }
      """;

  private static final String SHOP_ORDER =
      """
      {"id": "9007199254740993", "status": "PAID", "stock": {"x1": 4}, "placed":
       "2026-11-29T12:00:00Z", "cash": {"currency": "EUR", "amount": 3.5}, "signature": "AQID",
       "weight": 4000000000, "lines": [{"sku": "x1", "price": {"currency": "EUR"}, "gift": true,
       "part": {"sku": "x2"}}]}
      """;

  @SuppressWarnings("NullAway.Init") // set before the tests
  @TempDir
  private static Path shared;

  /** Of two orders and a receipt. */
  @SuppressWarnings("NullAway.Init")
  private static Path ofOrders;

  @TempDir private Path folder;

  private record Outcome(int exitCode, String out, String err) {}

  private static Outcome run(Object... arguments) {
    return outcome(new MessagePackProgram(), arguments);
  }

  private static Outcome outcome(Object program, Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(program);
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    String[] words = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
    return new Outcome(line.execute(words), out.toString(), err.toString());
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Path pack(Object... arguments) {
    return packIn(folder, arguments);
  }

  private static Path packIn(Path folder, Object... arguments) {
    Path pack = folder.resolve("made.pack.jar");
    List<Object> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--out", pack));
    Outcome outcome = run(all.toArray());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    return pack;
  }

  @BeforeAll
  static void makeOfOrders() throws IOException {
    ofOrders = ofOrdersIn(shared);
  }

  private static Path ofOrdersIn(Path folder) throws IOException {
    Path orders = Files.writeString(folder.resolve("My order.json"), ORDER);
    Path receipt = Files.writeString(folder.resolve("receipt.json"), "{\"n\": 1}");
    return packIn(folder, orders, "--reply", receipt);
  }

  @Test
  void everySampleComesBackFromEveryEncoding() throws Exception {
    try (MessagePack opened = MessagePack.open(ofOrders)) {
      assertThat(opened.name()).isEqualTo("my-order");
      for (Encoding each : Encoding.values()) {
        MessageCodec codec = opened.codec(each);
        assertThat(codec.requests()).hasSize(2);
        int longest = 0;
        for (Object request : codec.requests()) {
          byte[] bytes = codec.encodeRequest(request);
          assertThat(codec.decodeRequest(bytes)).isEqualTo(request);
          longest = Math.max(longest, bytes.length);
        }
        assertThat(codec.longestBytes()).as("longer than the reply").isEqualTo(longest);
        assertThat(codec.requests().get(0)).isNotEqualTo(codec.requests().get(1));
        assertThat(codec.requests().get(0).getClass().getName())
            .as("generated code, no generic record")
            .startsWith("packed_message.myorder.");
        Object reply = codec.reply();
        assertThat(reply).isNotNull();
        assertThat(codec.decodeReply(codec.encodeReply(reply))).isEqualTo(reply);
      }
      MessageCodec json = opened.codec(Encoding.JSON);
      int bytes = 0;
      for (Object request : json.requests()) {
        bytes += json.encodeRequest(request).length;
      }
      assertThat(json.requestBytes()).as("the mean").isBetween(bytes / 2, (bytes + 1) / 2);
      assertThat(new String(json.encodeRequest(json.requests().get(0)), StandardCharsets.UTF_8))
          .isEqualTo(
              "{\"id\":17,\"placed-at\":\"2026-11-29T12:00:00Z\",\"class\":\"gold\",\"größe\":1.5,"
                  + "\"paid\":true,\"note\":null,\"tags\":[\"a\",\"b\"],\"route\":[[1,2],[3]],"
                  + "\"lines\":[{\"sku\":\"x1\",\"price\":12.5,\"count\":2},"
                  + "{\"sku\":\"x2\",\"price\":3.0}]}");
    }
  }

  @Test
  void timesEveryCodecOfRequestsAndReply() throws Exception {
    StringWriter out = new StringWriter();
    try (MessagePack opened = MessagePack.open(ofOrders)) {
      new CodecTimes(0, TimeValue.milliseconds(2)).print(ofOrders, opened, new PrintWriter(out));
    }
    String times = " +[0-9,]+ \\([0-9,]+ to [0-9,]+\\)";
    for (Encoding each : Encoding.values()) {
      for (String side : List.of("request", "reply")) {
        assertThat(out.toString().lines())
            .filteredOn(
                line ->
                    line.matches(each.label() + " +" + side + " +[0-9,]+" + times + times + " *"))
            .hasSize(1);
      }
    }
  }

  @Test
  void timesNothingButPacks() throws Exception {
    Path sample = file("order.json", ORDER);
    assertThat(run(sample, "--time").err()).contains("is no message pack").hasLineCount(1);
    assertThat(run(sample, "--time", "--reply", sample).err())
        .contains("--time takes a pack and no other option");
  }

  @Test
  void equalInputGivesAnEqualPack() throws Exception {
    assertThat(ofOrdersIn(folder)).hasSameBinaryContentAs(ofOrders);
  }

  @Test
  void aProtoWithImportsMapsEnumsAndOneofs() throws Exception {
    file("money.proto", MONEY);
    Path pack =
        pack(
            file("shop.proto", SHOP),
            "--type",
            "shop.Order",
            "--sample",
            file("order.json", SHOP_ORDER),
            "--reply-type",
            "shop.Receipt",
            "--reply-sample",
            file("receipt.json", "{\"number\": \"4711\"}"));
    try (MessagePack opened = MessagePack.open(pack)) {
      MessageCodec json = opened.codec(Encoding.JSON);
      assertThat(new String(json.encodeRequest(json.requests().get(0)), StandardCharsets.UTF_8))
          .contains("\"id\":9007199254740993", "\"status\":\"PAID\"", "\"weight\":4000000000")
          .doesNotContain("card");
      Object protobuf = opened.codec(Encoding.PROTOBUF).requests().get(0);
      assertThat(protobuf.getClass().getName()).isEqualTo("com.example.shop.Shop$Order");
      assertThat(opened.codec(Encoding.AVRO).reply()).hasToString("{\"number\": \"4711\"}");
    }
    assertThat(schema(pack, "shop.proto")).isEqualTo(SHOP);
    assertThat(schema(pack, "money.proto")).isEqualTo(MONEY);
    assertThat(schema(pack, "request.avsc")).contains("\"name\" : \"Order\"");
  }

  private static String schema(Path pack, String name) throws IOException {
    try (JarFile jar = new JarFile(pack.toFile());
        InputStream in = jar.getInputStream(jar.getEntry("schemas/" + name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void oneFieldOfFourMegabytes() throws Exception {
    String sample = "{\"text\": \"" + "x".repeat(4 << 20) + "\"}";
    try (MessagePack opened = MessagePack.open(pack(file("sample.json", sample)))) {
      for (Encoding each : Encoding.values()) {
        assertThat(opened.codec(each).requests()).hasSize(1);
      }
      MessageCodec json = opened.codec(Encoding.JSON);
      assertThat(json.replyBytes()).as("which is the request").isEqualTo(json.requestBytes());
    }
  }

  /** So that schemas are longer than 64 KiB, which is the most that Java has in one constant. */
  @Test
  void asManyFieldsAsAnObjectHasOfLongNamesAndAnotherObject() throws Exception {
    String most = fields("field_".repeat(25), ShapeInference.MAX_FIELDS);
    String another = fields("field_", 3);
    Path sample = file("sample.json", "{\"most\": %s, \"another\": %s}".formatted(most, another));
    try (MessagePack opened = MessagePack.open(pack(sample))) {
      for (Encoding each : Encoding.values()) {
        assertThat(opened.codec(each).requests()).hasSize(1);
      }
    }
  }

  /** Names that generated code has a use for itself. */
  @Test
  void anyNameOfAFieldIsOne() throws Exception {
    String names =
        Stream.of(
                "class org com java int _ record String string List Map Objects Long Override",
                "Builder builder serializedSize allFields schema specificData utf8 hashCode"
                    + " toString",
                "ключ a-b a_b aB items request message")
            .flatMap(each -> Stream.of(each.split(" ")))
            .map(each -> "\"%s\": {\"%1$s\": \"x\"}".formatted(each))
            .collect(Collectors.joining(",", "{", "}"));
    try (MessagePack opened = MessagePack.open(pack(file("list.json", names)))) {
      MessageCodec json = opened.codec(Encoding.JSON);
      assertThat(new String(json.encodeRequest(json.requests().get(0)), StandardCharsets.UTF_8))
          .isEqualTo(names.replace(" ", ""));
    }
  }

  private static String fields(String name, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"%s%d\": %d".formatted(name, i, i))
        .collect(Collectors.joining(",", "{", "}"));
  }

  static Stream<Arguments> unusable() {
    return Stream.of(
        Arguments.of("", "is empty: a JSON object expected"),
        Arguments.of("not json", "bad.json:1:"),
        Arguments.of("{\"a\": 1", "bad.json:1:"),
        Arguments.of("[1]", "a list at the top; an object expected"),
        Arguments.of("{}", "an object without fields"),
        Arguments.of("{\"\": 1}", "bad.json: a field without a name"),
        Arguments.of("{\"a\\n\\u001b[1m\": 1e400}", "bad.json.a??[1m: the decimal number"),
        Arguments.of(
            "{\"a\": \"" + "x".repeat(Message.MAX_BYTES) + "\"}",
            "a request has 16,777,224 bytes in json: at most 16,777,216 expected"),
        Arguments.of(fields("field_", ShapeInference.MAX_FIELDS + 1), "more than 500 fields"),
        Arguments.of(
            "{\"a\": {\"b\": 1}}\n{\"a\": {\"b\": \"x\"}}",
            "bad.a.b: a whole number in one place and text in another"),
        Arguments.of("{\"a\": [1, \"x\"]}", "bad.a[]: a whole number in one place and text"),
        Arguments.of("{\"a\": [null]}", "bad.a[]: null in a list"),
        Arguments.of("{\"a\": 1, \"a\": 2}", "Duplicate"),
        Arguments.of("{\"a\": NaN}", "NaN"),
        Arguments.of("{\"a\": 9223372036854775808}", "bad.json.a: the whole number does not fit"),
        Arguments.of("{\"a\": 1e400}", "bad.json.a: the decimal number"),
        Arguments.of("{\"a\": \"\\ud800\"}", "half of a surrogate pair"),
        Arguments.of("{\"a\":".repeat(10_000), "depth"),
        Arguments.of("{\"" + "k".repeat(1 << 20) + "\": 1}", "length"));
  }

  @ParameterizedTest
  @MethodSource("unusable")
  void badSamplesAreMisuseAndWriteNothing(String sample, String expected) throws Exception {
    Path pack = folder.resolve("bad.pack.jar");
    Outcome outcome = run(file("bad.json", sample), "--out", pack);
    isMisuse(outcome, expected);
    assertThat(outcome.err().length()).isLessThan(500);
    assertThat(folder.toFile().list()).containsExactly("bad.json");
  }

  private static void isMisuse(Outcome outcome, String expected) {
    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err().strip()).contains(expected).hasLineCount(1);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void aSchemaThatLacksAnImportIsMisuseAndWritesNothing() throws Exception {
    Path sample = file("order.json", "{\"id\": 1}");
    Path shop = file("shop.proto", SHOP);
    Path pack = folder.resolve("shop.pack.jar");
    isMisuse(
        run(shop, "--type", "shop.Order", "--sample", sample, "--out", pack),
        "money.proto: File not found.");
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("order.json", "shop.proto");
  }

  @Test
  void badSchemasAreMisuse() throws Exception {
    Path sample = file("order.json", "{\"id\": 1}");
    Path shop = file("shop.proto", SHOP);
    file("money.proto", MONEY);
    assertThat(run(shop, "--type", "shop.Ordr", "--sample", sample).err())
        .contains("no message 'shop.Ordr': expected one of shop.Money, shop.Order, shop.Receipt");
    assertThat(run(shop).err()).contains("--type").contains("--sample");
    Path wrong = file("wrong.json", "{\"idd\": 1}");
    assertThat(run(shop, "--type", "shop.Order", "--sample", wrong).err())
        .contains("wrong.json.idd: shop.Order has no such field, only id, status");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rpcstress.greet.v1.Greeter/Meet | {} | no method 'rpcstress.greet.v1.Greeter/Meet':"
            + " expected one of rpcstress.greet.v1.Greeter/Greet",
        "rpcstress.greet.v1.GreeterStream/Calls | {} | streams: only unary methods are called",
        "rpcstress.greet.v1.Greeter/Greet | {\"names\": 1} | sample.json.names:"
            + " rpcstress.greet.v1.GreetRequest has no such field, only name",
        "rpcstress.greet.v1.Greeter/Greet | {\"name\": {}} | sample.json.name is no string",
        "rpcstress.greet.v1.Greeter/Greet | {\"name\" | sample.json:1:8",
      })
  void aCallThatDoesNotFitItsProtoIsMisuse(String call, String sample, String message)
      throws Exception {
    Outcome outcome =
        outcome(
            new CallProgram(),
            "--proto=../../core/contract/src/main/proto/greet.proto",
            "--call=" + call,
            "--sample=" + file("sample.json", sample));
    isMisuse(outcome, message);
  }

  /** A host's own Protobuf, Avro or Jackson must neither be measured nor break the pack. */
  @Test
  void aPackDecodesByItsOwnLibraries() throws Exception {
    try (MessagePack opened = MessagePack.open(ofOrders)) {
      Object protobuf = opened.codec(Encoding.PROTOBUF).requests().get(0);
      assertThat(protobuf).isNotInstanceOf(com.google.protobuf.MessageLite.class);
      assertThat(protobuf.getClass().getSuperclass().getClassLoader())
          .isSameAs(protobuf.getClass().getClassLoader());
      ClassLoader classes = protobuf.getClass().getClassLoader();
      assertThatThrownBy(() -> classes.loadClass(getClass().getName()))
          .isInstanceOf(ClassNotFoundException.class);
      assertThat(classes.getResource("picocli/CommandLine.class")).isNull();
    }
  }

  private Path jar(String name, Map<String, String> attributes) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.forEach(manifest.getMainAttributes()::putValue);
    Path jar = folder.resolve(name);
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  private Path ofAnotherVersion() throws IOException {
    return jar("early.pack.jar", Map.of(MessagePack.LAYOUT_ATTRIBUTE, "1"));
  }

  @Test
  void aPackOfAnotherVersionIsMisuse() throws Exception {
    isMisuse(run(ofAnotherVersion(), "--time"), "has layout 1, but this version reads ");
    assertThat(folder.toFile().list()).containsExactly("early.pack.jar");
  }

  @Test
  void whatIsNoPackIsRefused() throws Exception {
    Map<Path, String> expected =
        Map.of(
            folder.resolve("missing.pack.jar"), "is no message pack",
            file("order.pack.jar", "none"), "is no message pack",
            jar("another.jar", Map.of()), "is no message pack",
            ofAnotherVersion(), "has layout 1, but this version reads 3: make the pack again",
            jar(
                    "half.pack.jar",
                    Map.of(
                        MessagePack.LAYOUT_ATTRIBUTE,
                        "" + MessagePack.LAYOUT,
                        MessagePack.NAME_ATTRIBUTE,
                        "half")),
                "is damaged");
    expected.forEach(
        (path, message) ->
            assertThatThrownBy(() -> MessagePack.open(path))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(path.toString())
                .hasMessageContaining(message));
  }
}
