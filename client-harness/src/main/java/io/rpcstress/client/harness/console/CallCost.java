package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;
import static java.util.stream.Collectors.joining;

import io.rpcstress.measure.Run;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Processor time of a good call, us; null where it is not known. */
final class CallCost {
  private static final double MICROS_PER_MILLI = 1_000;

  private CallCost() {}

  static @Nullable Double ofClient(Run run) {
    return perCall(run, run.cost().client().cpuMs());
  }

  static @Nullable Double ofServer(Run run) {
    return perCall(run, run.cost().server().cpuMs());
  }

  /** Of the proxy or the broker between them. */
  private static @Nullable Double between(Run run) {
    return perCall(run, run.cost().proxy().cpuMs());
  }

  private static @Nullable Double perCall(Run run, @Nullable Double millis) {
    return millis == null || run.calls().ok() == 0
        ? null
        : (Double) (millis * MICROS_PER_MILLI / run.calls().ok());
  }

  /** Null unless it is known of all runs. */
  static @Nullable Double average(List<Run> runs, Function<Run, @Nullable Double> value) {
    List<Double> known = runs.stream().map(value).filter(Objects::nonNull).toList();
    return known.isEmpty() || known.size() < runs.size()
        ? null
        : (Double) known.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /** Prints what all sides took in the runs that are averaged, where a broker or proxy is one. */
  static void printBetween(List<Run> runs, PrintStream out) {
    List<Run> averaged = runs.stream().filter(Run::inAverages).toList();
    List<Run> known = averaged.isEmpty() ? runs : averaged;
    if (average(known, CallCost::between) != null) {
      print(known, out);
    }
  }

  /** Prints what all sides took, as far as it is known. */
  static void print(List<Run> runs, PrintStream out) {
    Double client = average(runs, CallCost::ofClient);
    Double server = average(runs, CallCost::ofServer);
    Double between = average(runs, CallCost::between);
    if (client == null && server == null && between == null) {
      return;
    }
    out.println(
        Stream.of(part("client", client), part("server", server), part("broker or proxy", between))
            .filter(part -> !part.isEmpty())
            .collect(joining(", ", "  processor time of a call, us: ", "")));
  }

  private static String part(String whose, @Nullable Double micros) {
    return micros == null ? "" : whose + " " + number(micros, 1);
  }
}
