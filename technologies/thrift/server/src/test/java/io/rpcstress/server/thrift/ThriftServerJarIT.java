package io.rpcstress.server.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The jar, called by Python's Thrift. */
class ThriftServerJarIT {

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GO") // its program is another
  void pythonsThriftIsAnswered(ServerVariant variant, @TempDir Path generated) {
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
      assertThat(
              Tool.python(
                  "thrift.protocol.TCompactProtocol",
                  "src/test/python/thrift_client.py",
                  generated.toString(),
                  variant.label(),
                  Integer.toString(server.port())))
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
    }
  }
}
