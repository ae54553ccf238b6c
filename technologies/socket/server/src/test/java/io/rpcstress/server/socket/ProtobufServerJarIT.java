package io.rpcstress.server.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.contract.socket.Idl;
import io.rpcstress.contract.socket.proto.Call;
import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.Tool;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as every server's jar is held to, and Python's Protocol Buffers. */
class ProtobufServerJarIT extends ServerJarContract {
  ProtobufServerJarIT() {
    super("socket-protobuf", 9009, 9109);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) throws IOException {
    return new SocketClient(Idl.PROTOBUF, server);
  }

  @Test
  void pythonsProtobufIsAnswered(@TempDir Path folder) throws Exception {
    Optional<String> python = Tool.pythonWith("google.protobuf");
    assumeTrue(python.isPresent(), "Python's protobuf is not installed");
    Path schema = folder.resolve("socket.pb");
    Files.write(schema, Call.getDescriptor().getFile().toProto().toByteArray());
    ServerUsage before = shared().usage();
    byte[] output =
        Tool.output(
            new byte[0],
            python.orElseThrow(),
            "src/test/python/protobuf_client.py",
            schema.toString(),
            Integer.toString(shared().address().getPort()));
    assertThat(new String(output, StandardCharsets.UTF_8).lines())
        .containsExactly("ok greet", "ok put", "ok refused", "ok 1000 calls at once");
    assertThat(shared().usage().callsServed() - before.callsServed()).isEqualTo(1_002);
    assertThat(shared().usage().callsFailed() - before.callsFailed()).isEqualTo(1);
  }
}
