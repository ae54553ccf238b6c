package io.rpcstress.client.harness.console;

import static io.rpcstress.client.harness.console.ConsoleTable.number;
import static java.util.stream.Collectors.joining;

import io.rpcstress.measure.Run;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Processor time of a good call over some runs, us; null where it is not known of all. */
final class CallCost {

  private CallCost() {}

  static @Nullable Double ofClient(List<Run> runs) {
    return Run.microsPerGoodCall(runs, cost -> cost.client().cpuMs());
  }

  static @Nullable Double ofServer(List<Run> runs) {
    return Run.microsPerGoodCall(runs, cost -> cost.server().cpuMs());
  }

  /** Of the proxy or the broker between them. */
  private static @Nullable Double between(List<Run> runs) {
    return Run.microsPerGoodCall(runs, cost -> cost.proxy().cpuMs());
  }

  /** Prints what all sides took in the runs that are averaged, where a broker or proxy is one. */
  static void printBetween(List<Run> runs, PrintStream out) {
    List<Run> averaged = runs.stream().filter(Run::inAverages).toList();
    List<Run> known = averaged.isEmpty() ? runs : averaged;
    if (between(known) != null) {
      print(known, out);
    }
  }

  /** Prints what all sides took, as far as it is known. */
  static void print(List<Run> runs, PrintStream out) {
    String parts =
        Stream.of(
                part("client", ofClient(runs)),
                part("server", ofServer(runs)),
                part("broker or proxy", between(runs)))
            .filter(part -> !part.isEmpty())
            .collect(joining(", "));
    if (!parts.isEmpty()) {
      out.println("  processor time of a call, us: " + parts);
    }
  }

  private static String part(String whose, @Nullable Double micros) {
    return micros == null ? "" : whose + " " + number(micros, 1);
  }
}
