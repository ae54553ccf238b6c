package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Run;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client host short of CPU is flagged, and one that is not is not: the same gentle load of a
 * hundred calls a second, first alone, then beside busy threads on every processor.
 *
 * @param busyThreads starts them; closing ends them
 */
record FlaggedShortage(Supplier<? extends Burning> busyThreads) implements Control {

  /** With one thread that pauses so long before each call the host has nothing to do. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  /** A run of two seconds: shares of processors are coarse over less. */
  private static final int REQUESTS = 200;

  private static final int RUNS = 3;

  /** What keeps processors busy until it is closed. */
  interface Burning extends AutoCloseable {
    @Override
    void close();
  }

  @Override
  public String name() {
    return "flagged-shortage";
  }

  @Override
  public String claim() {
    return "a client host short of CPU is flagged";
  }

  @Override
  public Finding examine(Rig rig) throws NoResultException, IOException, InterruptedException {
    Seen alone = Seen.of(rig.measure(gentle(0)));
    Seen beside;
    Burning burning = busyThreads.get();
    try {
      beside = Seen.of(rig.measure(gentle(1)));
    } finally {
      burning.close();
    }
    Map<String, Object> numbers = new LinkedHashMap<>();
    alone.put("alone", numbers);
    beside.put("beside", numbers);
    String detail =
        "alone %s; beside busy threads %s".formatted(alone.text(), beside.text())
            + (alone.flagged == 0 ? "" : ": this host is busy already, end what else runs on it");
    return new Finding(alone.flagged == 0 && beside.flagged == beside.runs, detail, numbers);
  }

  private static Trial gentle(int repetition) {
    return new Trial(Fault.delay(PAUSE), 1, REQUESTS, RUNS, repetition);
  }

  /** What the warm runs of a process say of the host. */
  private record Seen(int runs, int flagged, @Nullable Double busyPercent) {

    static Seen of(Outcome outcome) throws NoResultException {
      outcome.process();
      List<Run> warm = outcome.warm();
      int flagged =
          (int) warm.stream().filter(run -> run.flags().contains(Flag.CLIENT_CPU.label())).count();
      OptionalDouble busy =
          warm.stream()
              .map(run -> run.watch().hostCpuPercent())
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue)
              .average();
      return new Seen(warm.size(), flagged, busy.isPresent() ? (Double) busy.getAsDouble() : null);
    }

    String text() {
      String busy =
          busyPercent == null
              ? "busy by an unknown share"
              : String.format(Locale.ROOT, "%.0f %% busy", busyPercent);
      return "%s, %d of %d runs flagged".formatted(busy, flagged, runs);
    }

    void put(String prefix, Map<String, Object> numbers) {
      numbers.put(prefix + "Flagged", flagged);
      numbers.put(prefix + "Runs", runs);
      if (busyPercent != null) {
        numbers.put(prefix + "HostCpuPercent", busyPercent);
      }
    }
  }
}
