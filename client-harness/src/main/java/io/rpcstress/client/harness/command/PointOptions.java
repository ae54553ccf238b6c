package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.ClosedRuns;
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
      description = "Runs in one process, order 0 onwards (default: ${DEFAULT-VALUE}).")
  int runs = 10;

  @Option(
      names = "--request-mode",
      paramLabel = "MODE",
      defaultValue = "total",
      description =
          "What --requests counts: the total of a run, dealt to the threads, or each "
              + "thread's own: total or per-thread (default: ${DEFAULT-VALUE}).")
  RequestMode requestMode = RequestMode.TOTAL;

  @Option(
      names = ClosedRuns.IN_FLIGHT,
      split = ",",
      paramLabel = "N",
      defaultValue = "1",
      converter = Converters.OfCount.class,
      description =
          "Calls that each thread keeps open instead of waiting for one reply after the other; where "
              + "the technology can start a call without waiting (default: ${DEFAULT-VALUE}). A sweep"
              + " takes "
              + "several, such as 1,64, and measures each technology with those that it can.")
  List<Integer> inFlight = List.of(1);

  @Option(
      names = ClosedRuns.CLIENTS,
      split = ",",
      paramLabel = "N",
      defaultValue = "1",
      converter = Converters.OfClients.class,
      description =
          "Client processes on this host that make the calls at once, each with --threads and "
              + "--requests of its own, released together. Compared is what they have together (default: "
              + "${DEFAULT-VALUE}). A sweep takes several, such as 1,2.")
  List<Integer> clients = List.of(1);

  ClosedRuns runs() {
    return new ClosedRuns(runs, requestMode, clients, inFlight);
  }

  OptionWords options() {
    return calls().options().add(runs().options());
  }
}
