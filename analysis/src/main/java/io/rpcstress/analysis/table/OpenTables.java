package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Offered;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.analysis.model.RateSearch.Probe;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The open loops: what was offered and what came of it, and who sustains how much. */
public final class OpenTables {

  private static final int RATE_DECIMALS = 1;
  private static final int TIME_DECIMALS = 1;
  private static final double P50 = 50;
  private static final double P95 = 95;
  private static final double P99 = 99;
  private static final double P999 = 99.9;

  private OpenTables() {}

  /** Those that have rows; empty for a sweep without open loops. */
  public static List<Table> of(SweepData data) {
    List<Table> tables = new ArrayList<>();
    if (!data.open().isEmpty()) {
      tables.add(OpenLoadsTable.of(data));
      tables.add(runs(data));
      Table flags = OpenLoadsTable.byCause(data);
      if (!flags.rows().isEmpty()) {
        tables.add(flags);
      }
    }
    if (!data.searches().isEmpty()) {
      tables.add(ranking(data));
      tables.add(probes(data));
    }
    return tables;
  }

  private static Table runs(SweepData data) {
    RowNames names = OpenLoadsTable.names(data);
    return new Table(
        "open-loop",
        names.title("Open loop: calls when they are due"),
        List.of(
            "technology",
            "shape",
            "rate, calls/s",
            "seconds",
            "repetition",
            "starting",
            "offered, calls/s",
            "achieved, calls/s",
            "saturated",
            "response min, us",
            "response mean, us",
            "response p50, us",
            "service p50, us",
            "response p95, us",
            "response p99, us",
            "service p99, us",
            "response p99.9, us",
            "service p99.9, us",
            "failed",
            "timed out",
            "abandoned",
            "flags"),
        data.open().stream()
            .flatMap(
                cell -> cell.processes().stream().map(each -> run(each, names.of(cell.series()))))
            .toList(),
        List.of(
            "Response time runs from when a call was due: what its user waits. Service time of the same"
                + " call runs from when it was started: what a load generator sees that waits for the"
                + " server. Where the two part, calls queued. Compare service times of the same starting only:"
                + " async starts each call when it is due, threads wait for replies.",
            "Achieved: good replies a second within the schedule. Saturated: less than 99 % of what was"
                + " offered; then latencies say how long the run was, not how fast the server is, and"
                + " are not to be compared.",
            LatencyCells.DEADLINE_NOTE,
            "Percentiles are of good calls; those that timed out or were abandoned are not in them."
                + " Empty where fewer than ten samples lie beyond. Never mix them with a closed"
                + " loop's."));
  }

  private static List<String> run(ProcessRuns process, String name) {
    Offered offered = process.offered();
    Latency response = offered.response();
    Latency service = offered.service();
    Run run = process.runs().get(0);
    return List.of(
        name,
        process.load().shape().label(),
        Integer.toString(process.load().rate()),
        Integer.toString(process.load().seconds()),
        Integer.toString(process.repetition()),
        offered.starting(),
        Numbers.fixed(offered.perSecond(), RATE_DECIMALS),
        Numbers.fixed(offered.achievedPerSecond(), RATE_DECIMALS),
        process.flags().contains(Flag.SATURATED.label()) ? "yes" : "no",
        time(run, response.minUs(), 0),
        time(run, response.meanUs(), 0),
        time(run, response.p50Us(), P50),
        time(run, service.p50Us(), P50),
        time(run, response.p95Us(), P95),
        time(run, response.p99Us(), P99),
        time(run, service.p99Us(), P99),
        time(run, response.p999Us(), P999),
        time(run, service.p999Us(), P999),
        Long.toString(run.callsFailed()),
        Long.toString(run.callsTimedOut()),
        Long.toString(run.callsAbandoned()),
        String.join(" ", process.flags()));
  }

  private static String time(Run run, @Nullable Double us, double level) {
    long issued = run.callsIssued();
    double timedOut = issued == 0 ? 0 : (double) run.callsTimedOut() / issued;
    return LatencyCells.text(us, level, timedOut, "", TIME_DECIMALS);
  }

