package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.contract.MessagePack;
import io.rpcstress.driver.SamplePack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --message} refuses before anything is measured. */
class MessageOptionIT {
  @TempDir private Path folder;

  private void isRefused(String technology, Path pack, String says) {
    Path out = folder.resolve("out");
    Outcome outcome =
        Outcome.words(
            "run --protocol %s --threads 1 --requests 1 --message %s --out %s"
                .formatted(technology, pack, out));
    assertThat(outcome.status()).as(outcome.err()).isEqualTo(ExitCode.MISUSE);
    assertThat(outcome.err().lines()).singleElement().asString().contains(says);
    assertThat(outcome.out()).isEmpty();
    assertThat(out).doesNotExist();
  }

  @Test
  void aPackOfAnotherVersion() throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue(MessagePack.LAYOUT_ATTRIBUTE, "1");
    Path pack = folder.resolve("early.pack.jar");
    new JarOutputStream(Files.newOutputStream(pack), manifest).close();
    isRefused("tcp", pack, "has layout 1, but this version reads " + MessagePack.LAYOUT);
  }

  @Test
  void aTechnologyWithoutTheOperationNamesThoseThatHaveIt() {
    isRefused(
        "openfeign",
        SamplePack.file(),
        "openfeign has no operation 'message', only greet; technologies that have it:"
            + " rpcx, grpc, tcp");
  }

  @Test
  void aMessageThatIsTooLongForATechnologyNamesThoseThatCarryIt() throws Exception {
    String text = "x".repeat(4 << 20);
    isRefused(
        "rpcx",
        SamplePack.made(folder, "long", "{\"text\":\"" + text + "\"}"),
        "rpcx carries messages of at most 4,193,280 bytes, and long-");
  }
}
