package io.rpcstress.server.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The jar as every server's jar is held to, and Python's Thrift. */
class ThriftServerJarIT extends ServerJarContract {
  ThriftServerJarIT() {
    super("thrift", 9014, 9114);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) throws IOException {
    return new EitherClient(server);
  }

  /**
   * Speaks to either variant: the tuned server ends a connection without frames at once, and counts
   * nothing.
   */
  private static final class EitherClient implements Greeter {
    private final InetSocketAddress server;
    private ThriftClient client;
    private @Nullable Boolean tuned;

    EitherClient(InetSocketAddress server) throws IOException {
      this.server = server;
      this.client = new ThriftClient(server, false);
    }

    @Override
    public String greet(String name) throws IOException {
      try {
        String greeting = client.greet(name);
        tuned = tuned != null && tuned;
        return greeting;
      } catch (IOException e) {
        if (tuned != null) {
          throw e;
        }
        client.close();
        client = new ThriftClient(server, true);
        tuned = true;
        return client.greet(name);
      }
    }

    @Override
    public void close() {
      client.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void pythonsThriftIsAnswered(ServerVariant variant, @TempDir Path generated) {
    Optional<String> python = Tool.pythonWith("thrift.protocol.TCompactProtocol");
    assumeTrue(python.isPresent(), "Python's thrift is not installed");
    assumeTrue(Tool.isHere("thrift", "--version"), "Thrift's compiler is not installed");
    Tool.output(
        new byte[0],
        "thrift",
        "--gen",
        "py",
        "-out",
        generated.toString(),
        "../../../core/contract/src/main/thrift/calls.thrift");
    try (ServerProcess server = ServerProcess.ready("thrift", "--variant", variant.label())) {
      byte[] output =
          Tool.output(
              new byte[0],
              python.orElseThrow(),
              "src/test/python/thrift_client.py",
              generated.toString(),
              variant.label(),
              Integer.toString(server.address().getPort()));
      assertThat(new String(output, StandardCharsets.UTF_8).lines())
          .containsExactly(
              "ok greet",
              "ok put",
              "ok refused",
              "ok list of 0",
              "ok list of 10",
              "ok list of 10000",
              "ok list refused",
              "ok name refused",
              "ok 1000 calls");
      assertThat(server.usage().callsServed()).isEqualTo(1_005);
      assertThat(server.usage().callsFailed()).isEqualTo(3);
      assertThat(server.err()).as("nothing but where its usage is").hasSize(1);
    }
  }
}
