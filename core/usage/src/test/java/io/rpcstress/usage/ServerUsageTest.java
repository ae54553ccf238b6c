package io.rpcstress.usage;

import static io.rpcstress.usage.ProcessUsage.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerUsageTest {
  private static final long STARTED = 1_700_000_000_000L;
  private static final long PID = 4711;
  private static final ServerUsage USAGE =
      new ServerUsage(
          "grpc-stream",
          "tuned",
          STARTED,
          PID,
          100,
          2,
          7,
          new ProcessUsage(1, 2, 3, 7, 4, 5, 6, 99),
          2,
          50_000,
          UNKNOWN,
          4);

  @Test
  void whatIsWrittenIsRead() {
    assertThat(ServerUsage.parse(USAGE.toText())).isEqualTo(USAGE);
  }

  @Test
  void thePackOfItsMessagesAndItsEncryptionAreReported() {
    ServerUsage packed =
        new ServerUsage(
            "grpc",
            "example",
            STARTED,
            PID,
            1,
            0,
            1,
            ProcessUsage.NOTHING_KNOWN,
            2,
            50_000,
            UNKNOWN,
            4,
            "order-0123456789abcdef,read-0123456789abcdef",
            "mtls",
            90,
            2);
    assertThat(ServerUsage.parse(packed.toText())).isEqualTo(packed);
    assertThat(packed.since(packed).pack()).isEqualTo(packed.plus(packed).pack()).isNotNull();
    assertThat(packed.since(packed).tls()).isEqualTo(packed.plus(packed).tls()).isEqualTo("mtls");
    assertThat(ServerUsage.parse(USAGE.toText()).pack()).isNull();
    assertThat(ServerUsage.parse(USAGE.toText()).tls()).isNull();
  }

  @Test
  void callsThatRanAgainAreThoseOfTheNewProcessWhereTheServerWasStartedAnew() {
    ServerUsage before = numbered(STARTED, 90, 2);

    assertThat(numbered(STARTED, 100, 5).since(before).callsRan()).isEqualTo(10);
    assertThat(numbered(STARTED, 100, 5).since(before).callsRanAgain()).isEqualTo(3);
    assertThat(numbered(STARTED + 1, 40, 1).since(before).callsRan()).isEqualTo(UNKNOWN);
    assertThat(numbered(STARTED + 1, 40, 1).since(before).callsRanAgain()).isEqualTo(1);
    assertThat(before.plus(before).callsRan()).isEqualTo(180);
  }

  private static ServerUsage numbered(long started, long ran, long again) {
    ProcessUsage none = ProcessUsage.NOTHING_KNOWN;
    return new ServerUsage(
        "tcp", "example", started, PID, ran, 0, 1, none, 1, 1, 1, 1, null, null, ran, again);
  }

  @Test
  void unknownValuesAreLeftOutAndStayUnknown() {
    ServerUsage unknown =
        new ServerUsage(
            "tcp",
            null,
            STARTED,
            PID,
            1,
            UNKNOWN,
            UNKNOWN,
            ProcessUsage.NOTHING_KNOWN,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN);
    assertThat(unknown.toText()).doesNotContain("rss").doesNotContain("-1");
    assertThat(ServerUsage.parse(unknown.toText())).isEqualTo(unknown);
  }

  @Test
  void namesOfANewerServerAreIgnored() {
    String newer = USAGE.toText() + "rpcstress_new_thing{of=\"a kind\"} 1.5\n";
    assertThat(ServerUsage.parse(newer)).isEqualTo(USAGE);
  }

  private static ServerUsage later(long started, long served, long failed, ProcessUsage process) {
    return new ServerUsage(
        "grpc-stream",
        "tuned",
        started,
        PID,
        served,
        failed,
        9,
        process,
        2,
        50_000,
        UNKNOWN,
        UNKNOWN);
  }

  @Test
  void growthIsCountedPerField() {
    ServerUsage later = later(STARTED, 150, 2, new ProcessUsage(9, 9, 9, 9, 9, 9, 9, UNKNOWN));
    assertThat(later.since(USAGE))
        .isEqualTo(later(STARTED, 50, 0, new ProcessUsage(8, 7, 6, 2, 5, 9, 9, UNKNOWN)));
  }

  @Test
  void whatTwoServersHadIsAddedAndWhatOneDoesNotTellIsUnknown() {
    ServerUsage other =
        new ServerUsage(
            "grpc-stream",
            "tuned",
            STARTED + 5,
            PID + 1,
            50,
            UNKNOWN,
            3,
            new ProcessUsage(10, 20, 30, UNKNOWN, 40, 50, 60, 7),
            2,
            40_000,
            UNKNOWN,
            UNKNOWN);

    ServerUsage both = USAGE.plus(other);

    assertThat(both)
        .isEqualTo(
            new ServerUsage(
                "grpc-stream",
                "tuned",
                STARTED + 5,
                PID,
                150,
                UNKNOWN,
                10,
                new ProcessUsage(11, 22, 33, UNKNOWN, 44, 55, 66, 99),
                4,
                90_000,
                UNKNOWN,
                UNKNOWN));
    ServerUsage anew =
        USAGE.plus(
            new ServerUsage(
                "grpc-stream",
                "tuned",
                STARTED + 9,
                PID,
                0,
                0,
                0,
                ProcessUsage.NOTHING_KNOWN,
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                UNKNOWN));
    assertThat(anew.since(both).callsServed()).as("one was started anew").isEqualTo(UNKNOWN);
  }

  @Test
  void aServerThatWasStartedAnewInBetweenHasNoKnownGrowth() {
    ServerUsage later = later(STARTED + 1, 150, 2, new ProcessUsage(9, 9, 9, 9, 9, 9, 9, UNKNOWN));
    assertThat(later.since(USAGE))
        .isEqualTo(later(STARTED + 1, UNKNOWN, UNKNOWN, ProcessUsage.NOTHING_KNOWN));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rpcstress_calls_served",
        "rpcstress_calls_served -1",
        "rpcstress_calls_served 1e3",
        "rpcstress_calls_served 99999999999999999999",
        "<html>not found</html>",
        "rpcstress_calls_served 1\nrpcstress_calls_served 2"
      })
  void aMalformedTextIsRefusedWithTheLine(String line) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerUsage.parse("rpcstress_server_info{technology=\"tcp\"} 1\n" + line))
        .withMessageContaining(line.substring(0, Math.min(22, line.length())));
  }

  @Test
  void whatIsMalformedCannotBeObeyedByATerminal() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerUsage.parse("red \u009b31m\u202e 1"))
        .withMessageContaining("red ?31m? 1");
  }
}
