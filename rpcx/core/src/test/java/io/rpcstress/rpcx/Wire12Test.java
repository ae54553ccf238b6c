package io.rpcstress.rpcx;

import static io.rpcstress.rpcx.RawPeer.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Wire 1.2: a method's number stands for the types of its parameters, too. Its golden bytes, which
 * never change; that it is spoken only where HELLO agreed on it; and what peers get that leave out
 * types that nobody said. What it has in common with 1.1 is in {@link Wire11Test}.
 */
class Wire12Test {
  private static final long BASE = 0x0102030405060708L;
  private static final String HELLO = "0000000f 1a0d 0801 310807060504030201 5001";
  private static final String TAKEN = "00000011 1a0f 0801 1080808002 288020 388002 5001";
  private static final String FIRST =
      "00000025 0a23 4001 4801 1207 67726565746572 1a05 6772656574"
          + "220d 0a06 737472696e67 1203 416461";
  private static final int MEGABYTE = 1 << 20;
  private static final int INVALID = StatusCode.INVALID_ARGUMENT.number();

  private ServiceCentre centre;

  @BeforeEach
  void start() {
    centre = serve(256);
  }

  private static ServiceCentre serve(int methodNumbers) {
    return ServiceCentre.builder()
        .publish(new Greeter.Service())
        .publish(new MixedService())
        .limits(numbers(methodNumbers))
        .start();
  }

  private static Limits numbers(int methodNumbers) {
    return Limits.builder().maxMethodNumbers(methodNumbers).build();
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(centre.inFlight()).isZero();
    assertThat(centre.stop(Duration.ofSeconds(10))).isTrue();
  }

  /** Connects and exchanges HELLO of wire 1.2, or of 1.1. */
  private RawPeer greeted(boolean typesByNumber) throws IOException {
    RawPeer peer = new RawPeer(centre.port());
    Hello.Builder hello = Hello.newBuilder().setVersion(1).setIdBase(BASE);
    peer.send(Envelope.newBuilder().setHello(hello.setTypesByNumber(typesByNumber)).build());
    assertThat(peer.receive().getHello().getTypesByNumber()).isEqualTo(typesByNumber);
    return peer;
  }

  @Test
  void theServersGoldenBytes() throws IOException {
    try (RawPeer peer = new RawPeer(centre.port())) {
      peer.send(hex(HELLO));
      peer.answers(TAKEN);
      peer.send(hex(FIRST));
      peer.answers("00000010 120e 4001 120a 68656c6c6f2c20416461");
      peer.send(hex("0000000d 0a0b 4002 4801 2205 1203 416461"));
      peer.answers("00000010 120e 4002 120a 68656c6c6f2c20416461");
      // a null
      peer.send(hex("00000008 0a06 4003 4801 2200"));
      peer.answers("00000011 120f 4003 120b 68656c6c6f2c206e756c6c");
      // as in 1.1
      peer.send(hex("00000015 0a13 4004 4801 220d 0a06 737472696e67 1203 416461"));
      peer.answers("00000010 120e 4004 120a 68656c6c6f2c20416461");
    }
  }

