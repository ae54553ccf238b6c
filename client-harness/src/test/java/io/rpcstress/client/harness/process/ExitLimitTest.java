package io.rpcstress.client.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process whose shutdown hook waits for good ends all the same. */
class ExitLimitTest {

  private static final int STATUS = 3;
  private static final long PATIENCE_SECONDS = 300;

  @TempDir Path folder;

  /** Exits, and is held by a hook. */
  static final class Held {

    private Held() {}

    public static void main(String[] args) {
      Thread hook = new Thread(Held::waitForGood, "held-hook");
      Runtime.getRuntime().addShutdownHook(hook);
      ExitLimit.start(STATUS, Duration.ofSeconds(1), System.err);
      System.exit(STATUS);
    }

    private static void waitForGood() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void aHookThatWaitsForGoodIsNamedAndTheStatusIsKept() throws Exception {
    Path errors = folder.resolve("stderr");
    Process held =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                place(ExitLimit.class) + File.pathSeparator + place(Held.class),
                Held.class.getName())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(held.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("it ended").isTrue();
    } finally {
      held.destroyForcibly();
    }
    String said = Files.readString(errors, StandardCharsets.UTF_8);
    assertThat(held.exitValue()).as("%s", said).isEqualTo(STATUS);
    assertThat(said)
        .startsWith("the measuring process has not ended 1 s after its last result")
        .contains("held-hook WAITING", "waitForGood");
  }

  private static String place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }
}
