package io.rpcstress.rpcx;

import static io.rpcstress.rpcx.RawPeer.hex;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Wire 1.1: names as numbers, ids as offsets. Its golden bytes, which never change, neither where
 * the other side speaks 1.2; what peers get that speak 1.0 or break the rules; and that numbers
 * hold whichever threads make the first calls.
 */
class Wire11Test {
  private static final int MAX_NUMBERS = 4;
  private static final int MANY = 12;
  private static final String HELLO = "0000000d 1a0b 0801 310807060504030201";

  /** Many methods that differ in nothing but their names. */
  interface Many {
    @Method("m0")
    String m0(String text);

    @Method("m1")
    String m1(String text);

    @Method("m2")
    String m2(String text);

    @Method("m3")
    String m3(String text);

    @Method("m4")
    String m4(String text);

    @Method("m5")
    String m5(String text);

    @Method("m6")
    String m6(String text);

    @Method("m7")
    String m7(String text);

    @Method("m8")
    String m8(String text);

    @Method("m9")
    String m9(String text);

    @Method("m10")
    String m10(String text);

    @Method("m11")
    String m11(String text);
  }

  /** Its client. */
  @RPCXClient(remoteServerName = "many")
  interface ManyClient extends Many {}

  /** Answers with the method's number. */
  @RPCXServer("many")
  static final class ManyService implements Many {
    @Override
    public String m0(String text) {
      return "0 " + text;
    }

    @Override
    public String m1(String text) {
      return "1 " + text;
    }

    @Override
    public String m2(String text) {
      return "2 " + text;
    }

    @Override
    public String m3(String text) {
      return "3 " + text;
    }

    @Override
    public String m4(String text) {
      return "4 " + text;
    }

    @Override
    public String m5(String text) {
      return "5 " + text;
    }

    @Override
    public String m6(String text) {
      return "6 " + text;
    }

    @Override
    public String m7(String text) {
      return "7 " + text;
    }

    @Override
    public String m8(String text) {
      return "8 " + text;
    }

    @Override
    public String m9(String text) {
      return "9 " + text;
    }

    @Override
    public String m10(String text) {
      return "10 " + text;
    }

    @Override
    public String m11(String text) {
      return "11 " + text;
    }
  }

  private ServiceCentre centre;

  @BeforeEach
  void start() {
    centre = serve(MAX_NUMBERS, 0);
  }

  private static ServiceCentre serve(int methodNumbers, int port) {
    return ServiceCentre.builder()
        .publish(new Greeter.Service())
        .publish(new ManyService())
        .limits(numbers(methodNumbers))
        .port(port)
        .start();
  }

  private static Limits numbers(int methodNumbers) {
    return Limits.builder()
        .maxMethodNumbers(methodNumbers)
        .backoffInitial(Duration.ofMillis(1))
        .build();
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(centre.inFlight()).isZero();
    assertThat(centre.stop(Duration.ofSeconds(10))).isTrue();
  }

  /** Connects and exchanges HELLO of wire 1.1. */
  private RawPeer greeted() throws IOException {
    RawPeer peer = new RawPeer(centre.port());
    peer.send(hex(HELLO));
    assertThat(peer.receive().getHello().getMaxMethodNumbers()).isEqualTo(MAX_NUMBERS);
    return peer;
  }

