package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How calls are made, and as which words a further process is told so. */
class CallsTest {

  /** At the defaults but for what is given. */
  static Calls calls(
      Map<String, Integer> ports,
      Map<String, Integer> usagePorts,
      @Nullable Duration deadline,
      Paths paths) {
    return calls("greet", ports, usagePorts, deadline, paths, null);
  }

  private static Calls calls(
      String operation,
      Map<String, Integer> ports,
      Map<String, Integer> usagePorts,
      @Nullable Duration deadline,
      Paths paths,
      @Nullable PackedMessage message) {
    return new Calls(
        "127.0.0.1",
        ports,
        usagePorts,
        "example",
        operation,
        null,
        null,
        null,
        false,
        deadline,
        null,
        Duration.ofMinutes(10),
        0,
        null,
        Freshness.CLIENT,
        paths,
        Replicas.NONE,
        ClientHosts.NONE,
        null,
        message,
        null,
        Transport.PLAIN,
        Jvms.ANY,
        null,
        null);
  }

  private static Calls within(@Nullable Duration deadline) {
    return calls(Map.of(), Map.of(), deadline, Paths.DIRECT);
  }

  private static Calls carrying(PackedMessage message) {
    return calls("message", Map.of(), Map.of(), null, Paths.DIRECT, message);
  }

  @Test
  void eachEncodingOfAMessageIsAContenderWhoseCallsHaveItAlone() {
    Calls calls = carrying(new PackedMessage("/packs/a.jar", List.of("json", "avro", "json")));

    List<Contender> contenders =
        Contenders.of(calls, ClosedRuns.ONE, List.of(new Contender("tcp", "example")), 1);

    assertThat(contenders)
        .extracting(each -> each.own().text(Dimension.PAYLOAD))
        .containsExactly("encoding=json", "encoding=avro");
    assertThat(calls.of(contenders.get(1).own()).options().list())
        .containsSequence("--message", "/packs/a.jar", "--encoding", "avro");
    assertThat(Documents.read("calls", Documents.tree(calls), Calls.class)).isEqualTo(calls);
    assertThatThrownBy(() -> Workloads.of(calls))
        .hasMessage("--encoding json,avro: one encoding expected here; a sweep takes several");
  }

  @Test
  void aTechnologyWithAnEncodingOfItsOwnIsAContenderInThatAlone() {
    List<String> names = List.of("grpc/avro", "tcp", "rpcx/json");
    Map<String, List<String>> byEncoding =
        PackedMessage.byEncoding(names, /* hasMessage= */ true, List.of());
    assertThat(byEncoding)
        .containsExactly(entry("avro", List.of("grpc")), entry("json", List.of("tcp", "rpcx")));
    assertThat(PackedMessage.byEncoding(names, /* hasMessage= */ true, List.of("cbor", "avro")))
        .containsEntry("avro", List.of("grpc", "tcp"))
        .containsEntry("cbor", List.of("tcp"));
    List<String> encodings = List.copyOf(byEncoding.keySet());
    Contender tcp = of("tcp", "json");

    Calls calls = carrying(new PackedMessage("/packs/a.jar", encodings));
    List<Contender> all = Contenders.of(calls, ClosedRuns.ONE, List.of(of("grpc", "avro"), tcp), 1);

    assertThat(all).containsExactly(of("grpc", "avro"), tcp);
    assertThat(Contenders.names(all)).isEqualTo("grpc/avro,tcp/json");
    assertThat(Contenders.names(List.of(tcp, of("grpc", "json")))).isEqualTo("tcp,grpc");
  }

  @Test
  void anEncodingOfAStreamStandsBeforeItsOtherSizes() {
    Calls calls = carrying(new PackedMessage("/packs/a.jar", List.of("json", "avro")));
    Dimensions stream =
        Dimensions.NONE.with(
            Dimension.PAYLOAD, PackedMessage.in("avro", "encoding=json,messages=5"));
    Contender grpc = new Contender("grpc", "example", stream);

    assertThat(stream.text(Dimension.PAYLOAD)).isEqualTo("encoding=avro,messages=5");
    assertThat(calls.of(stream).options().list()).containsSequence("--encoding", "avro");
    assertThat(Contenders.names(List.of(grpc, of("tcp", "json")))).isEqualTo("grpc/avro,tcp/json");
  }

