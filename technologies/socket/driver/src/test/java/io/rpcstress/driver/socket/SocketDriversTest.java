package io.rpcstress.driver.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.LoopbackServer;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.StartedCallsContract;
import io.rpcstress.driver.Target;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the drivers owe, with a server that does what it should not. */
class SocketDriversTest extends StartedCallsContract {

  static Driver driver(Idl idl) {
    return switch (idl) {
      case PROTOBUF -> new ProtobufSocketDriver();
      case AVRO -> new AvroSocketDriver();
      case CAPNP -> new CapnpSocketDriver();
    };
  }

  /** A variant of a language's driver. */
  static Way way(Idl idl, String variant) {
    return Way.of(driver(idl), variant);
  }

  private static Idl idl(Way way) {
    return Arrays.stream(Idl.values())
        .filter(idl -> idl.technology().equals(way.driver().technology().name()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  protected List<Numbers> technologies() {
    return List.of(
        new Numbers("socket-protobuf", 9, 9009),
        new Numbers("socket-avro", 10, 9010),
        new Numbers("socket-capnp", 11, 9011));
  }

  @Override
  protected List<String> variants() {
    return List.of("example", "tuned", "pipelined");
  }

  @Override
  protected LoopbackServer server(Way way, Script script) throws IOException {
    return new ScriptedServer(
        idl(way),
        (call, messages, out) ->
            script.answer(
                String.valueOf(call.name()),
                new Answering() {
                  @Override
                  public void greet(String name) throws IOException {
                    messages.write(Answer.greeting(call.id(), "hello, " + name));
                  }

                  @Override
                  public OutputStream out() {
                    return out;
                  }
                }));
  }

  @Override
  protected List<String> malformedAnswers(Way way) {
    return switch (idl(way)) {
      case PROTOBUF -> List.of("ffffffff07", "0612ffffffff07", "020801");
      case AVRO -> List.of("ffffffff07", "070200feffffff0f");
      case CAPNP -> List.of("00000000ffffff7f", "ffffffff01000000");
    };
  }

  @ParameterizedTest
  @MethodSource("ways")
  void theDeadlineHoldsHoweverTheBytesOfAnAnswerCome(Way way) throws Exception {
    Idl idl = idl(way);
    try (ScriptedServer server =
            new ScriptedServer(
                idl,
                (call, messages, out) -> {
                  byte[] slow = idl == Idl.CAPNP ? new byte[64] : new byte[] {64};
                  for (int i = 0; i < 1_000; i++) {
                    out.write(slow, Math.min(i, slow.length - 1), 1);
                    TimeUnit.MILLISECONDS.sleep(10);
                  }
                });
        Session session = open(way, server.target(), 1, SHORT)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      long start = System.nanoTime();
      assertThatThrownBy(() -> caller.call("Ada")).isInstanceOf(CallException.class);
      // 10 s, if each byte began the time anew.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    }
  }

  @ParameterizedTest
  @CsvSource({"PROTOBUF, example", "AVRO, tuned", "CAPNP, example"})
  void anAnswerToAnotherCallOrOfAnotherOperationIsNone(Idl idl, String variant) throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                idl,
                (call, messages, out) -> {
                  switch (String.valueOf(call.name())) {
                    case "other" -> messages.write(Answer.greeting(call.id() + 1, "hello, other"));
                    case "kept" -> messages.write(Answer.kept(call.id(), true));
                    case "refused" -> messages.write(Answer.refused(call.id(), "not today"));
                    default -> messages.write(Answer.greeting(call.id(), "hello, Ada"));
                  }
                });
        Session session = open(way(idl, variant), server.target(), 1, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertFails(FailureKind.PROTOCOL, () -> caller.call("other"));
      assertFails(FailureKind.PROTOCOL, () -> caller.call("kept"));
      assertThatThrownBy(() -> caller.call("refused")).hasMessageContaining("not today");
      assertFails(FailureKind.REFUSED, () -> caller.call("refused"));
      assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
    }
  }

  @Test
  void closingEndsAWriterWhoseServerReadsNothing() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Address address = new Address("127.0.0.1", silent.getLocalPort());
      Session session = open(way(Idl.PROTOBUF, "pipelined"), Target.of(address), 1, LONG);
      AsyncCaller<String, String> caller = starting(session, 0);
      String name = "n".repeat(Greeting.MAX_NAME_BYTES);
      AtomicBoolean closed = new AtomicBoolean();
      AtomicInteger started = new AtomicInteger();
      Thread writer =
          new Thread(
              () -> {
                while (!closed.get()) {
                  var unused = caller.start(name);
                  started.incrementAndGet();
                }
              });
      writer.start();
      int before;
      do { // until the socket is full and the write waits
        before = started.get();
        Thread.sleep(300);
      } while (before == 0 || started.get() > before);
      closed.set(true);
      session.close();
      writer.join();
      assertThat(started.get()).isGreaterThan(before);
    }
  }
}