  private static Table ranking(SweepData data) {
    List<RateSearch> ranked =
        data.searches().stream()
            .sorted(
                Comparator.comparing(RateSearch::slo)
                    .thenComparing(OpenTables::rate, Comparator.reverseOrder()))
            .toList();
    return new Table(
        "sustainable-rate",
        "Who sustains how much at a fixed objective",
        List.of(
            "objective",
            "technology",
            "sustained, calls/s",
            "confirmed",
            "may be higher",
            "goodput there, calls/s",
            "p50 there, us",
            "p99 there, us",
            "first rate beyond, calls/s",
            "goodput beyond, calls/s",
            "p99 beyond, us",
            "violated beyond",
            "monotone",
            "ending"),
        ranked.stream().map(OpenTables::ranked).toList(),
        List.of(
            "Sustained: the highest rate that was found to hold the objective, with open loop, response"
                + " time and no call lost; most first. Confirmed: how many repeated probes of it held."
                + " May be higher: a bound ended the search.",
            "Goodput: good replies within the objective a second. Beyond: the lowest rate above that"
                + " did not hold. Monotone: no rate was violated below one that held; where one was, not"
                + " the rate alone decides. A search is one sample of a noisy edge: two rates within its precision"
                + " are no difference."));
  }

  private static int rate(RateSearch search) {
    Integer rate = search.sustainableRate();
    return rate == null ? 0 : rate;
  }

  private static List<String> ranked(RateSearch search) {
    Optional<Probe> there = search.sustained();
    Optional<Probe> beyond = search.beyond();
    String failure = search.failure();
    Integer rate = search.sustainableRate();
    return List.of(
        search.slo(),
        label(search),
        rate == null ? "none" : rate.toString(),
        search.confirmations() == 0
            ? ""
            : search.confirmationsHeld() + " of " + search.confirmations(),
        search.boundReached() ? "yes" : "no",
        Numbers.fixed(there.map(Probe::goodputPerSecond).orElse(null), RATE_DECIMALS),
        time(there.map(Probe::p50Us).orElse(null)),
        time(there.map(Probe::p99Us).orElse(null)),
        beyond.map(p -> Integer.toString(p.rate())).orElse(""),
        Numbers.fixed(beyond.map(Probe::goodputPerSecond).orElse(null), RATE_DECIMALS),
        time(beyond.map(Probe::p99Us).orElse(null)),
        beyond.map(Probe::violated).orElse(""),
        search.monotone() ? "yes" : "no",
        search.ending() + (failure == null ? "" : ": " + failure));
  }

  private static Table probes(SweepData data) {
    List<List<String>> rows = new ArrayList<>();
    for (RateSearch search : data.searches()) {
      search.probes().stream()
          .sorted(Comparator.comparingInt(Probe::rate).thenComparingInt(Probe::number))
          .forEach(p -> rows.add(probe(search, p)));
    }
    return new Table(
        "rate-probes",
        "Every load that the searches tried",
        List.of(
            "objective",
            "technology",
            "rate, calls/s",
            "probe",
            "stage",
            "holds",
            "achieved, calls/s",
            "goodput, calls/s",
            "p50, us",
            "p99, us",
            "p99.9, us",
            "violated"),
        rows,
        List.of(
            "By rate: goodput and response time up to the knee, and past it. Stage repeated: a flag took"
                + " the probe out, and its rate was offered again; it is in no figure."));
  }

  private static List<String> probe(RateSearch search, Probe probe) {
    return List.of(
        search.slo(),
        label(search),
        Integer.toString(probe.rate()),
        Integer.toString(probe.number()),
        probe.stage(),
        probe.isTakenOut() ? "" : probe.holds() ? "yes" : "no",
        Numbers.fixed(probe.achievedPerSecond(), RATE_DECIMALS),
        Numbers.fixed(probe.goodputPerSecond(), RATE_DECIMALS),
        time(probe.p50Us()),
        time(probe.p99Us()),
        time(probe.p999Us()),
        probe.violated());
  }

  private static String label(RateSearch search) {
    return new Series(0, search.technology(), search.variant()).label();
  }

  private static String time(@Nullable Double us) {
    return Numbers.fixed(us, TIME_DECIMALS);
  }
}
