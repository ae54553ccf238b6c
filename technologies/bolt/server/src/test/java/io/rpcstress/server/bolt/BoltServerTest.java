package io.rpcstress.server.bolt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.AnswersContract;
import io.rpcstress.server.base.Server;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each variant answers, on real sockets, to frames by hand. */
class BoltServerTest extends AnswersContract<RawClient> {
  /** What Hessian, which SOFABolt would read, begins an object of some class with. */
  private static final byte[] HESSIAN = "C\020java.util.PropertiesO".getBytes(UTF_8);

  @Override
  protected Server server() {
    return new BoltServer();
  }

  @Override
  protected RawClient connect(InetSocketAddress server) throws IOException {
    return new RawClient(server);
  }

  @Override
  protected byte[] request(int id, String name) {
    return RawClient.request(id, RawClient.TEXT, name.getBytes(UTF_8));
  }

  @Override
  protected Answered receive(RawClient client) throws IOException {
    RawClient.Response answer = client.receive();
    return new Answered(answer.id(), answer.text());
  }

  @ParameterizedTest
  @EnumSource
  void aNameThatIsTooLongIsRefusedAndTheConnectionStays(ServerVariant variant) throws Exception {
    try (RawClient client = connected(variant)) {
      byte[] tooLong = "x".repeat(Greeting.MAX_NAME_BYTES + 1).getBytes(UTF_8);
      RawClient.Response refused = client.ask(RawClient.TEXT, tooLong);
      assertThat(refused.status()).isEqualTo(RawClient.SERVER_EXCEPTION);
      assertThat(refused.text()).contains("a name of 4097 characters");
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClassThatIsNotInTheTableIsRefusedAndNeverLoaded(ServerVariant variant) throws Exception {
    try (RawClient client = connected(variant)) {
      for (String name :
          new String[] {"java.util.Properties", "com.example.Evil", "[C", "java.lang.StringX"}) {
        RawClient.Response refused = client.ask(name, HESSIAN);
        assertThat(refused.status()).as(name).isNotEqualTo(RawClient.SUCCESS);
        assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
      }
      // As a string's content it is text, whatever it looks like.
      assertThat(client.ask(RawClient.TEXT, HESSIAN).text())
          .isEqualTo("hello, " + new String(HESSIAN, UTF_8));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSignOfLifeIsAnswered(ServerVariant variant) throws Exception {
    try (RawClient client = connected(variant)) {
      client.send(RawClient.head(1, 1, 0, 77, 0, 0, 0).array());
      RawClient.Response answer = client.receive();
      assertThat(answer.id()).isEqualTo(77);
      assertThat(answer.command()).isZero();
      assertThat(answer.status()).isEqualTo(RawClient.SUCCESS);
    }
  }
}
