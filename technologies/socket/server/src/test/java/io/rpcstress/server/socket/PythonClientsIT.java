package io.rpcstress.server.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.socket.Idl;
import io.rpcstress.contract.socket.proto.Call;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar, called by Python's Avro and Protocol Buffers. */
class PythonClientsIT {

  @Test
  void pythonsAvroIsAnswered() {
    answers(Idl.AVRO, "avro.io", "avro_client.py", "../../../core/contract/src/main/avro");
  }

  @Test
  void pythonsProtobufIsAnswered(@TempDir Path folder) throws IOException {
    Path schema = folder.resolve("socket.pb");
    Files.write(schema, Call.getDescriptor().getFile().toProto().toByteArray());
    answers(Idl.PROTOBUF, "google.protobuf", "protobuf_client.py", schema.toString());
  }

  private static void answers(Idl idl, String module, String program, String schema) {
    try (ServerProcess server = ServerProcess.ready(idl.technology())) {
      String port = Integer.toString(server.port());
      assertThat(Tool.python(module, "src/test/python/" + program, schema, port))
          .containsExactly("ok greet", "ok put", "ok refused", "ok 1000 calls at once");
      assertThat(server.usage().callsServed()).isEqualTo(1_002);
      assertThat(server.usage().callsFailed()).isEqualTo(1);
    }
  }
}
