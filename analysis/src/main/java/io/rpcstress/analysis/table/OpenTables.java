package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Offered;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.analysis.model.RateSearch.Probe;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Column;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The open loops: what was offered and what came of it, and who sustains how much. */
public final class OpenTables {

  private static final int RATE_DECIMALS = 1;
  private static final int TIME_DECIMALS = 1;
  private static final double P50 = 50;
  private static final double P95 = 95;
  private static final double P99 = 99;
  private static final double P999 = 99.9;

  private static final Columns<RateSearch> SEARCH =
      new Columns<RateSearch>()
          .add("objective", RateSearch::slo)
          .add("technology", s -> new Series(0, s.technology(), s.variant()).label());

  private static final Columns<Offered> STARTED =
      new Columns<Offered>()
          .add("starting", Offered::starting)
          .add("offered, calls/s", RATE_DECIMALS, Offered::perSecond)
          .add("achieved, calls/s", RATE_DECIMALS, Offered::achievedPerSecond);

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
    return new Columns<Started>()
        .add("technology", row -> names.of(row.cell().series()))
        .addAll(OpenLoadsTable.LOAD, row -> row.process().load())
        .add("repetition", row -> row.process().repetition())
        .addAll(STARTED, row -> row.process().offered())
        .add("saturated", row -> row.process().flags().contains(Flag.SATURATED.label()))
        .add(Heading.marked("response min, us"), row -> row.response(Latency::minUs, 0))
        .add(Heading.marked("response mean, us"), row -> row.response(Latency::meanUs, 0))
        .add(Heading.marked("response p50, us"), row -> row.response(Latency::p50Us, P50))
        .add(Heading.marked("service p50, us"), row -> row.service(Latency::p50Us, P50))
        .add(Heading.marked("response p95, us"), row -> row.response(Latency::p95Us, P95))
        .add(Heading.marked("response p99, us"), row -> row.response(Latency::p99Us, P99))
        .add(Heading.marked("service p99, us"), row -> row.service(Latency::p99Us, P99))
        .add(Heading.marked("response p99.9, us"), row -> row.response(Latency::p999Us, P999))
        .add(Heading.marked("service p99.9, us"), row -> row.service(Latency::p999Us, P999))
        .add("failed", row -> row.run().callsFailed())
        .add("timed out", row -> row.run().callsTimedOut())
        .add("abandoned", row -> row.run().callsAbandoned())
        .add("flags", row -> row.process().flags())
        .table(
            "open-loop",
            names.title("Open loop: calls when they are due"),
            data.open().stream()
                .flatMap(cell -> cell.processes().stream().map(each -> new Started(cell, each)))
                .toList(),
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
                + " loop's.");
  }

  private record Started(Cell cell, ProcessRuns process) {

    Run run() {
      return process.runs().get(0);
    }

    Entry response(Function<Latency, @Nullable Double> what, double level) {
      return time(what.apply(process.offered().response()), level);
    }

    Entry service(Function<Latency, @Nullable Double> what, double level) {
      return time(what.apply(process.offered().service()), level);
    }

    private Entry time(@Nullable Double us, double level) {
      long issued = run().callsIssued();
      double timedOut = issued == 0 ? 0 : (double) run().callsTimedOut() / issued;
      return LatencyCells.entry(us, level, timedOut, "", TIME_DECIMALS);
    }
  }

  private static Table ranking(SweepData data) {
    List<RateSearch> ranked =
        data.searches().stream()
            .sorted(
                Comparator.comparing(RateSearch::slo)
                    .thenComparing(OpenTables::rate, Comparator.reverseOrder()))
            .toList();
    return new Columns<RateSearch>()
        .addAll(SEARCH, search -> search)
        .add(
            Heading.marked("sustained, calls/s").typed(Column.Type.INTEGER),
            search -> Entry.orWord(search.sustainableRate(), 0, "none"))
        .add(Heading.counts("confirmed", "of", "of"), OpenTables::confirmed)
        .add("may be higher", RateSearch::boundReached)
        .add("goodput there, calls/s", RATE_DECIMALS, there(Probe::goodputPerSecond))
        .add("p50 there, us", TIME_DECIMALS, there(Probe::p50Us))
        .add("p99 there, us", TIME_DECIMALS, there(Probe::p99Us))
        .add("first rate beyond, calls/s", beyond(Probe::rate))
        .add("goodput beyond, calls/s", RATE_DECIMALS, beyond(Probe::goodputPerSecond))
        .add("p99 beyond, us", TIME_DECIMALS, beyond(Probe::p99Us))
        .add("violated beyond", beyond(Probe::violated))
        .add("monotone", RateSearch::monotone)
        .add("ending", s -> s.failure() == null ? s.ending() : s.ending() + ": " + s.failure())
        .table(
            "sustainable-rate",
            "Who sustains how much at a fixed objective",
            ranked,
            "Sustained: the highest rate that was found to hold the objective, with open loop, response"
                + " time and no call lost; most first. Confirmed: how many repeated probes of it held."
                + " May be higher: a bound ended the search.",
            "Goodput: good replies within the objective a second. Beyond: the lowest rate above that"
                + " did not hold. Monotone: no rate was violated below one that held; where one was, not"
                + " the rate alone decides. A search is one sample of a noisy edge: two rates within its precision"
                + " are no difference.");
  }

  private static int rate(RateSearch search) {
    Integer rate = search.sustainableRate();
    return rate == null ? 0 : rate;
  }

  private static Entry confirmed(RateSearch search) {
    return search.confirmations() == 0
        ? Entry.EMPTY
        : Entry.both(search.confirmationsHeld(), search.confirmations());
  }

  private static Columns.Value<RateSearch> there(Function<Probe, @Nullable Object> what) {
    return search -> search.sustained().map(what);
  }

  private static Columns.Value<RateSearch> beyond(Function<Probe, @Nullable Object> what) {
    return search -> search.beyond().map(what);
  }

  private static Table probes(SweepData data) {
    List<Tried> rows = new ArrayList<>();
    for (RateSearch search : data.searches()) {
      search.probes().stream()
          .sorted(Comparator.comparingInt(Probe::rate).thenComparingInt(Probe::number))
          .forEach(probe -> rows.add(new Tried(search, probe)));
    }
    return new Columns<Tried>()
        .addAll(SEARCH, Tried::search)
        .addAll(
            new Columns<Probe>()
                .add("rate, calls/s", Probe::rate)
                .add("probe", Probe::number)
                .add("stage", Probe::stage)
                .add("holds", probe -> probe.isTakenOut() ? "" : probe.holds())
                .add("achieved, calls/s", RATE_DECIMALS, Probe::achievedPerSecond)
                .add("goodput, calls/s", RATE_DECIMALS, Probe::goodputPerSecond)
                .add("p50, us", TIME_DECIMALS, Probe::p50Us)
                .add("p99, us", TIME_DECIMALS, Probe::p99Us)
                .add("p99.9, us", TIME_DECIMALS, Probe::p999Us)
                .add("violated", Probe::violated),
            Tried::probe)
        .table(
            "rate-probes",
            "Every load that the searches tried",
            rows,
            "By rate: goodput and response time up to the knee, and past it. Stage repeated: a flag took"
                + " the probe out, and its rate was offered again; it is in no figure.");
  }

  private record Tried(RateSearch search, Probe probe) {}
}
