package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import exported.Exported;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.value.Codecs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * The schema of a service: src/test/protobuf/exported.proto is what is written, and the build
 * compiles it with Protobuf's own compiler.
 */
class ProtoExportTest {
  enum Colour {
    RED,
    GREEN
  }

  record Item(String name, int count, BigDecimal price) {}

  record Order(
      UUID id,
      char letter,
      byte small,
      boolean open,
      double weight,
      Instant at,
      Duration within,
      LocalDate day,
      Colour colour,
      BigInteger big,
      Optional<String> note,
      Set<Colour> colours,
      List<Item> items,
      Map<Integer, List<Long>> groups,
      Parameter extra) {}

  @Published("sold-out")
  static final class SoldOut extends Exception {
    private static final long serialVersionUID = 1L;

    final Item item;

    SoldOut(String message, Item item) {
      super(message);
      this.item = item;
    }
  }

  /** A service. */
  @RPCXClient(remoteServerName = "exported")
  interface Service {
    @Method("order")
    Order order(Order order, String[][] notes) throws SoldOut;

    @Method("order")
    CompletableFuture<Order> orderAsync(Order order, String[][] notes) throws SoldOut;

    @Method("count")
    long count();

    @Method("note")
    void note(Map<String, float[]> note);

    @Method("reprice")
    Item reprice(Item item);

    @Method("reprice")
    CompletableFuture<Item> repriceAsync(Item item);

    @Method("since")
    Instant since();
  }

  private static final Order ORDER =
      new Order(
          new UUID(1, 2),
          'ä',
          (byte) -1,
          true,
          1.5,
          Instant.ofEpochSecond(3, 4),
          Duration.ofSeconds(5),
          LocalDate.of(2026, 1, 2),
          Colour.GREEN,
          BigInteger.TEN,
          Optional.of("soon"),
          Set.of(Colour.RED),
          List.of(new Item("tea", 2, new BigDecimal("1.50"))),
          Map.of(7, List.of(8L, -9L)),
          Parameter.newBuilder().setType("t").build());

  @Test
  void theSchemaIsTheOneThatTheBuildCompiles() throws IOException {
    assertThat(ProtoExport.of(Service.class))
        .isEqualTo(Files.readString(Path.of("src", "test", "protobuf", "exported.proto")));
  }

  @Test
  void generatedCodeOfTheSchemaWritesTheSameBytes() throws IOException {
    ByteString ours = new Codecs().of(Order.class).encode(ORDER);
    Exported.Order theirs =
        Exported.Order.newBuilder()
            .setId(ByteString.fromHex("00000000000000010000000000000002"))
            .setLetter('ä')
            .setSmall(-1)
            .setOpen(true)
            .setWeight(1.5)
            .setAt(Timestamp.newBuilder().setSeconds(3).setNanos(4))
            .setWithin(com.google.protobuf.Duration.newBuilder().setSeconds(5))
            .setDay("2026-01-02")
            .setColour("GREEN")
            .setBig(ByteString.fromHex("0a"))
            .setNote(Exported.OptionalOfString.newBuilder().setValue("soon"))
            .setColours(Exported.SetOfColour.newBuilder().addItem("RED"))
            .setItems(
                Exported.ListOfItem.newBuilder()
                    .addItem(
                        Exported.Item.newBuilder().setName("tea").setCount(2).setPrice("1.50")))
            .setGroups(
                Exported.MapOfInt32ToListOfInt64.newBuilder()
                    .putEntries(
                        7, Exported.ListOfInt64.newBuilder().addItem(8).addItem(-9).build()))
            .setExtra(Parameter.newBuilder().setType("t"))
            .build();
    assertThat(theirs.toByteString()).isEqualTo(ours);
    assertThat(Exported.Order.parseFrom(ours)).isEqualTo(theirs);
    assertThat(new Codecs().of(Order.class).decode(theirs.toByteString())).isEqualTo(ORDER);
  }

  private static String run(int exit, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream wrong = new PrintStream(err, true, StandardCharsets.UTF_8);
    assertThat(ProtoExport.run(args, printed, wrong)).isEqualTo(exit);
    return (exit == 0 ? out : err).toString(StandardCharsets.UTF_8);
  }

  @Test
  void theCommandPrintsItOrALineWithWhatIsWrong() {
    assertThat(run(0, Greeter.Service.class.getName()))
        .contains("package greeter;")
        .contains("greeter.join\n//   parameter list<string> = ListOfString");
    assertThat(run(2)).contains("expected one class").hasLineCount(1);
    assertThat(run(2, "io.nowhere.Nothing")).contains("no class io.nowhere").hasLineCount(1);
    assertThat(run(2, "java.lang.String")).contains("names no service").hasLineCount(1);
  }

  /** Has names that Protobuf has not. */
  @RPCXServer("1st.shop")
  interface Odd {
    @Method("take")
    void take(OddItem item, List<ListOfOddItem> items, List<OddItem> others);
  }

  @Published("odd-item")
  record OddItem(int unit$size) {}

  @Published("ListOfOdd_item")
  record ListOfOddItem(int number) {}

  @Test
  void namesThatProtobufDoesNotAllowAreReplaced() {
    assertThat(ProtoExport.of(Odd.class))
        .contains("package _1st_shop;", "message odd_item {", "optional int32 unit_size = 1;")
        .contains("message ListOfOdd_item {", "message ListOfOdd_item_2 {");
  }

  /** Has a method with two signatures, and a message that is called as the service would be. */
  @RPCXServer("shelf")
  interface Shelf {
    @Method("put")
    void put(Item item);

    @Method("put")
    void put(List<Item> items);

    @Method("clear")
    void clear();

    @Method("label")
    void label(ShelfService label);

    @Method("count")
    int count();
  }

  @Published("ShelfService")
  record ShelfService(String text) {}

  @Test
  void theServiceHasTheMethodsOfOneMessageAndOneSignature() {
    assertThat(ProtoExport.of(Shelf.class))
        .contains("import \"google/protobuf/empty.proto\";", "message ShelfService {")
        .endsWith(
            """
            service ShelfService_2 {
              rpc clear(.google.protobuf.Empty) returns (.google.protobuf.Empty);
              rpc label(.shelf.ShelfService) returns (.google.protobuf.Empty);
            }
            """);
  }

  @Test
  void aServiceOfWhichASchemaCanSayNothingIsLeftOut() {
    assertThat(ProtoExport.of(Greeter.Absent.class)).doesNotContain("\nservice ");
  }

  @Test
  void whatCannotTravelIsNamed() {
    assertThatThrownBy(() -> ProtoExport.of(Unfit.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Unfit.take: type java.lang.Thread cannot travel");
  }

  /** Has a type that does not travel. */
  @RPCXServer("unfit")
  interface Unfit {
    @Method("take")
    void take(Thread thread);
  }
}
