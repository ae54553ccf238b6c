package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Cost.ProxyShare;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CostMeterTest {
  private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
  private final Deque<String> answers = new ArrayDeque<>();
  private final Deque<Long> clock = new ArrayDeque<>();
  private final List<String> queries = new CopyOnWriteArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private final UsageServer server =
      new UsageServer(
          page -> {
            queries.add(String.valueOf(page.getQuery()));
            return answers.remove();
          });

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void whatTheServerReportsIsInTheCost() {
    CostMeter meter = measured(1_000 * MS, 1, 600 * MS, () -> {});
    Cost cost = meter.cost();
    assertThat(cost.server().cpuMs()).isEqualTo(600);
    assertThat(cost.server().compileMs()).isEqualTo(50);
    assertThat(cost.server().allocBytes()).isEqualTo(4_000);
    assertThat(cost.server().gcMs()).isEqualTo(7);
    assertThat(cost.server().rssKb()).isEqualTo(80_000);
    assertThat(meter.callsServed()).isEqualTo(100);
    assertThat(meter.isOverCpu()).isFalse();
  }

  @Test
  void moreThanTheServersProcessorsHadIsEmpty() {
    CostMeter meter = measured(1_000 * MS, 1, 1_100 * MS, () -> {});
    assertThat(meter.isOverCpu()).isTrue();
    assertThat(meter.cost().server().cpuMs()).isNull();
    assertThat(meter.cost().server().compileMs()).isNull();
    assertThat(meter.cost().server().allocBytes()).as("is no CPU time").isEqualTo(4_000);
  }

  @Test
  void moreThanTheClientsProcessorsHadIsEmpty() {
    CostMeter meter = measured(1 * MS, 1, 0, () -> burn(20 * MS));
    assertThat(meter.isOverCpu()).isTrue();
    assertThat(meter.cost().client().cpuMs()).isNull();
    assertThat(meter.cost().client().compileMs()).isNull();
    assertThat(meter.knownCpuNanos()).as("still no other process's").isGreaterThan(20 * MS);
  }

  @Test
  void whatEndsOneWindowBeginsTheNextAndIsReadOnce() {
    answers.add(usage(0, 1));
    answers.add(usage(600 * MS, 1));
    answers.add(usage(700 * MS, 1));
    clock.addAll(List.of(0L, 1_000 * MS, 2_000 * MS));
    CostMeter meter = meter();
    meter.beforeGate();
    meter.nextWindow();
    assertThat(meter.cost().server().cpuMs()).isEqualTo(600);
    double client = meter.knownCpuNanos();
    burn(20 * MS);
    meter.afterLastReply();
    assertThat(meter.cost().server().cpuMs()).isEqualTo(100);
    assertThat(meter.cost().client().cpuMs()).isGreaterThanOrEqualTo(20);
    assertThat(client).isNotNegative();
    assertThat(answers).isEmpty();
    assertThat(meter.queries()).isEqualTo(3);
  }

  /** The server was read 4 s apart although the window has one. */
  @Test
  void ofALateReadingAWindowHasAsMuchAsItsLength() {
    answers.add(usage(0, 1, 0));
    answers.add(usage(3_600 * MS, 1, 4_000 * MS));
    CostMeter meter = whileCalling();
    meter.beforeGate();
    burn(20 * MS);
    meter.afterLastReply();
    Cost cost = meter.cost();
    assertThat(meter.isOverCpu()).isFalse();
    assertThat(cost.server().cpuMs()).isEqualTo(900);
    assertThat(cost.server().allocBytes()).isEqualTo(1_000);
    assertThat(cost.server().rssKb()).as("is no counter").isEqualTo(80_000);
    assertThat(cost.client().cpuMs()).isPositive();
    assertThat(meter.callsServed()).as("as it was read").isEqualTo(100);
  }

  /** Read half a second after the first of the calls that were due for two seconds. */
  @Test
  void whatAMeterMissedThatBeganAmidCallsIsMadeUpFor() {
    answers.add(usage(0, 1, 0));
    answers.add(usage(600 * MS, 1, 1_500 * MS));
    clock.addAll(List.of(400 * MS, 500 * MS, 2_000 * MS, 2_000 * MS, 2_000 * MS));
    CostMeter meter =
        new CostMeter(sources(server.reader()), CostMeter.Borders.AMID_CALLS, warnings::add);
    meter.beforeGate();
    meter.afterLastReply();
    meter.counts(new CountedTime(0, 500 * MS, true));
    assertThat(meter.cost().server().cpuMs()).isEqualTo(800);
    assertThat(meter.callsServed()).as("as it was read").isEqualTo(100);
    assertThat(queries).as("what can be read fast").containsOnly("running");
  }

  private CostMeter whileCalling() {
    return new CostMeter(
        Sources.of(List.of(server.reader())),
        CostMeter.Borders.whileCalling(Duration.ofSeconds(1)),
        warnings::add);
  }

  /** One run through a proxy: server and proxy are read one after the other, at the same place. */
  private CostMeter throughProxy(long calls, long openConnections) {
    answers.add(usage(0, 1));
    answers.add(proxy(0, 0, openConnections));
    answers.add(usage(600 * MS, 1));
    answers.add(proxy(250 * MS, calls, openConnections));
    CostMeter meter = aSecondOf(through(false));
    assertThat(answers).isEmpty();
    return meter;
  }

  private static String proxy(long cpuNanos, long calls, long openConnections) {
    ProcessUsage used =
        new ProcessUsage(
            cpuNanos, 0, ProcessUsage.UNKNOWN, ProcessUsage.UNKNOWN, 0, 1, 1, ProcessUsage.UNKNOWN);
    return new ServerUsage(
            "haproxy",
            "example",
            1,
            1,
            calls,
            0,
            openConnections,
            used,
            ProcessUsage.UNKNOWN,
            ProcessUsage.UNKNOWN,
            ProcessUsage.UNKNOWN,
            ProcessUsage.UNKNOWN)
        .toText();
  }

  @Test
  void whatAProxyReportsIsInTheCostAndShowsThatItCarriedTheCalls() {
    CostMeter meter = throughProxy(100, 3);
    assertThat(meter.cost().proxy()).isEqualTo(new ProxyShare(250.0, 100L, 3L));
    assertThat(meter.isPathDoubtful(100, 0)).isFalse();
    assertThat(meter.isPathDoubtful(99, 0)).as("another client called it").isTrue();
    assertThat(meter.isPathDoubtful(101, 0)).as("a call went another way").isTrue();
    assertThat(meter.isPathDoubtful(90, 10)).as("those that failed arrived there").isFalse();
    assertThat(meter.queries()).isEqualTo(4);
  }

  @Test
  void aProxyThatDoesNotSayIsDoubted() {
    answers.add(usage(0, 1));
    answers.add("no usage");
    answers.add(usage(600 * MS, 1));
    CostMeter meter = aSecondOf(through(false));
    assertThat(meter.isPathDoubtful(100, 0)).isTrue();
    assertThat(meter.cost().proxy()).isEqualTo(ProxyShare.NONE);
    assertThat(warnings).hasSize(1).first().asString().startsWith("the proxy's usage stays empty");
  }

  @Test
  void whatABrokerUsedIsInTheCostAndDoubtsNothing() {
    answers.add(usage(0, 1));
    answers.add(proxy(0, ProcessUsage.UNKNOWN, ProcessUsage.UNKNOWN));
    answers.add(usage(600 * MS, 1));
    answers.add(proxy(250 * MS, ProcessUsage.UNKNOWN, ProcessUsage.UNKNOWN));
    CostMeter meter = aSecondOf(through(true));
    assertThat(meter.cost().proxy()).isEqualTo(new ProxyShare(250.0, null, null));
    assertThat(meter.isPathDoubtful(100, 0)).isFalse();
  }

  @Test
  void messagesWithoutAReplyAreAwaitedUntilAllAreCounted() throws Exception {
    CostMeter meter = sent(40, 70, 100);
    clock.addAll(List.of(1_000 * MS, 1_000 * MS, 8_000 * MS, 9_000 * MS));
    meter.awaitServed(100);
    assertThat(meter.callsServed()).isEqualTo(100);
    assertThat(answers).isEmpty();
  }

  @Test
  void messagesThatDoNotComeAreNotAwaitedForever() throws Exception {
    CostMeter meter = sent(90, 90, 90, 91, 92);
    clock.addAll(List.of(1_000 * MS, 1_000 * MS, 5_000 * MS, 6_000 * MS, 6_000 * MS));
    meter.awaitServed(100);
    assertThat(meter.callsServed()).as("none came within 5 s").isEqualTo(90);
    clock.addAll(List.of(6_000 * MS, 6_000 * MS, 36_000 * MS, 36_000 * MS));
    meter.awaitServed(100);
    assertThat(meter.callsServed()).as("some came, but not all within 30 s").isEqualTo(91);
  }

  @Test
  void aServerThatDiesWhileItIsAwaitedHasCountedWhatItReportedLast() throws Exception {
    CostMeter meter = sent(90);
    answers.add("gone");
    clock.addAll(List.of(1_000 * MS, 1_000 * MS, 6_000 * MS, 6_000 * MS));
    meter.awaitServed(100);
    assertThat(meter.callsServed()).isEqualTo(90);
    assertThat(answers).isEmpty();
  }

  @Test
  void whatWasSentBeforeIsAwaitedUntilNoMoreOfItIsCounted() throws Exception {
    LongStream.of(10, 40, 50, 50).forEach(calls -> answers.add(proxy(MS, calls, 1)));
    clock.addAll(List.of(0L, 1_000 * MS, 2_000 * MS));
    CostMeter meter = meter();
    meter.awaitStill();
    assertThat(answers).isEmpty();
    assertThat(meter.isCountOfOthersToo()).isFalse();
  }

  @Test
  void whatABrokerHasStoredForLongIsNotAwaitedForever() throws Exception {
    LongStream.of(10, 40, 50).forEach(calls -> answers.add(proxy(MS, calls, 1)));
    clock.addAll(List.of(0L, 1_000 * MS, 30_000 * MS));
    CostMeter meter = meter();
    meter.awaitStill();
    assertThat(meter.isCountOfOthersToo()).isTrue();
  }

  /** A run behind whose last message the server has counted so many, and later so many. */
  private CostMeter sent(long... counted) {
    answers.add(proxy(0, 0, 1));
    LongStream.of(counted).forEach(calls -> answers.add(proxy(MS, calls, 1)));
    return aSecondOf(meter());
  }

  @Test
  void everyOneOfSeveralServersHasToServe() {
    assertThat(measured(1_000 * MS, 1, 0, () -> {}).isReplicaDoubtful()).as("of one").isFalse();
    assertThat(ofTwo(usage(MS, 1), usage(MS, 1)).isReplicaDoubtful()).isFalse();
    CostMeter idle = ofTwo(usage(MS, 1), usage(0, 1));
    assertThat(idle.isReplicaDoubtful()).as("the second had no call").isTrue();
    assertThat(idle.callsServed()).isEqualTo(100);
    CostMeter silent = ofTwo(usage(MS, 1), "gone");
    assertThat(silent.isReplicaDoubtful()).as("the second did not report it").isTrue();
    assertThat(silent.callsServed()).isNull();
  }

  /** One run of two servers, each of which began at nothing. */
  private CostMeter ofTwo(String first, String second) {
    answers.addAll(List.of(usage(0, 1), usage(0, 1), first, second));
    return aSecondOf(meter(server.reader(), server.reader()));
  }

  /** One run of a known length, in which a server took so much, and the client did something. */
  private CostMeter measured(long nanos, long processors, long serverNanos, Runnable work) {
    answers.add(usage(0, processors));
    answers.add(usage(serverNanos, processors));
    clock.add(0L);
    clock.add(nanos);
    CostMeter meter = meter();
    meter.beforeGate();
    work.run();
    meter.afterLastReply();
    assertThat(warnings).isEmpty();
    return meter;
  }

  private CostMeter aSecondOf(CostMeter meter) {
    clock.addAll(List.of(0L, 1_000 * MS));
    meter.beforeGate();
    meter.afterLastReply();
    return meter;
  }

  private CostSources sources(UsageReader... readers) {
    return Sources.with(List.of(readers), Sources.processors(1), clock::remove);
  }

  private CostMeter meter() {
    return meter(server.reader());
  }

  private CostMeter meter(UsageReader... readers) {
    return new CostMeter(sources(readers), CostMeter.Borders.QUIET, warnings::add);
  }

  private CostMeter through(boolean isBroker) {
    return new CostMeter(
        Sources.through(sources(server.reader()), server.reader(), isBroker),
        CostMeter.Borders.QUIET,
        warnings::add);
  }

  private static String usage(long cpuNanos, long processors) {
    return usage(cpuNanos, processors, ProcessUsage.UNKNOWN);
  }

  private static String usage(long cpuNanos, long processors, long readNanos) {
    boolean later = cpuNanos > 0;
    return new ServerUsage(
            "tcp",
            "example",
            1,
            1,
            later ? 100 : 0,
            0,
            1,
            new ProcessUsage(
                cpuNanos,
                later ? 9 : 0,
                later ? 4_000 : 0,
                later ? 50 * MS : 0,
                later ? 7 : 0,
                80_000,
                90_000,
                readNanos),
            processors,
            50_000,
            ProcessUsage.UNKNOWN,
            ProcessUsage.UNKNOWN)
        .toText();
  }

  private static void burn(long nanos) {
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    while (threads.getCurrentThreadCpuTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }
}
