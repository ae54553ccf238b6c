package io.rpcstress.analysis.database;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.rpcstress.analysis.database.DatabaseRows.OpenRow;
import io.rpcstress.analysis.database.DatabaseRows.SearchProbeRow;
import io.rpcstress.analysis.database.DatabaseRows.SearchRow;
import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.analysis.model.RateSearch.Probe;
import io.rpcstress.analysis.model.Series;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Reads a sweep's open loops back, in an order that is the same from every database. */
final class OpenLoopReader {

  private final Handle handle;
  private final long sweep;

  OpenLoopReader(Handle handle, long sweep) {
    this.handle = handle;
    this.sweep = sweep;
  }

  List<OpenResult> runs() {
    return rows("SELECT * FROM open_run WHERE sweep = :sweep", OpenRow.class).stream()
        .map(OpenLoopReader::run)
        .sorted(
            Comparator.comparing(OpenResult::series)
                .thenComparing(r -> r.offered().shape())
                .thenComparing(r -> r.offered().rate())
                .thenComparing(r -> r.offered().seconds())
                .thenComparing(r -> r.point().repetition()))
        .toList();
  }

  List<RateSearch> searches() {
    Map<String, List<Probe>> probes =
        rows(
                "SELECT * FROM rate_probe WHERE sweep = :sweep ORDER BY source, number",
                SearchProbeRow.class)
            .stream()
            .collect(groupingBy(SearchProbeRow::source, mapping(SearchProbeRow::probe, toList())));
    return rows("SELECT * FROM rate_search WHERE sweep = :sweep", SearchRow.class).stream()
        .map(row -> row.with(probes.getOrDefault(row.source(), List.of())))
        .sorted(
            Comparator.comparing(RateSearch::slo)
                .thenComparing(s -> new Series(0, s.technology(), s.variant())))
        .toList();
  }

  private <T> List<T> rows(String query, Class<T> type) {
    return handle.createQuery(query).bind("sweep", sweep).map(ConstructorMapper.of(type)).list();
  }

  private static OpenResult run(OpenRow row) {
    return new OpenResult(
        row.point(),
        row.type(),
        row.offeredPerSecond(),
        row.achievedPerSecond(),
        row.callStarting(),
        row.server().identity(),
        row.calls(),
        row.response(),
        row.service().latency(),
        row.minUs(),
        row.cost(),
        row.flags());
  }
}
