package io.rpcstress.server.base.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which folders are removed, by whom. */
@Timeout(60)
class PrivateFolderTest {

  @TempDir Path below;

  /** A process that has a folder, until it is killed or its standard input ends. */
  static final class Owner {
    private Owner() {}

    /** Makes one below the first argument, with a secret, and prints where. */
    public static void main(String[] args) throws IOException {
      PrivateFolder own = PrivateFolder.make(Path.of(args[0]), "owner");
      Files.writeString(own.path().resolve("credentials.conf"), "secret");
      Files.writeString(own.inner("epmd").path().resolve("words.txt"), "words");
      System.out.println(own.path());
      while (System.in.read() >= 0) {
        // until the test ends it
      }
      own.remove();
    }
  }

  @Test
  void whatAKilledProcessLeftIsRemovedAndNothingElse() throws Exception {
    Process owner =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Owner.class.getName(),
                below.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = owner.inputReader(UTF_8)) {
      Path living = Path.of(Objects.requireNonNull(output.readLine()));
      Path strange = Files.createDirectory(below.resolve("rpc-stress-strange-1"));
      Path link = Files.createSymbolicLink(below.resolve("rpc-stress-link"), living);

      PrivateFolder first = PrivateFolder.make(below, "haproxy");
      PrivateFolder second = PrivateFolder.make(below, "haproxy");
      assertThat(living.resolve("credentials.conf")).as("its process lives").exists();

      owner.destroyForcibly().waitFor();
      assertThat(living.resolve("credentials.conf")).as("before the next look").exists();
      PrivateFolder third = PrivateFolder.make(below, "rabbitmq");
      assertThat(living).doesNotExist();
      assertThat(strange).as("no process made it").exists();
      assertThat(Files.isSymbolicLink(link)).isTrue();
      assertThat(List.of(first.path(), second.path(), third.path())).allMatch(Files::exists);
      for (PrivateFolder each : List.of(first, second, third)) {
        each.remove();
        assertThat(each.path()).doesNotExist();
      }
    } finally {
      owner.destroyForcibly();
    }
  }
}
