package io.rpcstress.client.harness.plan;

import io.rpcstress.measure.RequestMode;
import java.util.List;

/**
 * How processes measure closed loops, whichever points they are. Immutable.
 *
 * @param count runs in one process, 1 or more; of a counted loop
 * @param mode what a request count counts
 * @param clients client processes that call at once, each 1 or more; several in a sweep
 * @param inFlight calls that each thread keeps open, each 1 or more; several in a sweep
 */
public record ClosedRuns(
    int count, RequestMode mode, List<Integer> clients, List<Integer> inFlight) {

  /** Calls that each thread keeps open. */
  public static final String IN_FLIGHT = "--in-flight";

  /** Client processes that call at once. */
  public static final String CLIENTS = "--clients";

  private static final List<Integer> JUST_ONE = List.of(1);

  /** One run, a call in flight a thread: of a process that something else than runs ends. */
  public static final ClosedRuns ONE = new ClosedRuns(1, RequestMode.TOTAL);

  public ClosedRuns {
    clients = List.copyOf(clients);
    inFlight = List.copyOf(inFlight);
  }

  public ClosedRuns(int count, RequestMode mode) {
    this(count, mode, JUST_ONE, JUST_ONE);
  }

  public ClosedRuns in(Setup setup) {
    return new ClosedRuns(count, mode, List.of(setup.clients()), List.of(setup.inFlight()));
  }

  /**
   * One run as a process that warms a server makes it, which something else than runs ends: one
   * client, with the fewest calls in flight.
   */
  public ClosedRuns alone() {
    int fewest = inFlight.stream().mapToInt(Integer::intValue).min().orElse(1);
    return new ClosedRuns(1, mode, JUST_ONE, List.of(fewest));
  }

  public Setup setup() {
    return new Setup(only(CLIENTS, clients), only(IN_FLIGHT, inFlight));
  }

  private static int only(String option, List<Integer> values) {
    if (values.size() != 1) {
      throw new Misuse(
          "%s %s: one number expected here; a sweep takes several".formatted(option, text(values)));
    }
    return values.get(0);
  }

  /** Every setup that is asked for, each once: clients outside, calls in flight inside. */
  public List<Setup> setups() {
    return clients.stream()
        .distinct()
        .flatMap(c -> inFlight.stream().distinct().map(w -> new Setup(c, w)))
        .toList();
  }

  public OptionWords options() {
    return new OptionWords()
        .add("--runs", count)
        .add("--request-mode", mode.label())
        .add(IN_FLIGHT, inFlight.equals(JUST_ONE) ? null : inFlight)
        .add(CLIENTS, clients.equals(JUST_ONE) ? null : clients);
  }

  private static String text(List<Integer> values) {
    return String.join(",", values.stream().map(String::valueOf).toList());
  }
}
