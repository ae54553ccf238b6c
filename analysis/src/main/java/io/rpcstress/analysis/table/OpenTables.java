package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Level;
import io.rpcstress.analysis.answer.Searches;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Offered;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.measure.Column;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.record.ProbeRecord;
import io.rpcstress.measure.record.SearchRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The open loops: what was offered and what came of it, and who sustains how much. */
public final class OpenTables {

  private static final int RATE_DECIMALS = 1;
  private static final int TIME_DECIMALS = 1;
  private static final double P50 = 50;
  private static final double P95 = 95;
  private static final double P99 = 99;
  private static final double P999 = 99.9;

  private static final Columns<OfferedLoad> LOAD =
      new Columns<OfferedLoad>()
          .add("shape", load -> load.shape().label())
          .add("rate, calls/s", OfferedLoad::rate)
          .add("seconds", OfferedLoad::seconds);

  static final Columns<Cell> LEFT_OUT =
      new Columns<Cell>()
          .add("left out", cell -> cell.processes().size() - cell.valid().size())
          .add(
              "left out by",
              cell ->
                  cell.leftOut().entrySet().stream()
                      .map(each -> each.getKey() + " " + each.getValue())
                      .collect(Collectors.joining(", ")));

  private static final Columns<SearchRecord> SEARCH =
      new Columns<SearchRecord>()
          .add("objective", SearchRecord::slo)
          .add("technology", search -> Series.of(search).label());

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
      tables.add(loads(data));
      tables.add(runs(data));
      Table flags = FlagTable.byCause(data, LoadShape.OPEN);
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

  private static Table loads(SweepData data) {
    SharedDimensions names = data.shared(LoadShape.OPEN);
    return new Columns<Cell>()
        .add("technology", cell -> names.label(cell.series()))
        .addAll(LOAD, Cell::offered)
        .add("processes", cell -> cell.processes().size())
        .addAll(LEFT_OUT, cell -> cell)
        .estimate(
            "achieved, calls/s", "achieved, 95 % interval", RATE_DECIMALS, OpenTables::achieved)
        .estimate(
            "response p50, us",
            "p50, 95 % interval",
            TIME_DECIMALS,
            cell -> Estimate.response(cell, Level.P50))
        .estimate(
            "response p99, us",
            "p99, 95 % interval",
            TIME_DECIMALS,
            cell -> Estimate.response(cell, Level.P99))
        .add("interval over", cell -> achieved(cell).over())
        .add("not ok", cell -> cell.processes().stream().mapToLong(ProcessRuns::callsNotOk).sum())
        .add("flags", Cell::flags)
        .table(Tables.words("open-loads").titled(names::title), data.open());
  }

  private static Estimate achieved(Cell cell) {
    return Estimate.of(cell, process -> process.offered().achievedPerSecond());
  }

  private static Table runs(SweepData data) {
    SharedDimensions names = data.shared(LoadShape.OPEN);
    return new Columns<Started>()
        .add("technology", row -> names.label(row.cell().series()))
        .addAll(LOAD, row -> row.process().load())
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
            Tables.words("open-loop").titled(names::title),
            data.open().stream()
                .flatMap(cell -> cell.processes().stream().map(each -> new Started(cell, each)))
                .toList());
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
      return LatencyCells.entry(Unknown.orNaN(us), level, timedOut, "", TIME_DECIMALS);
    }
  }

  private static Table ranking(SweepData data) {
    return new Columns<SearchRecord>()
        .addAll(SEARCH, search -> search)
        .add(
            Heading.marked("sustained, calls/s").typed(Column.Type.INTEGER),
            search -> Entry.orWord(search.sustainableRate(), 0, "none"))
        .add(Heading.counts("confirmed", "of", "of"), OpenTables::confirmed)
        .add("may be higher", SearchRecord::boundReached)
        .add("goodput there, calls/s", RATE_DECIMALS, there(ProbeRecord::goodputPerSecond))
        .add("p50 there, us", TIME_DECIMALS, there(probe -> probe.latency().p50Us()))
        .add("p99 there, us", TIME_DECIMALS, there(probe -> probe.latency().p99Us()))
        .add("first rate beyond, calls/s", beyond(ProbeRecord::rate))
        .add("goodput beyond, calls/s", RATE_DECIMALS, beyond(ProbeRecord::goodputPerSecond))
        .add("p99 beyond, us", TIME_DECIMALS, beyond(probe -> probe.latency().p99Us()))
        .add("violated beyond", beyond(OpenTables::violated))
        .add("monotone", SearchRecord::monotone)
        .add("ending", s -> s.failure() == null ? s.ending() : s.ending() + ": " + s.failure())
        .table(Tables.words("sustainable-rate"), Searches.ranked(data));
  }

  private static String violated(ProbeRecord probe) {
    return String.join(", ", probe.violated());
  }

  private static Entry confirmed(SearchRecord search) {
    return search.confirmations() == 0
        ? Entry.EMPTY
        : Entry.both(search.confirmationsHeld(), search.confirmations());
  }

  private static Columns.Value<SearchRecord> there(Function<ProbeRecord, @Nullable Object> what) {
    return search -> search.sustained().map(what);
  }

  private static Columns.Value<SearchRecord> beyond(Function<ProbeRecord, @Nullable Object> what) {
    return search -> search.beyond().map(what);
  }

  private static Table probes(SweepData data) {
    List<Tried> rows = new ArrayList<>();
    for (SearchRecord search : data.searches()) {
      search.probes().stream()
          .sorted(Comparator.comparingInt(ProbeRecord::rate).thenComparingInt(ProbeRecord::number))
          .forEach(probe -> rows.add(new Tried(search, probe)));
    }
    return new Columns<Tried>()
        .addAll(SEARCH, Tried::search)
        .addAll(
            new Columns<ProbeRecord>()
                .add("rate, calls/s", ProbeRecord::rate)
                .add("probe", ProbeRecord::number)
                .add("stage", ProbeRecord::stage)
                .add("holds", probe -> probe.takenOut() ? "" : probe.holds())
                .add("achieved, calls/s", RATE_DECIMALS, ProbeRecord::achievedPerSecond)
                .add("goodput, calls/s", RATE_DECIMALS, ProbeRecord::goodputPerSecond)
                .add("p50, us", TIME_DECIMALS, probe -> probe.latency().p50Us())
                .add("p99, us", TIME_DECIMALS, probe -> probe.latency().p99Us())
                .add("p99.9, us", TIME_DECIMALS, probe -> probe.latency().p999Us())
                .add("violated", OpenTables::violated),
            Tried::probe)
        .table(Tables.words("rate-probes"), rows);
  }

  private record Tried(SearchRecord search, ProbeRecord probe) {}
}
