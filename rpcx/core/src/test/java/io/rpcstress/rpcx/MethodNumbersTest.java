package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Numbers stand for the names of methods and the types of their parameters: what peers get that
 * break the rules, and that numbers hold whichever threads make the first calls.
 */
class MethodNumbersTest {
  private static final int INVALID = StatusCode.INVALID_ARGUMENT.number();

  private ServiceCentre centre;

  @BeforeEach
  void start() {
    centre = Greeter.serve(new Greeter.Service());
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(centre.inFlight()).isZero();
    assertThat(centre.stop(Duration.ofSeconds(10))).isTrue();
  }

  private RawPeer greeted() throws IOException {
    return RawPeer.greeted(centre.port());
  }

  private static Envelope request(
      long id, int number, @Nullable String method, Parameter... parameters) {
    return request(id, number, method == null ? "" : "greeter", method, parameters);
  }

  private static Envelope request(
      long id, int number, String service, @Nullable String method, Parameter... parameters) {
    return Envelope.newBuilder()
        .setRequest(
            RPCXRequest.newBuilder()
                .setId(id)
                .setMethodNumber(number)
                .setService(service)
                .setMethod(method == null ? "" : method)
                .addAllParameters(Arrays.asList(parameters)))
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
    RPCXReply reply = peer.reply();
    assertThat(reply.getId()).isEqualTo(request.getRequest().getId());
    return reply;
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
  void aGreetingTakesFiftyFiveBytes() throws IOException {
    try (FaultProxy proxy = new FaultProxy(centre.port());
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(proxy.port()).build()) {
      Greeter.Client greeter = rpcx.client(Greeter.Client.class);
      assertThat(greeter.greet("Ada Lovelace")).isEqualTo("hello, Ada Lovelace");
      long before = proxy.passedBytes();
      for (int i = 0; i < 100; i++) {
        assertThat(greeter.greet("Ada Lovelace")).isEqualTo("hello, Ada Lovelace");
      }
      assertThat(proxy.passedBytes() - before).isEqualTo(100 * 55);
    }
  }

  @Test
  void aNumberOfNamesThatAreNotPublishedGetsTheSameStatusAgain() throws IOException {
    try (RawPeer peer = greeted()) {
      int service = StatusCode.UNKNOWN_SERVICE.number();
      int method = StatusCode.UNKNOWN_METHOD.number();
      assertThat(reply(peer, request(1, 1, "absent", "greet")).getStatus()).isEqualTo(service);
      assertThat(reply(peer, request(2, 1, null)).getStatus()).isEqualTo(service);
      assertThat(reply(peer, request(3, 2, "nowhere")).getStatus()).isEqualTo(method);
      assertThat(reply(peer, request(4, 2, null)).getStatus()).isEqualTo(method);
      isGreeted(reply(peer, request(5, 3, "greet", typed("string", "Ada"))));
    }
  }

  @Test
  void aRequestWithNamesContainsItsTypes() throws IOException {
    try (RawPeer peer = greeted()) {
      isRefused(reply(peer, request(1, 0, "greet", untyped("Ada"))));
      isRefused(reply(peer, request(2, 1, "greet", untyped("Ada"))));
      isRefused(reply(peer, request(3, 1, null, untyped("Ada"))));
      isGreeted(reply(peer, request(4, 1, null, typed("string", "Ada"))));
      isRefused(reply(peer, request(5, 1, null, untyped("Ada"))));
    }
  }

  @Test
  void theTypesThatCountAreThoseOfTheRequestThatGaveTheNumber() throws IOException {
    try (RawPeer peer = greeted()) {
      isRefused(reply(peer, request(1, 1, "greet", typed("int32", ""))));
      isRefused(reply(peer, request(2, 1, null, untyped("Ada"))));
      isGreeted(reply(peer, request(5, 2, "greet", typed("string", "Ada"))));
      isGreeted(reply(peer, request(6, 2, null, untyped("Ada"))));
      isRefused(reply(peer, request(7, 1, null, untyped("Ada"))));
      isRefused(reply(peer, request(8, 2, null, typed("int32", ""))));
    }
  }

  @Test
  void asManyParametersAsAreDeclared() throws IOException {
    try (RawPeer peer = greeted()) {
      isGreeted(reply(peer, request(1, 1, "greet", typed("string", "Ada"))));
      isRefused(reply(peer, request(2, 1, null)));
      isRefused(reply(peer, request(3, 1, null, untyped("Ada"), untyped("Bob"))));
      isRefused(reply(peer, request(4, 2, "greet")));
      isRefused(reply(peer, request(6, 2, null, untyped("Ada"))));
    }
  }

  /** The GoAway of a peer that breaks the rules. */
  private static GoAway farewell(RawPeer peer, Envelope... requests) throws IOException {
    for (Envelope request : requests) {
      peer.send(request);
    }
    Envelope last = peer.receive();
    while (last.hasReply()) {
      last = peer.receive();
    }
    assertThat(last.getGoAway().getStatus()).isEqualTo(INVALID);
    assertThat(peer.isClosedByPeer()).isTrue();
    return last.getGoAway();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 16_384, Integer.MAX_VALUE, -1, Integer.MIN_VALUE})
  void aNumberThatWasNotGivenCloses(int number) throws IOException {
    try (RawPeer peer = greeted()) {
      GoAway farewell = farewell(peer, request(7, number, null, untyped("Ada")));
      assertThat(farewell.getMessage())
          .contains("method_number " + Integer.toUnsignedString(number) + " without names");
      assertThat(farewell.getCallId()).isEqualTo(7);
    }
  }