  @Test
  void theClientsGoldenBytes() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(listener.getLocalPort()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      CompletableFuture<String> first = greeter.greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        InputStream in = peer.socket().getInputStream();
        byte[] hello = in.readNBytes(27);
        assertThat(Arrays.copyOf(hello, 17))
            .isEqualTo(hex("00000017 1a15 0801 1080808002 20b817 31"));
        assertThat(Arrays.copyOfRange(hello, 25, 27)).isEqualTo(hex("5001"));
        peer.send(hex(TAKEN));
        assertThat(in.readNBytes(41)).isEqualTo(hex(FIRST));
        peer.send(hex("0000000a 1208 4001 1204 6f6e6365"));
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("once");
        var unusedSecond = greeter.greetAsync("Ada");
        assertThat(in.readNBytes(17)).isEqualTo(hex("0000000d 0a0b 4002 4801 2205 1203 416461"));
        var unusedNull = greeter.greetAsync(null);
        assertThat(in.readNBytes(12)).isEqualTo(hex("00000008 0a06 4003 4801 2200"));
      }
    }
  }

  @Test
  void aServerThatSaysTypesWithoutNumbersIsCalledIn10() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(listener.getLocalPort()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      CompletableFuture<String> call = greeter.greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(hex("00000006 1a04 0801 5001"));
        for (int i = 0; i < 3; i++) {
          RPCXRequest request = peer.request();
          assertThat(request.getMethod()).isEqualTo("greet");
          assertThat(request.getParameters(0).getType()).isEqualTo("string");
          peer.send(RawPeer.reply(request.getId(), "n" + i));
          assertThat(call.get(20, TimeUnit.SECONDS)).isEqualTo("n" + i);
          call = greeter.greetAsync("Ada");
        }
      }
    }
  }

  @Test
  void anOfferWithoutNumbersIsNotTaken() throws IOException {
    try (RawPeer peer = new RawPeer(centre.port())) {
      peer.send(hex("00000006 1a04 0801 5001"));
      peer.answers("0000000c 1a0a 0801 1080808002 288020");
    }
    try (ServiceCentre other = serve(0);
        RawPeer peer = new RawPeer(other.port())) {
      peer.send(hex(HELLO));
      peer.answers("0000000c 1a0a 0801 1080808002 288020");
    }
  }

  @Test
  void aDrainingServerTakesTheOfferToo() throws IOException {
    try (ServiceCentre other = serve(256)) {
      other.drain();
      try (RawPeer peer = new RawPeer(other.port())) {
        peer.send(hex(HELLO));
        Hello answer = peer.receive().getHello();
        assertThat(answer.getDraining()).isTrue();
        assertThat(answer.getTypesByNumber()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, Ada Lovelace, 91",
    "256, Ada Lovelace, 55",
    "0, 0123456789abcdef, 99",
    "256, 0123456789abcdef, 63"
  })
  void bytesOfAGreeting(int methodNumbers, String name, int expected) throws IOException {
    try (FaultProxy proxy = new FaultProxy(centre.port());
        RPCX rpcx =
            RPCX.builder()
                .address("127.0.0.1")
                .port(proxy.port())
                .limits(numbers(methodNumbers))
                .build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet(name)).isEqualTo("hello, " + name);
      long before = proxy.passedBytes();
      for (int i = 0; i < 100; i++) {
        assertThat(greeter.greet(name)).isEqualTo("hello, " + name);
      }
      long bytes = proxy.passedBytes() - before;
      System.out.println(
          bytes / 100
              + " bytes a greeting of "
              + name.length()
              + ", maxMethodNumbers "
              + methodNumbers);
      assertThat(bytes).isEqualTo(100L * expected);
    }
  }

  private static Envelope request(
      long offset, int number, @Nullable String method, Parameter... parameters) {
    RPCXRequest.Builder request =
        RPCXRequest.newBuilder().setIdOffset(offset).setMethodNumber(number);
    if (method != null) {
      request.setService("greeter").setMethod(method);
    }
    return Envelope.newBuilder()
        .setRequest(request.addAllParameters(Arrays.asList(parameters)))
        .build();
  }

  private static Parameter typed(String type, String value) {
    return untyped(value).toBuilder().setType(type).build();
  }

  private static Parameter untyped(String value) {
    return Parameter.newBuilder().setValue(ByteString.copyFromUtf8(value)).build();
  }

  private static RPCXReply reply(RawPeer peer, Envelope request) throws IOException {
    peer.send(request);
    return peer.reply();
  }

  private static void isRefused(RPCXReply reply) {
    assertThat(reply.getStatus()).isEqualTo(INVALID);
    assertThat(reply.getMessage()).isEqualTo("the parameters are not (string)");
  }

  private static void isGreeted(RPCXReply reply) {
    assertThat(reply.getStatus()).isZero();
    assertThat(reply.getResult().toStringUtf8()).isEqualTo("hello, Ada");
  }

  @Test
  void typesThatHelloDidNotAgreeToLeaveOutAreMissing() throws IOException {
    try (RawPeer peer = greeted(false)) {
      isGreeted(reply(peer, request(1, 1, "greet", typed("string", "Ada"))));
      isRefused(reply(peer, request(2, 1, null, untyped("Ada"))));
      isGreeted(reply(peer, request(3, 1, null, typed("string", "Ada"))));
    }
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      isRefused(reply(peer, request(0, 0, "greet", untyped("Ada"))));
      isGreeted(reply(peer, request(0, 0, "greet", typed("string", "Ada"))));
    }
  }

  @Test
  void aRequestWithNamesSaysItsTypes() throws IOException {
    try (RawPeer peer = greeted(true)) {
      isRefused(reply(peer, request(1, 0, "greet", untyped("Ada"))));
      isRefused(reply(peer, request(2, 1, "greet", untyped("Ada"))));
      isRefused(reply(peer, request(3, 1, null, untyped("Ada"))));
      isGreeted(reply(peer, request(4, 1, null, typed("string", "Ada"))));
      isRefused(reply(peer, request(5, 1, null, untyped("Ada"))));
    }
  }

  @Test
  void theTypesThatCountAreThoseOfTheRequestThatGaveTheNumber() throws IOException {
    try (RawPeer peer = greeted(true)) {
      isRefused(reply(peer, request(1, 1, "greet", typed("int32", ""))));
      isRefused(reply(peer, request(2, 1, null, untyped("Ada"))));
      isGreeted(reply(peer, request(3, 1, null, typed("string", "Ada"))));
      isRefused(reply(peer, request(4, 1, null, untyped("Ada"))));
      isGreeted(reply(peer, request(5, 2, "greet", typed("string", "Ada"))));
      isGreeted(reply(peer, request(6, 2, null, untyped("Ada"))));
      isRefused(reply(peer, request(7, 1, null, untyped("Ada"))));
      isRefused(reply(peer, request(8, 2, null, typed("int32", ""))));
      isGreeted(reply(peer, request(9, 2, null, untyped("Ada"))));
    }
  }

  @Test
  void asManyParametersAsAreDeclared() throws IOException {
    try (RawPeer peer = greeted(true)) {
      isGreeted(reply(peer, request(1, 1, "greet", typed("string", "Ada"))));
      isRefused(reply(peer, request(2, 1, null)));
      isRefused(reply(peer, request(3, 1, null, untyped("Ada"), untyped("Bob"))));
      isRefused(reply(peer, request(4, 2, "greet")));
      isRefused(reply(peer, request(5, 2, null)));
      isRefused(reply(peer, request(6, 2, null, untyped("Ada"))));
    }
  }

  @Test
  void aParameterMaySayItsTypeAllTheSame() throws IOException {
    try (RawPeer peer = greeted(true)) {
      Parameter count = Parameter.newBuilder().setType("int32").setValue(varint(7)).build();
      Parameter yes = Parameter.newBuilder().setType("bool").setValue(varint(1)).build();
      Envelope first = mixed(request(1, 1, "mixed", typed("string", "a"), count, yes));
      assertThat(reply(peer, first).getResult().toStringUtf8()).isEqualTo("a 7 true");
      Envelope partly =
          request(2, 1, null, untyped("a"), count, yes.toBuilder().clearType().build());
      assertThat(reply(peer, partly).getResult().toStringUtf8()).isEqualTo("a 7 true");
      Envelope wrong = request(3, 1, null, untyped("a"), typed("int64", ""), untyped(""));
      assertThat(reply(peer, wrong).getStatus()).isEqualTo(INVALID);
    }
  }

  private static Envelope mixed(Envelope request) {
    return Envelope.newBuilder()
        .setRequest(request.getRequest().toBuilder().setService("mixed"))
        .build();
  }

  private static ByteString varint(int oneByte) {
    return ByteString.copyFrom(new byte[] {(byte) oneByte});
  }

  @Test
  void whatIsUnreadableAsTheDeclaredTypeIsInvalid() throws IOException {
    try (RawPeer peer = greeted(true)) {
      Parameter count = Parameter.newBuilder().setType("int32").setValue(varint(7)).build();
      Envelope first = mixed(request(1, 1, "twice", count));
      assertThat(reply(peer, first).getResult()).isEqualTo(varint(14));
      Parameter cut = Parameter.newBuilder().setValue(varint(0x80)).build();
      assertThat(reply(peer, request(2, 1, null, cut)).getStatus()).isEqualTo(INVALID);
      // A number must not be null.
      Parameter none = Parameter.getDefaultInstance();
      assertThat(reply(peer, request(3, 1, null, none)).getStatus()).isEqualTo(INVALID);
      assertThat(reply(peer, request(4, 1, null, count)).getResult()).isEqualTo(varint(14));
    }
  }

  /** What a peer that breaks the rules is told before its connection ends. */
  private static String farewell(RawPeer peer, Envelope... requests) throws IOException {
    for (Envelope request : requests) {
      peer.send(request);
    }
    Envelope last = peer.receive();
    while (last.hasReply()) {
      last = peer.receive();
    }
    GoAway farewell = last.getGoAway();
    assertThat(farewell.getStatus()).isEqualTo(INVALID);
    assertThat(peer.isClosedByPeer()).isTrue();
    return farewell.getMessage();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, Integer.MAX_VALUE, -1})
  void aNumberThatNobodyGaveCloses(int number) throws IOException {
    try (RawPeer peer = greeted(true)) {
      assertThat(farewell(peer, request(1, number, null, untyped("Ada"))))
          .contains("method_number " + Integer.toUnsignedString(number) + " without names");
    }
  }

  @Test
  void aNumberThatIsGivenAgainWithOtherTypesCloses() throws IOException {
    try (RawPeer peer = greeted(true)) {
      Envelope first = request(1, 1, "greet", typed("string", "Ada"));
      Envelope again = request(2, 1, "greet", typed("int32", ""));
      assertThat(farewell(peer, first, again)).contains("1, expected 2");
    }
  }

  @Test
  void theTypesOfANumberHoldNothingOfTheServersMemory() throws IOException {
    int count = 64;
    try (ServiceCentre other = serve(count);
        RawPeer peer = new RawPeer(other.port())) {
      peer.send(hex(HELLO));
      assertThat(peer.receive().getHello().getMaxMethodNumbers()).isEqualTo(count);
      String longest = "x".repeat(MEGABYTE);
      long before = usedHeap();
      for (int i = 1; i <= count; i++) {
        isRefused(reply(peer, request(i, i, "greet", typed(longest, ""))));
      }
      assertThat(usedHeap() - before).isLessThan((long) count * MEGABYTE / 4);
      Envelope oneMore = request(count + 1, count + 1, "greet", typed(longest, ""));
      assertThat(farewell(peer, oneMore)).contains("more than the " + count);
    }
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The same method with other parameters, each of which has a number of its own. */
  @Test
  void overloadsOfAClientHaveNumbersOfTheirOwn() throws Exception {
    try (RPCX rpcx = Greeter.connectTo(centre)) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> greeter.greetWithWrongType(1))
            .hasMessageContaining("the parameters are not (string)");
        assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
        assertThatThrownBy(() -> greeter.greetTwo("Ada", "Bob"))
            .hasMessageContaining("the parameters are not (string)");
        assertThat(greeter.greetAsync(null).get(20, TimeUnit.SECONDS)).isEqualTo("hello, null");
      }
    }
  }

  /** Methods with several parameters. */
  interface Mixed {
    @Method("mixed")
    String mixed(@Nullable String text, int count, @Nullable Boolean yes);

    @Method("twice")
    int twice(int count);

    @Method("long")
    String longest(byte @Nullable [] bytes, @Nullable List<String> texts);
  }

  /** Its client. */
  @RPCXClient(remoteServerName = "mixed")
  interface MixedClient extends Mixed {}

  /** Says what it got. */
  @RPCXServer("mixed")
  static final class MixedService implements Mixed {
    @Override
    public String mixed(@Nullable String text, int count, @Nullable Boolean yes) {
      return text + " " + count + " " + yes;
    }

    @Override
    public int twice(int count) {
      return 2 * count;
    }

    @Override
    public String longest(byte @Nullable [] bytes, @Nullable List<String> texts) {
      return Arrays.hashCode(bytes) + " " + texts;
    }
  }

  @ParameterizedTest
  @CsvSource({"256, 256", "256, 0", "0, 256", "256, 1"})
  void argumentsArriveWhicheverWireIsSpoken(int ofServer, int ofClient) {
    try (ServiceCentre other = serve(ofServer);
        RPCX rpcx = Greeter.connectTo(other, numbers(ofClient))) {
      MixedClient mixed = rpcx.client(MixedClient.class);
      Mixed local = new MixedService();
      for (int i = 0; i < 300; i++) {
        String text = i % 3 == 0 ? null : "x".repeat(i);
        Boolean yes = i % 5 == 0 ? null : (Boolean) (i % 2 == 0);
        assertThat(mixed.mixed(text, i - 10, yes)).isEqualTo(local.mixed(text, i - 10, yes));
        assertThat(mixed.twice(i)).isEqualTo(2 * i);
        byte[] bytes = i % 7 == 0 ? null : new byte[i * 40];
        List<String> texts = i % 4 == 0 ? null : List.of("a".repeat(i), "");
        assertThat(mixed.longest(bytes, texts)).isEqualTo(local.longest(bytes, texts));
      }
    }
  }

  @Test
  void callsWithMetadataLeaveOutTypesToo() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RPCX rpcx =
            RPCX.builder()
                .address("127.0.0.1")
                .port(listener.getLocalPort())
                .intercept(
                    (call, next) -> {
                      call.metadata().put("tenant", "acme");
                      return next.proceed();
                    })
                .build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      CompletableFuture<String> call = greeter.greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(hex(TAKEN));
        for (int i = 0; i < 3; i++) {
          RPCXRequest request = peer.request();
          assertThat(request.getMetadata(0).getValue()).isEqualTo("acme");
          assertThat(request.getParameters(0).getType()).isEqualTo(i == 0 ? "string" : "");
          assertThat(request.getParameters(0).getValue().toStringUtf8()).isEqualTo("Ada");
          peer.send(hex("00000006 1204 400" + (1 + i) + " 1200"));
          assertThat(call.get(20, TimeUnit.SECONDS)).isEmpty();
          call = greeter.greetAsync("Ada");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {TAKEN, "0000000f 1a0d 0801 1080808002 288020 388002", "00000004 1a02 0801"})
  void anotherAttemptSaysWhatItsOwnConnectionMustHear(String secondHello) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        RPCX rpcx =
            RPCX.builder()
                .address("127.0.0.1")
                .port(listener.getLocalPort())
                .deadline(Duration.ofSeconds(20))
                .build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      CompletableFuture<String> once = greeter.greetAsync("once");
      CompletableFuture<String> again;
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(hex(TAKEN));
        peer.send(hex("00000006 1204 4001 1200"));
        assertThat(once.get(20, TimeUnit.SECONDS)).isEmpty();
        RPCXRequest unused = peer.request();
        again = greeter.greetAgain("again");
        RPCXRequest first = peer.request();
        assertThat(first.getMethodNumber()).isEqualTo(1);
        assertThat(first.getParametersList()).containsExactly(untyped("again"));
      }
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(hex(secondHello));
        RPCXRequest second = peer.request();
        assertThat(second.getService()).isEqualTo("greeter");
        assertThat(second.getMethod()).isEqualTo("greet");
        assertThat(second.getParametersList()).containsExactly(typed("string", "again"));
        RPCXReply.Builder reply =
            RPCXReply.newBuilder().setId(second.getId()).setIdOffset(second.getIdOffset());
        peer.send(Envelope.newBuilder().setReply(reply.setResult(ByteString.EMPTY)).build());
        assertThat(again.get(20, TimeUnit.SECONDS)).isEmpty();
      }
    }
  }
}
