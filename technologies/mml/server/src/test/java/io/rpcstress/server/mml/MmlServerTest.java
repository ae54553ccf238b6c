package io.rpcstress.server.mml;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.mml.MmlClient.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What technologies/mml/README.md says, on real sockets. */
@Timeout(120)
class MmlServerTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final MmlServer server = new MmlServer();
  private InetSocketAddress address;

  @BeforeEach
  void start() throws Exception {
    address = start(server);
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.drain(LONG);
  }

  private static String item(int id, String name) {
    return "{\"@type\":\"%s\",\"id\":%d,\"name\":\"%s\",\"quantity\":1,\"active\":true}"
        .formatted(MmlClient.ITEM, id, name);
  }

  private static String echo(List<String> items) {
    return "{\"@type\":\"%sEchoCall\",\"items\":[%s]}"
        .formatted(MmlClient.MML, String.join(",", items));
  }

  @Test
  void answersHaveTheirCallsIdsInTheOrderOfTheCalls() throws Exception {
    long[] ids = {5, -1, 0, Long.MAX_VALUE, 5};
    ByteArrayOutputStream calls = new ByteArrayOutputStream();
    for (long id : ids) {
      calls.write(MmlClient.frame(id, MmlClient.greet("n" + id)));
    }
    try (MmlClient client = new MmlClient(address, LONG)) {
      client.write(calls.toByteArray());
      for (long id : ids) {
        Reply reply = client.reply();
        assertThat(reply.id()).isEqualTo(id);
        assertThat(reply.message().toString())
            .isEqualTo(
                "{\"@type\":\"io.rpcstress.contract.mml.Message.Greeting\",\"message\":\"hello, n%d\"}"
                    .formatted(id));
      }
    }
  }

  @Test
  void listsComeBackAsTheyWentWithEachObjectsTag() throws Exception {
    String longest = "x".repeat(ListEcho.MAX_NAME_BYTES);
    try (MmlClient client = new MmlClient(address, LONG)) {
      for (int elements : new int[] {0, 10, ListEcho.MAX_ELEMENTS}) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < elements; i++) {
          items.add(item(i, longest));
        }
        client.write(MmlClient.frame(elements, echo(items)));
        Reply reply = client.reply();
        assertThat(reply.id()).isEqualTo(elements);
        assertThat(reply.message())
            .isEqualTo(
                JsonMapper.shared()
                    .readTree(echo(items).replace("Message.EchoCall", "Message.Echo")));
      }
    }
  }

  @Test
  void whatTheContractDoesNotAllowIsRefusedAndTheConnectionGoesOn() throws Exception {
    try (MmlClient client = new MmlClient(address, LONG)) {
      for (String call :
          List.of(
              echo(List.of(item(1, "x".repeat(ListEcho.MAX_NAME_BYTES + 1)))),
              echo(nCopies(1, "null")))) {
        client.write(MmlClient.frame(3, call));
        assertThat(client.reply().message().get("@type").asString())
            .isEqualTo(MmlClient.MML + "Refused");
      }
      client.write(MmlClient.frame(4, MmlClient.greet("x".repeat(4_100))));
      assertThat(client.reply().message().get("why").asString()).contains("4096");
      assertThat(client.ask("Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "7",
        "{}",
        "{\"name\":\"Ada\"}",
        "{\"@type\":\"java.lang.Runtime\",\"name\":\"Ada\"}",
        "{\"@type\":\"java.util.HashSet\"}",
        "{\"@type\":\"GreetCall\",\"name\":\"Ada\"}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message$GreetCall\",\"name\":\"Ada\"}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.Greeting\",\"message\":\"Ada\"}",
        "{\"@type\":\"io.rpcstress.contract.Item\",\"id\":1,\"name\":\"a\",\"quantity\":1,\"active\":true}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.GreetCall\"}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.GreetCall\",\"name\":null}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.GreetCall\",\"name\":7}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.GreetCall\",\"name\":\"Ada\",\"more\":1}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.GreetCall\",\"name\":\"Ada\"} {}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.EchoCall\",\"items\":[{}]}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.EchoCall\",\"items\":[[[[[[[[[]]]]]]]]]}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.EchoCall\",\"items\":[{\"@type\":\"java.net.URL\"}]}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.EchoCall\",\"items\":\"\"}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.EchoCall\",\"items\":[{\"@type\":\"io.rpcstress.contract.Item\",\"id\":1,\"name\":\"a\",\"quantity\":\"1\",\"active\":true}]}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.EchoCall\",\"items\":[{\"@type\":\"io.rpcstress.contract.Item\",\"id\":1,\"name\":\"a\",\"quantity\":1.5,\"active\":true}]}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.EchoCall\",\"items\":[{\"@type\":\"io.rpcstress.contract.Item\",\"id\":1e3,\"name\":\"a\",\"quantity\":1,\"active\":true}]}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.EchoCall\",\"items\":[{\"@type\":\"io.rpcstress.contract.Item\",\"id\":9223372036854775808,\"name\":\"a\",\"quantity\":1,\"active\":true}]}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.EchoCall\",\"items\":[{\"@type\":\"io.rpcstress.contract.Item\",\"id\":1,\"name\":\"a\",\"quantity\":2147483648,\"active\":true}]}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.EchoCall\",\"items\":[{\"@type\":\"io.rpcstress.contract.Item\",\"id\":1,\"name\":\"a\",\"quantity\":1,\"active\":1}]}",
        "{\"@type\":\"io.rpcstress.contract.mml.Message.EchoCall\",\"items\":[{\"@type\":\"io.rpcstress.contract.Item\",\"id\":1,\"name\":\"a\",\"quantity\":1,\"active\":\"true\"}]}",
      })
  void whatIsNoCallEndsItsConnectionBehindTheAnswersBefore(String message) throws Exception {
    try (MmlClient client = new MmlClient(address, LONG);
        MmlClient good = new MmlClient(address, LONG)) {
      client.write(MmlClient.frame(1, MmlClient.greet("Ada")));
      client.write(MmlClient.frame(2, message));
      assertThat(client.reply().id()).isEqualTo(1);
      assertThatExceptionOfType(IOException.class).isThrownBy(client::reply);
      assertThat(good.ask("Bob")).isEqualTo("hello, Bob");
    }
  }

  @Test
  void moreElementsThanAllowedEndTheConnectionOrAreRefused() throws Exception {
    try (MmlClient client = new MmlClient(address, LONG)) {
      client.write(MmlClient.frame(1, echo(nCopies(ListEcho.MAX_ELEMENTS + 1, item(1, "x")))));
      assertThat(client.reply().message().get("why").asString()).contains("10001");
      client.write(MmlClient.frame(2, echo(nCopies(200_000, "null"))));
      assertThatExceptionOfType(IOException.class).isThrownBy(client::reply);
    }
  }

  private static InetSocketAddress start(MmlServer server) throws Exception {
    return server.start(
        new ServerOptions(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            ServerVariant.EXAMPLE,
            20,
            LONG),
        new CallCounter());
  }

  @Test
  void framesUnderWayAreBoundedTogetherAndTheSlowestMakesRoom() throws Exception {
    MmlServer small = new MmlServer(new TimeLimits(LONG, LONG, LONG), 100_000);
    InetSocketAddress at = start(small);
    byte[] call = MmlClient.frame(7, echo(nCopies(800, item(1, "x"))));
    assertThat(call.length).isBetween(60_000, 100_000);
    try (MmlClient first = new MmlClient(at, LONG);
        MmlClient second = new MmlClient(at, LONG);
        MmlClient good = new MmlClient(at, LONG)) {
      first.write(Arrays.copyOf(call, 55_000));
      Awaitility.await().atMost(LONG).until(() -> small.waitingBytes() == 55_000);
      second.write(Arrays.copyOf(call, 55_000));
      assertThatExceptionOfType(IOException.class).isThrownBy(first::reply);
      second.write(Arrays.copyOfRange(call, 55_000, call.length));
      assertThat(second.reply().id()).isEqualTo(7);
      assertThat(good.ask("Bob")).isEqualTo("hello, Bob");
    } finally {
      small.drain(LONG);
    }
  }

  @Test
  void repliesThatNobodyReadsAreBoundedTogetherAndTheOldestMakesRoom() throws Exception {
    MmlServer small = new MmlServer(new TimeLimits(LONG, LONG, LONG), 4_000_000);
    InetSocketAddress at = start(small);
    byte[] call =
        MmlClient.frame(
            7, echo(nCopies(ListEcho.MAX_ELEMENTS, item(1, "x".repeat(ListEcho.MAX_NAME_BYTES)))));
    List<MmlClient> deaf = new ArrayList<>();
    AtomicInteger cut = new AtomicInteger();
    try (MmlClient good = new MmlClient(at, LONG)) {
      for (int i = 0; i < 18; i++) {
        MmlClient client = new MmlClient(at, LONG);
        deaf.add(client);
        // Until the kernel takes no more of its replies, and the server has one.
        Thread asking = new Thread(() -> cut.addAndGet(asksUntilCut(client, call)));
        asking.setDaemon(true);
        asking.start();
      }
      Awaitility.await().atMost(LONG).until(() -> cut.get() >= 10);
      assertThat(good.ask("Ada")).isEqualTo("hello, Ada");
      assertThat(good.write(call).reply().id()).isEqualTo(7);
    } finally {
      for (MmlClient client : deaf) {
        client.close();
      }
      small.drain(LONG);
    }
  }

  private static int asksUntilCut(MmlClient client, byte[] call) {
    try {
      while (true) {
        client.write(call);
      }
    } catch (IOException cut) {
      return 1;
    }
  }
}
