package io.rpcstress.server.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.BrokerCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages where something is missing or wrong. */
class BrokerOptionsTest {

  @TempDir Path folder;

  @Test
  void credentialsAreMadeOnceAndForTheirOwnerAlone() throws Exception {
    Path file = folder.resolve(BrokerCredentials.FILE_NAME);
    assertThatThrownBy(() -> BrokerCredentials.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("start the broker first");
    BrokerCredentials made = BrokerCredentials.readOrMade(file);
    assertThat(BrokerCredentials.readOrMade(file)).isEqualTo(made);
    assertThat(made.password()).hasSize(48);
    assertThat(BrokerCredentials.readOrMade(folder.resolve("another"))).isNotEqualTo(made);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> BrokerCredentials.read(file)).hasMessageContaining("chmod 600");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    for (String wrong : List.of("", "user=a b\npassword=x\n", "user=a\n", "x".repeat(300))) {
      Files.writeString(file, wrong);
      assertThatThrownBy(() -> BrokerCredentials.read(file))
          .hasMessageContaining("two lines expected");
    }
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThatThrownBy(() -> BrokerCredentials.read(file)).hasMessageContaining("two lines");
  }
}
