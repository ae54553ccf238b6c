package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Message;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of several kinds, each with its share, and what becomes of each kind. */
@Timeout(600)
class MixTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private static final Mix<Message.Request> MIX =
      new Mix<>(
          "mix",
          List.of(
              new Mix.Part<>("read", 9, new Asked("read", 0)),
              new Mix.Part<>("write", 1, new Asked("write", 1))));

  /** A message that is answered by its name. */
  private record Asked(String name, int part) implements Message.Request {
    @Override
    public String encoding() {
      return "json";
    }

    @Override
    public String pack() {
      return name;
    }

    @Override
    public byte[] encode() {
      return new byte[0];
    }

    @Override
    public Object decode(byte[] reply) {
      return name;
    }

    @Override
    public Object expected() {
      return name;
    }

    @Override
    public int requestBytes() {
      return part * 1_000 + 10;
    }

    @Override
    public int replyBytes() {
      return 7;
    }
  }

  /** Answers and keeps which part each call was, or fails every third write. */
  private static final class Answering implements Driver {
    private final List<Integer> called = new CopyOnWriteArrayList<>();
    private final AtomicInteger writes = new AtomicInteger();
    private final boolean fails;

    Answering(boolean fails) {
      this.fails = fails;
    }

    @Override
    public Technology technology() {
      return new Technology("answering", 99, 1, "answers", List.of(), List.of("message"));
    }

    @Override
    public Session open(Target target, DriverOptions options) {
      return new SharedSession(
          new CallerTable().on(Message.OPERATION, thread -> caller()), () -> {});
    }

    private Caller<Message.Request, Object> caller() {
      return request -> {
        if (!fails) {
          called.add(request.part());
        }
        if (fails && request.part() == 1 && writes.incrementAndGet() % 3 == 0) {
          throw new CallException(FailureKind.REFUSED, "no");
        }
        return request.expected();
      };
    }

    Callers<Message.Request, Object> callers(int threads, long seed) {
      return callers(threads, seed, 0);
    }

    Callers<Message.Request, Object> callers(int threads, long seed, int client) {
      DriverOptions options = ScriptedDriver.options(threads, Duration.ofSeconds(30));
      return new Callers<>(this, ScriptedDriver.NOWHERE, options, Message.OPERATION, 1, null)
          .mixing(MIX, seed, client);
    }
  }

  private static int[] drawn(long seed, long thread) {
    Mix.Draws draws = MIX.draws(seed, thread);
    return IntStream.generate(draws::next).limit(10_000).toArray();
  }

  @Test
  void partsAreDrawnByTheirWeightsAndASeedDrawsThemAgain() {
    int[] first = drawn(7, 0);
    assertThat(IntStream.of(first).sum()).as("writes").isBetween(900, 1_100);
    assertThat(drawn(7, 0)).isEqualTo(first);
    assertThat(drawn(8, 0)).isNotEqualTo(first);
    assertThat(drawn(7, 1)).isNotEqualTo(first);
  }

  @Test
  void partsAreDrawnApartFromTheGapsOfTheSameSeed() {
    Random gaps = new Random(7);
    assertThat(drawn(7, 0))
        .isNotEqualTo(IntStream.generate(() -> gaps.nextInt(10) / 9).limit(10_000).toArray());
  }

  private static List<Integer> drawnBy(int client) {
    try (Callers<Message.Request, Object> callers = new Answering(false).callers(1, 7, client)) {
      Requests<Message.Request> requests = callers.requests(MIX.request(0));
      return IntStream.range(0, 1_000).mapToObj(call -> requests.next().part()).toList();
    }
  }

  @Test
  void eachClientProcessDrawsItsOwnPartsAndTheSameAgain() {
    assertThat(drawnBy(1)).isNotEqualTo(drawnBy(0)).isEqualTo(drawnBy(1));
  }

  @Test
  void whatItCarriesIsTheMeanOfItsParts() {
    Workload<Message.Request, Object> workload = Workload.of(Message.OPERATION, MIX);
    assertThat(workload.payloadBytes(null)).isEqualTo(110);
    assertThat(workload.replyBytes(null)).isEqualTo(7);
    assertThat(workload.pack()).isEqualTo("mix");
    assertThat(workload.packs()).isEqualTo("read,write");
  }

  @Test
  void whatACallOfATraceCarriesIsTheMeanOfThePartsThatItNames() {
    Workload<Message.Request, Object> workload = Workload.of(Message.OPERATION, MIX);
    Trace times = new Trace(new long[] {0, 5, 5, 7});
    assertThat(workload.payloadBytes(times.of(new byte[] {1, 0, 1, 1}))).isEqualTo(760);
    assertThat(workload.payloadBytes(times)).isEqualTo(110);
  }

  @Test
  void thePartsOfATimedLoopAddUpToItsWindows() throws InterruptedException {
    Answering driver = new Answering(true);
    TimedLoad load = new TimedLoad(Duration.ofMillis(100), Duration.ofMillis(100), 2, null);
    TimedResult result;
    try (Callers<Message.Request, Object> callers = driver.callers(3, 0)) {
      result =
          new TimedLoop(CallingThreads.platform(), rates -> OptionalInt.empty())
              .run(callers, MIX.request(0), load, Long.MAX_VALUE, Meter.NONE, Meter.NONE);
    }
    List<PartResult> parts = result.parts();
    assertThat(parts).extracting(PartResult::part).containsExactly("read", "write");
    assertThat(parts.stream().mapToLong(each -> each.row().callsOk()).sum())
        .isEqualTo(result.windows().stream().mapToLong(each -> each.calls().ok()).sum())
        .isPositive();
    assertThat(parts.stream().mapToLong(PartResult::notOk).sum())
        .isEqualTo(result.windows().stream().mapToLong(each -> each.calls().notOk()).sum())
        .isPositive();
    assertThat(parts.get(0).notOk()).isZero();
    assertThat(parts.get(1).row().callsOk()).isPositive();
  }

  private static OpenLoopResult open(
      Answering driver, int threads, OfferedLoad load, @Nullable Trace trace)
      throws InterruptedException {
    try (Callers<Message.Request, Object> callers = driver.callers(threads, load.seed())) {
      return new OpenLoop(CallingThreads.platform(), new SimulatedClock())
          .following(trace)
          .run(callers, MIX.request(0), load, 1_000, Meter.NONE, Meter.NONE);
    }
  }

  private static List<Long> counted(OpenLoopResult result) {
    return result.parts().stream().map(each -> each.row().callsOk() + each.notOk()).toList();
  }

  @Test
  void aSeedGivesAnOpenLoopTheSamePartsHoweverItsThreadsTakeTheCalls() throws InterruptedException {
    OfferedLoad load = new OfferedLoad(ArrivalShape.CONSTANT, 500, 2, 1, 42);
    OpenLoopResult result = open(new Answering(true), 4, load, null);
    assertThat(result.parts().stream().mapToLong(each -> each.row().callsOk()).sum())
        .isEqualTo(result.load().calls().ok());
    assertThat(result.parts().stream().mapToLong(PartResult::notOk).sum())
        .isEqualTo(result.load().calls().notOk())
        .isPositive();
    assertThat(counted(result)).isEqualTo(counted(open(new Answering(true), 4, load, null)));
    assertThat(counted(result).get(1)).as("of 1,000 calls").isBetween(60L, 140L);
    assertThat(counted(result))
        .isNotEqualTo(counted(open(new Answering(true), 4, load.drawnFrom(43), null)));
  }

  @Test
  void theCallsOfATraceAreThePartsThatItNames() throws InterruptedException {
    Trace trace = new Trace(new long[] {0, 5, 5, SECOND + 1}).of(new byte[] {1, 0, 1, 1});
    Answering driver = new Answering(false);
    OpenLoopResult result = open(driver, 1, new OfferedLoad(ArrivalShape.TRACE, 2, 2, 1, 0), trace);
    assertThat(driver.called).hasSize(6).endsWith(1, 0, 1, 1);
    assertThat(counted(result)).containsExactly(1L, 3L);
  }
}
