package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.MessageMix;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OptionWords;
import io.rpcstress.measure.RequestMode;
import java.util.List;
import picocli.CommandLine.Option;

/** How a point is measured, whichever point it is: the same options for one point and a sweep. */
final class PointOptions extends LoadOptions {

  @Option(
      names = "--runs",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description = "Runs in one process, orders 0 to N-1 (default: ${DEFAULT-VALUE}).")
  int runs = 10;

  @Option(
      names = "--request-mode",
      paramLabel = "MODE",
      defaultValue = "total",
      description =
          "Whether --requests is the total of a run, divided among the threads, or that of each "
              + "thread: total or per-thread (default: ${DEFAULT-VALUE}).")
  RequestMode requestMode = RequestMode.TOTAL;

  @Option(
      names = ClosedRuns.IN_FLIGHT,
      split = ",",
      paramLabel = "N",
      defaultValue = "1",
      converter = Converters.OfCount.class,
      description =
          "Calls that each thread keeps open instead of waiting for one reply after the other "
              + "(default: ${DEFAULT-VALUE}). Only some technologies can do this. A sweep takes "
              + "several, such as 1,64, and measures each technology with those that it can do.")
  List<Integer> inFlight = List.of(1);

  @Option(
      names = ClosedRuns.CLIENTS,
      split = ",",
      paramLabel = "N",
      defaultValue = "1",
      converter = Converters.OfClients.class,
      description =
          "Client processes on this host that call at once, each with --threads and --requests "
              + "of its own (default: ${DEFAULT-VALUE}). They start together, and their sum is "
              + "compared. A sweep takes several, such as 1,2.")
  List<Integer> clients = List.of(1);

  ClosedRuns runs() {
    return new ClosedRuns(runs, requestMode, clients, inFlight);
  }

  /** Counted loops take no mix: what became of each part is counted in the others alone. */
  void refuseCountedMix(Object requests) {
    if (mix() != null) {
      throw new Misuse(
          ("%s needs a timed or open loop, and --requests %s makes a counted one: give --duration "
                  + "instead")
              .formatted(MessageMix.OPTION, requests));
    }
  }

  OptionWords options() {
    return calls().options().add(runs().options());
  }
}
