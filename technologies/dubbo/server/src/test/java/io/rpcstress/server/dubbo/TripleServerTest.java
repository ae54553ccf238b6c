package io.rpcstress.server.dubbo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerInProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each variant answers over HTTP/2, on real sockets, to frames by hand. */
class TripleServerTest extends ServerInProcess {
  private static final String STRING = "java.lang.String";

  @Override
  protected Server server() {
    return new TripleServer();
  }

  private static void assertGreets(Http2Client client, String name) throws IOException {
    assertThat(client.call(Http2Client.GREET, Http2Client.greeting(name)).toString())
        .contains("hessian", "hello, " + name, STRING);
  }

  @ParameterizedTest
  @EnumSource
  void namesAreAnsweredOnOneConnection(ServerVariant variant) throws Exception {
    try (Http2Client client = new Http2Client(start(variant))) {
      for (String name :
          new String[] {"Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES)}) {
        assertGreets(client, name);
      }
    }
  }

  /** Each on a connection of its own, which may end. */
  private static void assertRefused(InetSocketAddress server, byte[] message) throws IOException {
    try (Http2Client client = new Http2Client(server)) {
      assertThat(client.call(Http2Client.GREET, message).toString())
          .as(new String(message, UTF_8))
          .doesNotContain("hello");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClassThatAPeerNamesIsNotMade(ServerVariant variant) throws Exception {
    byte[] name = Message.values().text("Ada").written();
    InetSocketAddress server = start(variant);
    for (String evil : new String[] {"java.util.Properties", "com.example.Evil"}) {
      byte[] named = Message.values().bytes('C').text(evil).bytes(0x90, 0x60).written();
      assertRefused(server, Http2Client.wrapped("hessian4", named, STRING));
    }
    // How it is written, which the peer may choose.
    for (String other : new String[] {"fastjson2", "java", "jdk", "protobuf", "kryo", ""}) {
      assertRefused(server, Http2Client.wrapped(other, name, STRING));
    }
    try (Http2Client client = new Http2Client(server)) {
      assertGreets(client, "Ada");
    }
  }
}
