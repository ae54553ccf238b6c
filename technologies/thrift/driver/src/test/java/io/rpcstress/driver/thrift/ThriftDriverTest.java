package io.rpcstress.driver.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.LoopbackServer;
import io.rpcstress.driver.Session;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the driver owes, with a server that does what it should not. */
class ThriftDriverTest extends DriverContract {

  static Way way(String variant) {
    return Way.of(new ThriftDriver(), variant);
  }

  @Override
  protected List<Numbers> technologies() {
    return List.of(new Numbers("thrift", 14, 9014));
  }

  @Override
  protected List<String> variants() {
    return List.of("example", "tuned");
  }

  @Override
  protected LoopbackServer server(Way way, Script script) throws IOException {
    return new ScriptedServer(
        way.variant().name(),
        (name, id, answering) ->
            script.answer(
                name,
                new Answering() {
                  @Override
                  public void greet(String greeted) throws Exception {
                    answering.greet(id, greeted);
                  }

                  @Override
                  public OutputStream out() {
                    return answering.out();
                  }
                }));
  }

  @Override
  protected List<String> malformedAnswers(Way way) {
    return way.variant().name().equals("tuned")
        ? List.of(
            "7fffffff", // a frame of 2^31 - 1 bytes
            "ffffffff",
            "0000001182410105677265657408 00ffffffff07000000", // a greeting as long
            "00000004ffffffff") // another protocol
        : List.of(
            "800100027fffffff", // a name of 2^31 - 1 bytes
            "80020002", // another version
            "80010002000000056772656574000000010b00007fffffff", // a greeting as long
            "80010002000000056772656574000000010f0009007fffffff"); // a list as long
  }

  @ParameterizedTest
  @CsvSource({"example, 80010002000000056772656574000000010b000100001000", "tuned, 00001000"})
  void theDeadlineHoldsHoweverTheBytesOfAnAnswerCome(String variant, String head) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                variant,
                (name, id, answering) -> {
                  answering.out().write(HexFormat.of().parseHex(head));
                  for (int i = 0; i < 1_000; i++) {
                    answering.out().write('x');
                    TimeUnit.MILLISECONDS.sleep(10);
                  }
                });
        Session session = open(way(variant), server.target(), 1, SHORT)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      long start = System.nanoTime();
      assertThatThrownBy(() -> caller.call("Ada")).isInstanceOf(DeadlineExceededException.class);
      // 10 s, if each byte began the time anew.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void anAnswerToAnotherCallIsNoneAndARefusalIsReported(Way way) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                way.variant().name(),
                (name, id, answering) -> {
                  switch (name) {
                    case "other" -> answering.greet(id + 1, name);
                    case "nothing" -> answering.nothing(id);
                    case "failed" -> answering.fail(id);
                    case "refused" -> answering.refuse(id, "not today");
                    default -> answering.greet(id, name);
                  }
                });
        Session session = open(way, server.target(), 1, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertFails(FailureKind.PROTOCOL, () -> caller.call("other"));
      assertFails(FailureKind.PROTOCOL, () -> caller.call("nothing"));
      assertFails(FailureKind.REFUSED, () -> caller.call("failed"));
      assertThatThrownBy(() -> caller.call("refused")).hasMessageContaining("not today");
      int before = server.connections();
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      assertThat(server.connections()).as("a refusal ends no connection").isEqualTo(before);
    }
  }
}
