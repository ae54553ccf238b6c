package io.rpcstress.rpcx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.ServiceCentre;
import io.rpcstress.rpcx.StatusCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command against a server of this process. */
class RpcxCliTest {
  enum Size {
    SMALL,
    LARGE
  }

  record Order(
      UUID id,
      LocalDate day,
      BigDecimal price,
      Optional<Size> size,
      Map<Integer, byte[]> parts,
      Set<Long> numbers) {}

  @RPCXServer("shop.orders")
  static final class Orders {
    @Method("echo")
    public Order echo(Order order) {
      return order;
    }

    @Method(value = "add", maxInFlight = 5)
    public int add(int one, int other) {
      return one + other;
    }

    @Method("who")
    public String who() {
      CallContext call = CallContext.current();
      return call == null ? "" : String.valueOf(call.metadata().get("who"));
    }

    @Method("fail")
    public void fail() {
      throw new RPCXException(StatusCode.ABORTED, "not today");
    }
  }

  private static final ServiceCentre CENTRE =
      ServiceCentre.builder().publish(new Orders()).describe(true).start();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterAll
  static void stop() {
    CENTRE.close();
  }

  private int run(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "127.0.0.1:" + CENTRE.port()));
    arguments.addAll(List.of(more));
    return run(arguments);
  }

  private int run(List<String> arguments) {
    CommandLine line = RpcxCli.commandLine();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return line.execute(arguments.toArray(new String[0]));
  }

  private void assertOneLine(String part) {
    assertThat(err.toString().lines()).singleElement().asString().contains(part);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void listShowsMethodsAndTheirTypes() {
    assertThat(run("list")).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "shop.orders.add(int32, int32): int32",
            "shop.orders.echo(record:Order): record:Order",
            "shop.orders.fail(): nothing",
            "shop.orders.who(): string");
  }

  @Test
  void aWordThatTheLocaleCannotDecodeIsRefused() {
    assertThat(run("list", "Zo\uFFFD\uFFFD")).isEqualTo(2);
    assertOneLine("LC_ALL=C.UTF-8");
  }

  @Test
  void describeShowsWhatTypesConsistOf() {
    assertThat(run("describe", "shop.orders")).isZero();
    assertThat(out.toString().lines())
        .contains("  at most 5 calls in flight", "  parts map<int32,bytes>", "enum:Size", "  LARGE")
        .contains("limits", "  maxFrameBytes 4194304");
  }

  @Test
  void callPrintsTheResultInJson() {
    assertThat(run("call", "shop.orders.add", "[1, 2]")).isZero();
    assertThat(run("call", "shop.orders.who", "--metadata", "who=me")).isZero();
    String order =
        """
        {"id":"123e4567-e89b-12d3-a456-426614174000","day":"2026-11-29","price":12.50,\
        "size":"LARGE","parts":{"7":"AQI="},"numbers":[9007199254740993]}""";
    assertThat(run("call", "shop.orders.echo", "[" + order + "]")).isZero();
    assertThat(out.toString().lines()).containsExactly("3", "\"me\"", order);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aCallThatFailsIsOneLineAndOne() {
    assertThat(run("call", "shop.orders.fail")).isEqualTo(1);
    assertOneLine("ABORTED: not today");
  }

  @Test
  void argumentsThatDoNotFitAreMisuse() {
    assertThat(run("call", "shop.orders.add", "[1, 2.5]")).isEqualTo(2);
    assertOneLine("2.5 is no Integer");
  }

  @Test
  void aNumberThatWouldBecomeAnotherIsMisuse() {
    assertThat(run("call", "shop.orders.add", "[1, 3000000000]")).isEqualTo(2);
    assertOneLine("Integer");
  }

  @Test
  void whatIsNoListOfArgumentsIsMisuse() {
    assertThat(run("call", "shop.orders.add", "null")).isEqualTo(2);
    assertOneLine("expected a JSON array");
  }

  @Test
  void whatSteersATerminalIsEscaped() {
    assertThat(run("call", "shop.orders.who", "--metadata", "who=a\u009b\u202eb")).isZero();
    assertThat(out.toString().strip()).isEqualTo("\"a\\u009b\\u202eb\"");
    out.getBuffer().setLength(0);
    assertThat(run("call", "shop.orders.who", "--metadata", "who=\udb40\udc67")).isZero();
    assertThat(out.toString().strip()).as("both halves").isEqualTo("\"\\udb40\\udc67\"");
  }

  @Test
  void tooFewArgumentsAreMisuse() {
    assertThat(run("call", "shop.orders.add", "[1]")).isEqualTo(2);
    assertOneLine("expected those of shop.orders.add(int32, int32): int32");
  }

  @Test
  void whatIsNoJsonIsMisuse() {
    assertThat(run("call", "shop.orders.add", "[1,")).isEqualTo(2);
    assertOneLine("no JSON array");
  }

  @Test
  void aMethodThatIsNotPublishedIsMisuse() {
    assertThat(run("call", "shop.orders.remove")).isEqualTo(2);
    assertOneLine("publishes no \"shop.orders.remove\"");
  }

  @Test
  void anAddressWithoutAPortIsMisuse() {
    assertThat(run(List.of("list", "localhost"))).isEqualTo(2);
    assertOneLine("expected host:port");
  }

  @Test
  void aServerThatDoesNotDescribeItselfIsOneLineAndOne() {
    try (ServiceCentre silent = ServiceCentre.builder().publish(new Orders()).start()) {
      assertThat(run(List.of("list", "127.0.0.1:" + silent.port()))).isEqualTo(1);
      assertOneLine("does not describe itself");
    }
  }

  @Test
  void aServerThatIsNotThereIsOneLineAndOne() {
    String address;
    try (ServiceCentre gone = ServiceCentre.builder().publish(new Orders()).start()) {
      address = "127.0.0.1:" + gone.port();
    }
    assertThat(run(List.of("list", address))).isEqualTo(1);
    assertOneLine("UNAVAILABLE");
  }
}
