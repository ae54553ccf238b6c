package io.rpcstress.server.rsocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.AnswersContract;
import io.rpcstress.server.base.Server;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each variant answers, on real sockets, to frames by hand. */
class RsocketServerTest extends AnswersContract<RawClient> {
  @Override
  protected Server server() {
    return new RsocketServer();
  }

  @Override
  protected RawClient connect(InetSocketAddress server) throws IOException {
    return new RawClient(server);
  }

  @Override
  protected byte[] request(int id, String name) {
    return RawClient.request(2 * id + 1, name);
  }

  @Override
  protected Answered receive(RawClient client) throws IOException {
    RawClient.Frame answer = client.receive();
    return new Answered(answer.stream() / 2, answer.text());
  }

  @ParameterizedTest
  @EnumSource
  void entriesAreKeptOnTheConnectionOfAGreeting(ServerVariant variant) throws Exception {
    try (RawClient client = connected(variant)) {
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(client.put(new byte[1], new byte[0]).text()).isEqualTo("ok");
      assertThat(client.put(new byte[Put.MAX_KEY_BYTES], new byte[Put.MAX_VALUE_BYTES]).text())
          .isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallBeyondTheLimitsIsRefusedAndTheConnectionStays(ServerVariant variant) throws Exception {
    try (RawClient client = connected(variant)) {
      assertRefused(client, new byte[Greeting.MAX_NAME_BYTES + 1], "a name of 4097 bytes");
      assertRefused(client, "10", "an entry of 1 bytes: 7 or more expected");
      assertRefused(client, "10 0000 00000000", "a key of 0 bytes");
      assertRefused(client, "10 0401 00000000", "a key of 1025 bytes");
      assertRefused(client, "10 0001 ffffffff", "a value of -1 bytes");
      assertRefused(client, "10 0001 7fffffff", "a value of 2147483647 bytes");
      assertRefused(client, "10 0002 00000002 616263", "3 bytes of key and value: 4 announced");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  private static void assertRefused(RawClient client, String hex, String why) throws Exception {
    assertRefused(client, HexFormat.of().parseHex(hex.replace(" ", "")), why);
  }

  private static void assertRefused(RawClient client, byte[] data, String why) throws Exception {
    RawClient.Frame answer = client.ask(data);
    assertThat(answer.type()).isEqualTo(RawClient.ERROR);
    assertThat(answer.body()).startsWith(0, 0, 2, 1); // APPLICATION_ERROR
    assertThat(answer.text()).contains(why);
  }

  @ParameterizedTest
  @EnumSource
  void keepAliveIsAnsweredWhereItAsks(ServerVariant variant) throws Exception {
    try (RawClient client = connected(variant)) {
      byte[] body = new byte[Long.BYTES + 3];
      body[Long.BYTES] = 'a';
      client.send(RawClient.frame(0, RawClient.KEEPALIVE, 0, body));
      client.send(RawClient.frame(0, RawClient.KEEPALIVE, 0x80, body));
      RawClient.Frame answer = client.receive();
      assertThat(answer.type()).isEqualTo(RawClient.KEEPALIVE);
      assertThat(answer.flags()).isZero();
      assertThat(answer.body()).endsWith('a', 0, 0);
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }
}
