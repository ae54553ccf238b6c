package io.rpcstress.server.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.AnswersContract;
import io.rpcstress.server.base.Server;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each variant answers, on real sockets, to frames by hand. */
class DubboServerTest extends AnswersContract<RawClient> {
  @Override
  protected Server server() {
    return new DubboServer();
  }

  @Override
  protected RawClient connect(InetSocketAddress server) throws IOException {
    return new RawClient(server);
  }

  @Override
  protected byte[] request(int id, String name) {
    return Message.greet().text(name).attachments().request(id);
  }

  @Override
  protected Answered receive(RawClient client) throws IOException {
    RawClient.Response answer = client.receive();
    return new Answered(answer.id(), answer.value());
  }

  @ParameterizedTest
  @EnumSource
  void aListIsReturnedAsItCame(ServerVariant variant) throws Exception {
    try (RawClient client = connected(variant)) {
      Message request =
          items(Message.echo().bytes(0x7A), "id", "name", "quantity", "active")
              .bytes(0xE1)
              .text("item-00001")
              .bytes(0x91, 'T', 0x60, 0xE2)
              .text("item-00002")
              .bytes(0x92, 'F')
              .attachments();
      RawClient.Response answer = client.ask(request);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(RawClient.OK);
      String text = new String(answer.body(), StandardCharsets.UTF_8);
      assertThat(text).containsOnlyOnce(Message.ITEM).contains("item-00001", "item-00002");
    }
  }

  /** The class of an item, and the beginning of an object of it. */
  private static Message items(Message message, String... fields) {
    message.bytes('C').text(Message.ITEM).bytes(0x90 + fields.length);
    for (String field : fields) {
      message.text(field);
    }
    return message.bytes(0x60);
  }

  @ParameterizedTest
  @EnumSource
  void aCallBeyondTheLimitsIsRefusedAndTheConnectionStays(ServerVariant variant) throws Exception {
    try (RawClient client = connected(variant)) {
      String tooLong = "x".repeat(Greeting.MAX_NAME_BYTES + 1);
      assertRefused(
          client, Message.greet().text(tooLong).attachments(), "a name of 4097 characters");
      assertRefused(client, Message.to("no.Service", "greet", "").attachments(), "");
      assertRefused(client, Message.to(Message.CALLS, "nothing", "I").bytes(0x90), "nothing");
      assertRefused(client, Message.greet().bytes('N').attachments(), "NullPointerException");
      assertRefused(
          client, Message.echo().bytes(0x79).text("no item").attachments(), "ClassCastException");
      // Calls by the method's name alone, with whatever objects.
      assertRefused(
          client,
          Message.to(
                  Message.CALLS,
                  "$invoke",
                  "Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/Object;")
              .text("greet")
              .bytes(0x79)
              .text("java.lang.String")
              .bytes(0x79)
              .text("Ada")
              .attachments(),
          "");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClassThatAPeerNamesIsNotMade(ServerVariant variant) throws Exception {
    try (RawClient client = connected(variant)) {
      for (String evil :
          new String[] {
            "java.util.Properties", "org.apache.dubbo.common.URL", "com.example.Evil"
          }) {
        assertRefused(client, Message.greet().bytes('C').text(evil).bytes(0x90, 0x60), "");
        // Within a list, whose elements may be anything.
        Message within = Message.echo().bytes(0x79, 'C').text(evil).bytes(0x90, 0x60);
        assertRefused(client, within.attachments(), "");
      }
      assertRefused(client, Message.greet().bytes('M').text("java.util.TreeMap").bytes('Z'), "");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  private static void assertRefused(RawClient client, Message message, String why)
      throws IOException {
    RawClient.Response answer = client.ask(message);
    assertThat(answer.status()).as(answer.toString()).isNotEqualTo(RawClient.OK);
    assertThat(answer.toString()).contains(why);
  }

  @Test
  void nothingIsWrittenIntoTheUsersHome(@TempDir Path folder) throws Exception {
    String home = System.getProperty("user.home");
    System.setProperty("user.home", folder.toString());
    try (RawClient client = connected(ServerVariant.EXAMPLE)) {
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      stop();
    } finally {
      System.setProperty("user.home", home);
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSignOfLifeIsAnswered(ServerVariant variant) throws Exception {
    try (RawClient client = connected(variant)) {
      client.send(Message.head(0xDABB, Message.EVENT, 77, 1).put((byte) 'N').array());
      RawClient.Response answer = client.receive();
      assertThat(answer.id()).isEqualTo(77);
      assertThat(answer.flags()).isEqualTo(0x22);
      assertThat(answer.status()).isEqualTo(RawClient.OK);
    }
  }
}