  @Test
  void theServersGoldenBytes() throws IOException {
    try (RawPeer peer = new RawPeer(centre.port())) {
      peer.send(hex(HELLO));
      peer.answers("0000000e 1a0c 0801 1080808002 288020 3804");
      // offset 1, number 1, "greeter", "greet", {"string", "Ada"}
      peer.send(
          hex(
              "00000025 0a23 4001 4801 1207 67726565746572 1a05 6772656574"
                  + "220d 0a06 737472696e67 1203 416461"));
      peer.answers("00000010 120e 4001 120a 68656c6c6f2c20416461");
      peer.send(hex("00000015 0a13 4002 4801 220d 0a06 737472696e67 1203 416461"));
      peer.answers("00000010 120e 4002 120a 68656c6c6f2c20416461");
      // an id in whole is the same call: base + 3
      peer.send(hex("0000001c 0a1a 090b07060504030201 4801 220d 0a06 737472696e67 1203 416461"));
      peer.answers("00000010 120e 4003 120a 68656c6c6f2c20416461");
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
        // id_base, and types_by_number, which a server of 1.1 skips
        byte[] hello = in.readNBytes(27);
        long base = ByteBuffer.wrap(hello, 17, 8).order(ByteOrder.LITTLE_ENDIAN).getLong();
        assertThat(base).isNotZero();
        peer.send(hex("0000000f 1a0d 0801 1080808002 288020 388002"));
        assertThat(in.readNBytes(41))
            .isEqualTo(
                hex(
                    "00000025 0a23 4001 4801 1207 67726565746572 1a05 6772656574"
                        + "220d 0a06 737472696e67 1203 416461"));
        peer.send(hex("0000000a 1208 4001 1204 6f6e6365"));
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("once");
        CompletableFuture<String> second = greeter.greetAsync("Ada");
        assertThat(in.readNBytes(25))
            .isEqualTo(hex("00000015 0a13 4002 4801 220d 0a06 737472696e67 1203 416461"));
        peer.send(RawPeer.reply(base + 2, "in whole"));
        assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("in whole");
        CompletableFuture<String> third = greeter.greetAsync("Ada");
        assertThat(in.readNBytes(25)).startsWith(hex("00000015 0a13 4003 4801"));
        assertThat(third.cancel(true)).isTrue();
        assertThat(peer.receive().getCancel().getId()).isEqualTo(base + 3);
      }
    }
  }

  @Test
  void bytesOfAGreeting() throws Exception {
    int[] expected = {79, 63, 63};
    try (RawPeer peer = greeted();
        ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(listener.getLocalPort()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      CompletableFuture<String> call = greeter.greetAsync("Ada Lovelace");
      try (RawPeer caller = new RawPeer(listener.accept())) {
        assertThat(caller.receive().getHello().getIdBase()).isNotZero();
        caller.send(hex("0000000f 1a0d 0801 1080808002 288020 388002"));
        for (int i = 0; i < expected.length; i++) {
          // What the client writes, the server reads, in 1.1: id_offset is the same number.
          byte[] request = RawPeer.frame(caller.receive());
          peer.send(request);
          RPCXReply reply = peer.reply();
          assertThat(reply.getIdOffset()).isEqualTo(1 + i);
          byte[] answer = RawPeer.frame(Envelope.newBuilder().setReply(reply).build());
          assertThat(request.length + answer.length).isEqualTo(expected[i]);
          caller.send(answer);
          assertThat(call.get(20, TimeUnit.SECONDS)).isEqualTo("hello, Ada Lovelace");
          call = greeter.greetAsync("Ada Lovelace");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 256", "256, 0", "0, 0", "256, 3"})
  void everySideMayBeTheOlderOneOrHaveTheFewerNumbers(int ofServer, int ofClient) throws Exception {
    try (ServiceCentre other = serve(ofServer, 0);
        RPCX rpcx = Greeter.connectTo(other, numbers(ofClient))) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      ManyClient many = rpcx.client(ManyClient.class);
      for (int i = 0; i < 3; i++) {
        assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
        assertThat(greeter.join(List.of("a", "b"))).isEqualTo("a+b");
        for (int m = 0; m < MANY; m++) {
          assertThat(call(many, m, "x")).isEqualTo(m + " x");
        }
      }
    }
  }

  private static Object call(ManyClient client, int method, String text)
      throws ReflectiveOperationException {
    return Many.class.getMethod("m" + method, String.class).invoke(client, text);
  }

  @Test
  void aRawClientOf10IsAnsweredIn10() throws IOException {
    try (RawPeer peer = RawPeer.greeted(centre.port())) {
      for (int i = 1; i <= 3; i++) {
        peer.send(RawPeer.greet(i, "Ada"));
        RPCXReply reply = peer.reply();
        assertThat(reply.getId()).isEqualTo(i);
        assertThat(reply.getIdOffset()).isZero();
      }
    }
  }

  @Test
  void aRawServerOf10IsCalledIn10() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(listener.getLocalPort()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      CompletableFuture<String> call = greeter.greetAsync("Ada");
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(RawPeer.hello());
        for (int i = 0; i < 3; i++) {
          RPCXRequest request = peer.request();
          assertThat(request.getService()).isEqualTo("greeter");
          assertThat(request.getMethod()).isEqualTo("greet");
          assertThat(request.getIdOffset()).isZero();
          assertThat(request.getMethodNumber()).isZero();
          peer.send(RawPeer.reply(request.getId(), "n" + i));
          assertThat(call.get(20, TimeUnit.SECONDS)).isEqualTo("n" + i);
          call = greeter.greetAsync("Ada");
        }
      }
    }
  }

  @Test
  void aNumberOfNamesThatNobodyPublishesGetsTheSameStatusAgain() throws IOException {
    try (RawPeer peer = greeted()) {
      peer.send(named(1, 1, "nobody", "greet"));
      peer.send(numbered(2, 1));
      peer.send(named(3, 2, "greeter", "nowhere"));
      peer.send(numbered(4, 2));
      peer.send(named(5, 3, "greeter", "greet"));
      List<Integer> statuses = new ArrayList<>();
      for (int i = 1; i <= 5; i++) {
        RPCXReply reply = peer.reply();
        assertThat(reply.getIdOffset()).isEqualTo(i);
        statuses.add(reply.getStatus());
      }
      int service = StatusCode.UNKNOWN_SERVICE.number();
      int method = StatusCode.UNKNOWN_METHOD.number();
      assertThat(statuses).containsExactly(service, service, method, method, 0);
    }
  }

  private static Envelope named(long offset, int number, String service, String method) {
    RPCXRequest request = RawPeer.greet(0, "Ada").getRequest();
    return Envelope.newBuilder()
        .setRequest(
            request.toBuilder()
                .setIdOffset(offset)
                .setMethodNumber(number)
                .setService(service)
                .setMethod(method))
        .build();
  }

  private static Envelope numbered(long offset, int number) {
    return named(offset, number, "", "");
  }

  /** What a peer that breaks the rules is told before its connection ends. */
  private static GoAway farewell(RawPeer peer, Envelope... requests) throws IOException {
    for (Envelope request : requests) {
      peer.send(request);
    }
    Envelope last = peer.receive();
    while (last.hasReply()) {
      last = peer.receive();
    }
    assertThat(last.getGoAway().getStatus()).isEqualTo(StatusCode.INVALID_ARGUMENT.number());
    assertThat(peer.isClosedByPeer()).isTrue();
    return last.getGoAway();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5, 16_384, Integer.MAX_VALUE, -1, Integer.MIN_VALUE})
  void aNumberThatNobodyGaveCloses(int number) throws IOException {
    try (RawPeer peer = greeted()) {
      assertThat(farewell(peer, numbered(1, number)).getMessage())
          .contains("method_number " + Integer.toUnsignedString(number) + " without names");
    }
  }

  @Test
  void aNumberThatIsGivenTwiceCloses() throws IOException {
    try (RawPeer peer = greeted()) {
      Envelope first = named(1, 1, "greeter", "greet");
      Envelope again = named(2, 1, "greeter", "greet");
      assertThat(farewell(peer, first, again).getMessage()).contains("1, expected 2");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, Integer.MAX_VALUE, -1})
  void aNumberThatIsNotTheNextCloses(int number) throws IOException {
    try (RawPeer peer = greeted()) {
      assertThat(farewell(peer, named(1, number, "greeter", "greet")).getMessage())
          .contains(Integer.toUnsignedString(number) + ", expected 1");
    }
  }

  @Test
  void moreNumbersThanAgreedOnClose() throws IOException {
    try (RawPeer peer = greeted()) {
      Envelope[] requests = new Envelope[MAX_NUMBERS + 1];
      for (int i = 0; i < requests.length; i++) {
        requests[i] = named(1 + i, 1 + i, "x".repeat(Limits.MAX_NAME_BYTES), "y" + i);
      }
      assertThat(farewell(peer, requests).getMessage()).contains("more than the 4");
    }
  }

  @Test
  void shortFormsThatHelloDidNotAgreeOnClose() throws IOException {
    for (Envelope request :
        new Envelope[] {
          named(1, 0, "greeter", "greet"), named(0, 1, "greeter", "greet"), numbered(0, 1)
        }) {
      try (RawPeer peer = RawPeer.greeted(centre.port())) {
        GoAway unused = farewell(peer, request);
      }
    }
  }

  @Test
  void theFarewellNamesTheCallByItsWholeId() throws IOException {
    try (RawPeer peer = greeted()) {
      // id_offset first, as RPCX writes it: 5, and a parameter that is cut off.
      peer.send(hex("00000008 0a06 4005 4801 2205"));
      GoAway farewell = peer.receive().getGoAway();
      assertThat(farewell.getCallId()).isEqualTo(0x010203040506070dL);
      assertThat(peer.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void aHugeOffsetIsAnIdLikeAnyOther() throws IOException {
    try (RawPeer peer = greeted()) {
      peer.send(named(-1, 1, "greeter", "greet"));
      RPCXReply reply = peer.reply();
      assertThat(reply.getId()).isEqualTo(0x0102030405060707L);
      assertThat(reply.getIdOffset()).isZero();
      peer.send(named(1L << 48, 0, "greeter", "greet"));
      assertThat(peer.reply().getIdOffset()).isEqualTo(1L << 48);
    }
  }

  @Test
  void firstCallsOfManyThreadsOnOneConnectionFindTheirMethods() throws Exception {
    for (int round = 0; round < 20; round++) {
      try (ServiceCentre other = serve(8, 0);
          RPCX rpcx = Greeter.connectTo(other, numbers(8))) {
        if (round % 2 == 0) {
          // Else the first calls wait for HELLO.
          rpcx.connect();
        }
        callFromManyThreads(rpcx.client(ManyClient.class), round);
      }
    }
  }

  private static void callFromManyThreads(ManyClient client, int seed) throws Exception {
    int threads = 16;
    CountDownLatch begin = new CountDownLatch(1);
    List<CompletableFuture<Void>> done = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      List<Integer> order = new ArrayList<>();
      for (int m = 0; m < MANY; m++) {
        order.add(m);
      }
      Collections.shuffle(order, new Random(31L * seed + t));
      CompletableFuture<Void> end = new CompletableFuture<>();
      done.add(end);
      String text = "t" + t;
      new Thread(
              () -> {
                try {
                  begin.await();
                  for (int m : order) {
                    assertThat(call(client, m, text)).isEqualTo(m + " " + text);
                  }
                  end.complete(null);
                } catch (Throwable problem) {
                  end.completeExceptionally(problem);
                }
              })
          .start();
    }
    begin.countDown();
    CompletableFuture.allOf(done.toArray(new CompletableFuture<?>[0])).get(60, TimeUnit.SECONDS);
  }

  @Test
  void aNewConnectionStartsWithoutNumbers() throws Exception {
    try (FaultProxy proxy = new FaultProxy(centre.port());
        RPCX rpcx =
            RPCX.builder()
                .address("127.0.0.1")
                .port(proxy.port())
                .limits(numbers(256))
                .deadline(Duration.ofSeconds(20))
                .build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      ManyClient many = rpcx.client(ManyClient.class);
      assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(many.m3("x")).isEqualTo("3 x");
      for (int i = 0; i < 5; i++) {
        proxy.breakConnections();
        assertThat(eventually(many, i)).isEqualTo("7 n" + i);
        assertThat(eventually(many, i)).isEqualTo("7 n" + i);
      }
    }
  }

  private static String eventually(ManyClient many, int i) {
    for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20); ; ) {
      try {
        return many.m7("n" + i);
      } catch (RPCXException e) {
        assertThat(e.status()).isEqualTo(StatusCode.UNAVAILABLE);
        assertThat(System.nanoTime() - end).isNegative();
      }
    }
  }

  @Test
  void anotherAttemptGetsTheHeadOfItsOwnConnection() throws Exception {
    byte[] hello = hex("0000000f 1a0d 0801 1080808002 288020 388002");
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
      RPCXRequest first;
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(hello);
        peer.send(hex("00000006 1204 4001 1200"));
        assertThat(once.get(20, TimeUnit.SECONDS)).isEmpty();
        RPCXRequest unused = peer.request();
        again = greeter.greetAgain("again");
        first = peer.request();
        assertThat(first.getService()).isEmpty();
        assertThat(first.getMethodNumber()).isEqualTo(1);
      }
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(hello);
        RPCXRequest second = peer.request();
        assertThat(second.getService()).isEqualTo("greeter");
        assertThat(second.getMethod()).isEqualTo("greet");
        assertThat(second.getMethodNumber()).isEqualTo(1);
        assertThat(second.getIdOffset()).isEqualTo(1);
        assertThat(second.getParametersList()).isEqualTo(first.getParametersList());
        peer.send(hex("00000006 1204 4001 1200"));
        assertThat(again.get(20, TimeUnit.SECONDS)).isEmpty();
      }
    }
  }

  @Test
  void methodsThatLeaveTheEventLoopHaveNumbersToo() throws Exception {
    Greeter.Service service = new Greeter.Service();
    service.gate.release(10);
    service.laterResult.complete("later");
    try (ServiceCentre other = Greeter.serve(service);
        RPCX rpcx = Greeter.connectTo(other)) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      for (int i = 0; i < 3; i++) {
        greeter.note("one-way");
        assertThat(greeter.hold("Ada").get(20, TimeUnit.SECONDS)).isEqualTo("held Ada");
        assertThat(greeter.later("Ada").get(20, TimeUnit.SECONDS)).isEqualTo("later Ada");
        assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      }
      assertThat(service.notes.get()).isEqualTo(3);
    }
  }

  @Test
  void idsOfTwoConnectionsHaveNothingInCommon() throws Exception {
    long[] bases = new long[2];
    for (int i = 0; i < 2; i++) {
      try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          RPCX rpcx = RPCX.builder().address("127.0.0.1").port(listener.getLocalPort()).build()) {
        CompletableFuture<String> unused = rpcx.client(Greeter.Client.class).greetAsync("Ada");
        try (RawPeer peer = new RawPeer(listener.accept())) {
          bases[i] = peer.receive().getHello().getIdBase();
        }
      }
    }
    assertThat(Arrays.stream(bases).map(Math::abs).max().orElse(0)).isGreaterThan(1L << 32);
    assertThat(Math.abs(bases[0] - bases[1])).isGreaterThan(1L << 32);
  }
}
