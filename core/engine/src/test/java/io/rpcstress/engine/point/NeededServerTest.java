package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.Tls;
import io.rpcstress.driver.Address;
import io.rpcstress.usage.JvmKind;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NeededServerTest {

  private static final Address SERVICE = new Address("127.0.0.1", 9102);
  private static final Address USAGE = new Address("127.0.0.1", 10102);

  private static NeededServer tunedGrpc(Address usage) {
    return new NeededServer("grpc@tuned", "grpc", ServerVariant.TUNED, SERVICE, usage);
  }

  private static ServerUsage usage(String technology, @Nullable String variant) {
    return new ServerUsage(
        technology,
        variant,
        1,
        1,
        0,
        0,
        0,
        ProcessUsage.NOTHING_KNOWN,
        ProcessUsage.UNKNOWN,
        ProcessUsage.UNKNOWN,
        ProcessUsage.UNKNOWN,
        ProcessUsage.UNKNOWN);
  }

  @Test
  void anotherVariantIsRefusedWithWhatIsNeededAndWhatIsThere() {
    assertThat(tunedGrpc(USAGE).refusal(usage("grpc", "example")))
        .isEqualTo(
            "grpc@tuned needs a server started with --variant tuned at 127.0.0.1:9102;"
                + " the one there runs example");
    NeededServer example =
        new NeededServer("tcp@multiplexed", "tcp", ServerVariant.EXAMPLE, SERVICE, USAGE);
    assertThat(example.refusal(usage("tcp", "tuned"))).contains("--variant example", "runs tuned");
  }

  @Test
  void aServerWithAnotherPackOfMessagesOrNoneIsRefusedWithBothNames() {
    String pack = "order-0123456789abcdef";
    NeededServer needed = needed(pack);
    assertThat(needed.refusal(packed("order-fedcba9876543210")))
        .isEqualTo(
            "tcp needs a server started with --message, of order-0123456789abcdef, at"
                + " 127.0.0.1:9102; the one there has order-fedcba9876543210");
    assertThat(needed.refusal(packed(null))).endsWith("the one there has no message");
    assertThat(needed.refusal(packed(pack))).isNull();
    assertThat(needed.at(USAGE).refusal(packed(null))).isNotNull();
  }

  @Test
  void aServerOfAMixHasAllOfItsPacksAndOneThatHasSeveralAnswersNoOther() {
    NeededServer mix = needed("read-0123456789abcdef,write-0123456789abcdef");
    NeededServer one = needed("read-0123456789abcdef");
    String all = "put-0123456789abcdef,write-0123456789abcdef,read-0123456789abcdef";
    assertThat(mix.refusal(packed(all))).isNull();
    assertThat(mix.refusal(packed(one.pack()))).endsWith("the one there has " + one.pack());
    assertThat(one.refusal(packed(all))).endsWith("the one there has " + all);
  }

  private static NeededServer needed(String pack) {
    return new NeededServer(
        "tcp", "tcp", ServerVariant.EXAMPLE, SERVICE, USAGE, false, pack, Tls.OFF, JvmKind.ANY);
  }

  private static ServerUsage packed(@Nullable String pack) {
    return reported(pack, null);
  }

  private static ServerUsage reported(@Nullable String pack, @Nullable String tls) {
    ProcessUsage used = ProcessUsage.NOTHING_KNOWN;
    return new ServerUsage("tcp", "example", 1, 1, 0, 0, 0, used, 1, 1, 1, 1, pack, tls, 1, 1);
  }

  @Test
  void aServerInAnotherModeOfTlsIsRefusedWithBoth() {
    NeededServer needed =
        new NeededServer(
            "tcp", "tcp", ServerVariant.EXAMPLE, SERVICE, USAGE, false, "", Tls.MTLS, JvmKind.ANY);
    assertThat(needed.name()).isEqualTo("mtls-tcp");
    assertThat(needed.refusal(reported(null, "on")))
        .isEqualTo(
            "tcp needs a server started with --tls mtls at 127.0.0.1:9102; the one there has"
                + " --tls on");
    assertThat(needed.refusal(reported(null, null))).endsWith("the one there has --tls off");
    assertThat(needed.refusal(reported(null, "mtls"))).isNull();
  }

  private static @Nullable String otherJvm(String facts) throws Exception {
    try (UsageServer server = new UsageServer(page -> facts)) {
      return new NeededServer(
              "tcp",
              "tcp",
              ServerVariant.EXAMPLE,
              SERVICE,
              server.address(),
              false,
              "",
              Tls.OFF,
              new JvmKind("25", "zgc"))
          .otherJvm();
    }
  }

  @Test
  void aServerOnAnotherJvmIsRefusedByItsOwnReport() throws Exception {
    assertThat(otherJvm("jdk.version=17.0.15+6\njvm.collectors=Copy, MarkSweepCompact\n"))
        .isEqualTo(
            "tcp needs a server started with --jdk 25 --gc zgc at 127.0.0.1:9102; the one there"
                + " runs with --jdk 17 --gc serial");
    assertThat(otherJvm("jdk.version=25.0.3+9-LTS\njvm.collectors=G1 Young Generation\n"))
        .endsWith("the one there runs with --jdk 25 --gc g1");
    assertThat(otherJvm("kernel=6.1\n")).endsWith("with --jdk unknown --gc unknown");
    assertThat(otherJvm("jdk.version=25.0.3+9-LTS\njvm.collectors=ZGC Minor Cycles\n")).isNull();
    assertThat(needed("").otherJvm()).as("where none is asked for").isNull();
  }

  @Test
  void anotherTechnologyIsRefused() {
    assertThat(tunedGrpc(USAGE).refusal(usage("tcp", "tuned")))
        .isEqualTo(
            "grpc@tuned needs a grpc server at 127.0.0.1:9102;"
                + " the one that reports its usage at 127.0.0.1:10102 is of tcp");
  }
}