  private static Contender of(String technology, String encoding) {
    return new Contender(
        technology,
        "example",
        Dimensions.NONE.with(Dimension.PAYLOAD, PackedMessage.payload(encoding)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "grpc/xml | /a.jar | '' | --protocols grpc/xml: no encoding of grpc: valid: json, protobuf,",
        "grpc/ | /a.jar | '' | --protocols grpc/: no encoding of grpc: valid: json, protobuf,",
        "grpc/avro | | '' | --protocols grpc/avro: an encoding belongs to a message: give --message",
        "grpc/avro | /a.jar | cbor | --encoding cbor: each of --protocols has an encoding of its own"
      })
  void anEncodingOfItsOwnThatMeansNothingIsRefused(
      String name, @Nullable String file, String given, String says) {
    List<String> encodings = given.isEmpty() ? List.of() : List.of(given);
    assertThatThrownBy(() -> PackedMessage.byEncoding(List.of(name), file != null, encodings))
        .isInstanceOf(Misuse.class)
        .hasMessageStartingWith(says);
  }

  @Test
  void aMessageIsRefusedBesideWhatItExcludes() {
    assertThatThrownBy(() -> PackedMessage.of(null, List.of("avro"), null))
        .isInstanceOf(Misuse.class)
        .hasMessage("--encoding belongs to a message: give --message FILE, too");
    assertThatThrownBy(() -> PackedMessage.of("a.jar", List.of("jsno"), null))
        .hasMessageStartingWith("--encoding 'jsno' is unknown")
        .hasMessageContaining("json");
    PackedMessage mix = PackedMessage.of(null, List.of(), MessageMix.of("a.jar=1,b.jar=2"));
    assertThatThrownBy(
            () -> Workloads.of(calls("chat", Map.of(), Map.of(), null, Paths.DIRECT, mix)))
        .hasMessage(
            "--mix carries the messages of its packs, with one reply each: leave --operation chat out");
    Calls calls = carrying(new PackedMessage("/none.jar", List.of("json")));
    assertThatThrownBy(() -> Workloads.of(calls.carrying("elements=1")))
        .hasMessage("--message /none.jar excludes --payload and --payload-bytes");
    assertThatThrownBy(() -> Workloads.of(calls))
        .isInstanceOf(Misuse.class)
        .hasMessageStartingWith("--message: /none.jar is no message pack");
  }

  @Test
  void aGivenDeadlineIsKeptWhereAWindowAllowsIt() {
    Calls given = within(Duration.ofSeconds(20));

    assertThat(given.inWindowsOf(Duration.ofSeconds(30)).deadline())
        .isEqualTo(Duration.ofSeconds(20));
    assertThat(given.inWindowsOf(Duration.ofSeconds(10)).deadline())
        .as("a call could outlive its window unseen")
        .isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void callsReachTheAddressThatWasFoundAndAreWrittenWithTheNameThatWasGiven() {
    Calls named = within(null).at("host-b").reaching(Map.of("host-b", "10.0.0.5"));

    assertThat(named.addressOf("host-b")).isEqualTo("10.0.0.5");
    assertThat(named.addressOf("10.0.0.6")).isEqualTo("10.0.0.6");
    assertThat(named.options().list()).contains("host-b").doesNotContain("10.0.0.5");
  }

  @Test
  void theDeadlineOfATimedLoopIsItsWindowFromAColdCallToAMinute() {
    Calls any = within(null);

    assertThat(any.inWindowsOf(Duration.ofMillis(200)).deadline()).isEqualTo(Calls.COLD_CALL);
    assertThat(any.inWindowsOf(Duration.ofSeconds(30)).deadline())
        .isEqualTo(Duration.ofSeconds(30));
    assertThat(any.inWindowsOf(Duration.ofMinutes(5)).deadline()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void anAnswerIsLateBeforeTheDeadline() {
    Calls late = within(Duration.ofSeconds(1)).withLateAfter(Duration.ofMillis(900));

    late.checkLateAfter();
    assertThat(late.options().list()).contains("--deadline", "1s", "--late-after", "900ms");
    assertThat(late.inWindowsOf(Duration.ofMillis(200)).options().list())
        .doesNotContain("--late-after");
  }
}
