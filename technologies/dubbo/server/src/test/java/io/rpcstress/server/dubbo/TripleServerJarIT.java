package io.rpcstress.server.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.Tool;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar as every server's jar is held to, and as another hand calls it. */
class TripleServerJarIT extends ServerJarContract {
  TripleServerJarIT() {
    super("dubbo-triple", 9017, 9117);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) throws IOException {
    return new Http2Client(server);
  }

  private String curl(String[] first, String... more) {
    List<String> command = new ArrayList<>(List.of("curl", "--silent", "--max-time", "60"));
    command.addAll(List.of(first));
    command.addAll(List.of(more));
    command.add("http://127.0.0.1:" + shared().port() + Http2Client.GREET);
    return new String(
        Tool.output(new byte[0], command.toArray(String[]::new)), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http1.1", "--http2-prior-knowledge"})
  void curlIsAnswered(String version) {
    assumeTrue(Tool.isHere("curl", version, "--version"), "no curl that knows " + version);
    String type = "Content-Type: application/json";
    String[] call = {version, "--header", type, "--data"};
    assertThat(curl(call, "[\"Ada\"]")).isEqualTo("\"hello, Ada\"");
    assertThat(curl(call, "[\"Bob\"]")).isEqualTo("\"hello, Bob\"");
  }
}
