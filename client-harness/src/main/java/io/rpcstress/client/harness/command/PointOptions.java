package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.point.PointPlan;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How a point is measured, whichever point it is: the same options for one point and a sweep. */
final class PointOptions extends CallOptions {

  /** Calls that each thread keeps open. */
  static final String IN_FLIGHT = "--in-flight";

  /** Client processes that call at once. */
  static final String CLIENTS = "--clients";

  /** Calls that a measuring process may have open, so that they fit its heap. */
  static final int MAX_OPEN = 32_768;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "10",
      converter = Converters.OfCount.class,
      description = "Runs in one process, order 0 onwards (default: ${DEFAULT-VALUE}).")
  int runs;

  @Option(
      names = "--request-mode",
      paramLabel = "MODE",
      defaultValue = "total",
      description = {
        "What --requests counts: the total of a run, dealt to the threads, or each",
        "thread's own: total or per-thread (default: ${DEFAULT-VALUE})."
      })
  RequestMode requestMode = RequestMode.TOTAL;

  @Option(
      names = IN_FLIGHT,
      split = ",",
      paramLabel = "N",
      defaultValue = "1",
      converter = Converters.OfCount.class,
      description = {
        "Calls that each thread keeps open instead of waiting for one reply after the other; where",
        "the technology can start a call without waiting (default: ${DEFAULT-VALUE}). A sweep takes",
        "several, such as 1,64, and measures each technology with those that it can."
      })
  List<Integer> inFlight = List.of(1);

  @Option(
      names = CLIENTS,
      split = ",",
      paramLabel = "N",
      defaultValue = "1",
      converter = Converters.OfClients.class,
      description = {
        "Client processes on this host that make the calls at once, each with --threads and",
        "--requests of its own, released together. Compared is what they have together (default:",
        "${DEFAULT-VALUE}). A sweep takes several, such as 1,2."
      })
  List<Integer> clients = List.of(1);

  /**
   * How many clients call, and how many calls each of their threads keeps open.
   *
   * @param clients client processes, 1 or more
   * @param inFlight calls of each thread, 1 or more
   */
  record Setup(int clients, int inFlight) {

    /** One client, which waits for each reply. */
    static final Setup PLAIN = new Setup(1, 1);

    /** What makes a point one of this setup. */
    Dimensions dimensions() {
      return Dimensions.NONE
          .with(Dimension.CLIENTS, Integer.toString(clients))
          .with(Dimension.IN_FLIGHT, Integer.toString(inFlight));
    }
  }

  /**
   * The one setup of a single point.
   *
   * @throws Misuse if several are asked for
   */
  Setup setup() {
    return new Setup(only(CLIENTS, clients), only(IN_FLIGHT, inFlight));
  }

  private static int only(String option, List<Integer> values) {
    if (values.size() != 1) {
      throw new Misuse(
          "%s %s: one number expected here; a sweep takes several".formatted(option, text(values)));
    }
    return values.get(0);
  }

  private static String text(List<Integer> values) {
    return String.join(",", values.stream().map(String::valueOf).toList());
  }

  /** Every setup that is asked for, each once: clients outside, calls in flight inside. */
  List<Setup> setups() {
    return clients.stream()
        .distinct()
        .flatMap(c -> inFlight.stream().distinct().map(w -> new Setup(c, w)))
        .toList();
  }

  /** As a process that warms a server calls: one client, with the fewest calls in flight. */
  void alone() {
    clients = List.of(1);
    inFlight = List.of(inFlight.stream().mapToInt(Integer::intValue).min().orElse(1));
  }

  /**
   * Sees that the technologies can keep that many calls open.
   *
   * @throws Misuse if one of them cannot
   */
  static void check(Setup setup, List<PointPlan> plans) {
    int inFlight = setup.inFlight();
    for (PointPlan plan : plans) {
      if (inFlight > 1 && !plan.driver().startsCalls(plan.options())) {
        throw new Misuse(
            "%s %d: %s with --connections %s cannot start a call without waiting; %s can"
                .formatted(
                    IN_FLIGHT,
                    inFlight,
                    plan.point().directoryName(),
                    plan.options().connections(),
                    String.join(", ", starting(plan.options()))));
      }
      long open = (long) inFlight * plan.options().threads();
      if (open > MAX_OPEN) {
        throw new Misuse(
            "%s %d with %d threads are %d open calls: at most %d expected"
                .formatted(IN_FLIGHT, inFlight, plan.options().threads(), open, MAX_OPEN));
      }
    }
  }

  /** The first variant of each technology that can start calls. */
  private static List<String> starting(DriverOptions like) {
    return Drivers.all().stream()
        .flatMap(
            driver ->
                driver.technology().variants().stream()
                    .filter(variant -> driver.startsCalls(as(variant, like)))
                    .limit(1)
                    .map(variant -> contender(driver.technology(), variant)))
        .toList();
  }

  private static DriverOptions as(Variant variant, DriverOptions like) {
    return new DriverOptions(
        variant.name(),
        variant.ownPolicy(like.threads()),
        like.threads(),
        like.virtualThreads(),
        like.deadline(),
        like.connectTimeout());
  }

  private static String contender(Technology technology, Variant variant) {
    return new Point(technology.name(), variant.name(), 1, 1, RequestMode.TOTAL).directoryName();
  }

  /** The options of an open loop, which has neither runs nor a count of requests. */
  List<String> wordsOfOpenLoop() {
    return super.words();
  }

  @Override
  List<String> words() {
    List<String> words = new ArrayList<>(super.words());
    words.addAll(List.of("--runs", Integer.toString(runs)));
    words.addAll(List.of("--request-mode", requestMode.label()));
    addUnlessOne(words, IN_FLIGHT, inFlight);
    addUnlessOne(words, CLIENTS, clients);
    return words;
  }

  /** Sweeps from before an option do not know it, and mean 1. */
  private static void addUnlessOne(List<String> words, String option, List<Integer> values) {
    if (!values.equals(List.of(1))) {
      words.addAll(List.of(option, text(values)));
    }
  }
}
