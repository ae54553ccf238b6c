package io.rpcstress.server.mml;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.mml.MmlClient.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
}