  @Test
  void aNumberThatIsGivenTwiceCloses() throws IOException {
    try (RawPeer peer = greeted()) {
      Envelope first = request(1, 1, "greet", typed("string", "Ada"));
      Envelope again = request(2, 1, "greet", typed("int32", ""));
      assertThat(farewell(peer, first, again).getMessage()).contains("1, expected 2");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, Integer.MAX_VALUE, -1})
  void aNumberThatIsNotTheNextCloses(int number) throws IOException {
    try (RawPeer peer = greeted()) {
      assertThat(farewell(peer, request(1, number, "greet")).getMessage())
          .contains(Integer.toUnsignedString(number) + ", expected 1");
    }
  }

  @Test
  void moreNumbersThanAConnectionHasClose() throws IOException {
    try (RawPeer peer = greeted()) {
      for (int i = 1; i <= Limits.MAX_METHOD_NUMBERS; i++) {
        String longest = "x".repeat(Limits.MAX_NAME_BYTES);
        RPCXReply unused = reply(peer, request(i, i, longest, "y" + i));
      }
      int next = Limits.MAX_METHOD_NUMBERS + 1;
      assertThat(farewell(peer, request(next, next, "greet")).getMessage())
          .contains("more than 256 method_numbers");
    }
  }

  @Test
  void firstCallsOfManyThreadsOnOneConnectionFindTheirMethods() throws Exception {
    for (int round = 0; round < 20; round++) {
      try (RPCX rpcx = Greeter.connectTo(centre)) {
        if (round % 2 == 0) {
          // Else the first calls wait for HELLO.
          rpcx.connect();
        }
        callFromManyThreads(rpcx.client(Greeter.Client.class));
      }
    }
  }

  private static void callFromManyThreads(Greeter.Client client) throws Exception {
    CountDownLatch begin = new CountDownLatch(1);
    List<CompletableFuture<Void>> done = new ArrayList<>();
    for (int t = 0; t < 16; t++) {
      String name = "t" + t;
      boolean joinsFirst = t % 2 == 0;
      CompletableFuture<Void> end = new CompletableFuture<>();
      done.add(end);
      new Thread(
              () -> {
                try {
                  begin.await();
                  if (joinsFirst) {
                    assertThat(client.join(List.of(name, "b"))).isEqualTo(name + "+b");
                  }
                  assertThat(client.greet(name)).isEqualTo("hello, " + name);
                  assertThat(client.join(List.of("a", name))).isEqualTo("a+" + name);
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
  void anotherAttemptGetsTheHeadOfItsOwnConnection() throws Exception {
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
        peer.send(RawPeer.hello());
        peer.send(RawPeer.reply(peer.request().getId(), ""));
        assertThat(once.get(20, TimeUnit.SECONDS)).isEmpty();
        again = greeter.greetAgain("again");
        first = peer.request();
        assertThat(first.getService()).isEmpty();
        assertThat(first.getMethodNumber()).isEqualTo(1);
      }
      try (RawPeer peer = new RawPeer(listener.accept())) {
        peer.send(RawPeer.hello());
        RPCXRequest second = peer.request();
        assertThat(second.getService()).isEqualTo("greeter");
        assertThat(second.getMethod()).isEqualTo("greet");
        assertThat(second.getMethodNumber()).isEqualTo(1);
        assertThat(second.getId()).isEqualTo(1);
        assertThat(second.getParameters(0).getType()).isEqualTo("string");
        assertThat(second.getParameters(0).getValue()).isEqualTo(first.getParameters(0).getValue());
        peer.send(RawPeer.reply(1, ""));
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
}
