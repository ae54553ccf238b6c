package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.Address;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NeededServerTest {

  private static final Address SERVICE = new Address("127.0.0.1", 9102);
  private static final Address USAGE = new Address("127.0.0.1", 10102);

  private static NeededServer tunedGrpc(Address usage) {
    return new NeededServer("grpc@tuned", "grpc", ServerVariant.TUNED, SERVICE, usage);
  }

  private static ServerUsage told(String technology, @Nullable String variant) {
    return new ServerUsage(technology, variant, 1, 1, 0, 0, 0, ProcessUsage.NOTHING_KNOWN);
  }

  @Test
  void anotherVariantIsRefusedWithWhatIsNeededAndWhatIsThere() {
    assertThat(tunedGrpc(USAGE).refusal(told("grpc", "example")))
        .isEqualTo(
            "grpc@tuned needs a server started with --variant tuned at 127.0.0.1:9102;"
                + " the one there runs example");
    NeededServer example =
        new NeededServer("tcp@multiplexed", "tcp", ServerVariant.EXAMPLE, SERVICE, USAGE);
    assertThat(example.refusal(told("tcp", "tuned"))).contains("--variant example", "runs tuned");
  }

  @Test
  void anotherTechnologyIsRefused() {
    assertThat(tunedGrpc(USAGE).refusal(told("tcp", "tuned")))
        .isEqualTo(
            "grpc@tuned needs a grpc server at 127.0.0.1:9102;"
                + " the one that reports its usage at 127.0.0.1:10102 is of tcp");
  }

  @Test
  void theRightServerIsTaken() {
    assertThat(tunedGrpc(USAGE).refusal(told("grpc", "tuned"))).isNull();
    assertThat(tunedGrpc(USAGE).name()).isEqualTo("grpc@tuned");
  }

  @Test
  void aServerThatDoesNotTellItsVariantIsTakenWithAWarning() throws Exception {
    List<String> warnings = new ArrayList<>();
    assertThat(askOneThatTells(told("grpc", null), warnings)).isNull();
    assertThat(warnings).singleElement().asString().contains("127.0.0.1:9102", "--variant tuned?");
  }

  @Test
  void aServerIsAskedWhatItIs() throws Exception {
    List<String> warnings = new ArrayList<>();
    assertThat(askOneThatTells(told("grpc", "example"), warnings)).contains("runs example");
    assertThat(warnings).isEmpty();
  }

  @Test
  void aServerThatDoesNotAnswerIsNotRefusedHere() throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    List<String> warnings = new ArrayList<>();
    assertThat(tunedGrpc(new Address("127.0.0.1", closed)).ask(warnings::add).refusal()).isNull();
    assertThat(warnings).isEmpty();
  }

  private static @Nullable String askOneThatTells(ServerUsage usage, List<String> warnings)
      throws IOException {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      thread.execute(
          () -> {
            try (Socket asker = socket.accept()) {
              String answer = "HTTP/1.0 200 OK\r\n\r\n" + usage.toText();
              asker.getInputStream().read();
              asker.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
              // The test sees that nothing was told.
            }
          });
      return tunedGrpc(new Address("127.0.0.1", socket.getLocalPort()))
          .ask(warnings::add)
          .refusal();
    } finally {
      thread.shutdownNow();
    }
  }
}
