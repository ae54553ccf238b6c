package io.rpcstress.analysis.compare;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Level;
import io.rpcstress.analysis.answer.Pair;
import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.ChangePoints;
import io.rpcstress.measure.statistics.ChangePoints.Change;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sweeps of the same points over time, such as one a commit: what each measured, and where that
 * changed for good. Immutable.
 *
 * @param sweeps in the order of time
 */
public record History(List<Sweep> sweeps, List<Line> lines) {

  private static final int DECIMALS = 3;
  private static final int P_DECIMALS = 3;
  private static final int COMMIT_LENGTH = 8;
  private static final double PERCENT = 100;

  /**
   * One number over time: a time in its unit, or by that of the baseline, which another machine or
   * day changes less.
   *
   * @param load the technology and all that makes its point
   * @param baseline what it is divided by; empty where it is by none
   * @param changes by their place among the values
   */
  public record Line(
      String load, String measured, String baseline, List<Value> values, List<Change> changes) {

    public String label() {
      return load + ": " + measured + (baseline.isEmpty() ? "" : ", times that of " + baseline);
    }

    /** The change that a value is the first behind. */
    Optional<Change> changeAt(int place) {
      return changes.stream().filter(change -> change.at() == place).findFirst();
    }
  }

  /** What one sweep measured. */
  public record Value(Sweep sweep, Estimate estimate) {}

  /** What makes two numbers the same one. */
  private record Key(String load, String measured, String baseline) {}

  /** A value with its line, as a table has them. */
  private record Row(Line line, int place) {

    Value value() {
      return line.values().get(place);
    }

    Optional<Change> change() {
      return line.changeAt(place);
    }
  }

  public static History of(List<SweepData> some) {
    List<SweepData> sweeps =
        some.stream()
            .sorted(
                Comparator.comparing(
                    data -> Objects.requireNonNullElse(data.sweep().start(), Instant.MIN)))
            .toList();
    Map<Key, List<Value>> found = new LinkedHashMap<>();
    sweeps.forEach(data -> add(data, found));
    List<Line> lines =
        found.entrySet().stream()
            .filter(each -> each.getValue().size() > 1)
            .map(each -> line(each.getKey(), each.getValue()))
            .sorted(Comparator.comparing(Line::load).thenComparing(Line::baseline))
            .toList();
    return new History(sweeps.stream().map(SweepData::sweep).toList(), lines);
  }

  private static void add(SweepData data, Map<Key, List<Value>> found) {
    List<Cell> compared =
        Stream.of(LoadShape.values()).flatMap(shape -> data.compared(shape).stream()).toList();
    for (Cell cell : compared) {
      if (!cell.is(LoadShape.COUNTED) || cell.isSound()) {
        Key key = new Key(cell.point().toString(), measured(cell, data), "");
        add(key, data.sweep(), estimate(cell, data), found);
      }
    }
    for (Pair pair : Verdicts.single(data).all()) {
      Key key = new Key(pair.point().toString(), measured(pair.cell(), data), pair.baseline());
      add(key, data.sweep(), pair.ratio(), found);
    }
  }

  private static void add(Key key, Sweep sweep, Estimate estimate, Map<Key, List<Value>> found) {
    if (Double.isFinite(estimate.value())) {
      found.computeIfAbsent(key, k -> new ArrayList<>()).add(new Value(sweep, estimate));
    }
  }

  private static String measured(Cell cell, SweepData data) {
    return cell.is(LoadShape.COUNTED)
        ? "time of a run, ms"
        : cell.is(LoadShape.TIMED) ? "time of a call, us" : Level.of(data).label() + ", us";
  }

  private static Estimate estimate(Cell cell, SweepData data) {
    return cell.is(LoadShape.COUNTED)
        ? Estimate.of(cell, ProcessRuns::timeTotalAvg)
        : cell.is(LoadShape.TIMED)
            ? Estimate.of(cell, ProcessRuns::microsPerCall)
            : Estimate.response(cell, Level.of(data));
  }

  private static Line line(Key key, List<Value> values) {
    double[] numbers = values.stream().mapToDouble(each -> each.estimate().value()).toArray();
    List<Change> changes = ChangePoints.find(numbers, key.toString().hashCode());
    return new Line(key.load(), key.measured(), key.baseline(), values, changes);
  }

  public Table values() {
    return columns()
        .ratio("number", "95 % interval", DECIMALS, row -> row.value().estimate())
        .addAll(changes(), row -> row)
        .table(Words.of(History.class, "history"), rows().toList());
  }

  /** A row for each change, and how little is behind the others. */
  public Table found() {
    return columns()
        .addAll(changes(), row -> row)
        .table(
            Words.of(History.class, "changes")
                .with("numbers", lines.size())
                .with("sweeps", sweeps.size())
                .with("level", ChangePoints.LEVEL),
            rows().filter(row -> row.change().isPresent()).toList());
  }

  private Stream<Row> rows() {
    return lines.stream()
        .flatMap(
            line ->
                Stream.iterate(0, place -> place + 1)
                    .limit(line.values().size())
                    .map(place -> new Row(line, place)));
  }

  private static Columns<Row> columns() {
    return new Columns<Row>()
        .add("load", row -> row.line().load())
        .add("measured", row -> row.line().measured())
        .add("baseline", row -> row.line().baseline())
        .add("sweep", row -> row.value().sweep().name())
        .add("started", row -> row.value().sweep().start())
        .add("commit", row -> commit(row.value().sweep()));
  }

  private static Columns<Row> changes() {
    return new Columns<Row>()
        .add("mean before", DECIMALS, row -> row.change().map(Change::before))
        .add("mean behind", DECIMALS, row -> row.change().map(Change::after))
        .add(
            "change, %",
            1, row -> row.change().map(each -> PERCENT * (each.after() / each.before() - 1)))
        .add("p", P_DECIMALS, row -> row.change().map(Change::pValue));
  }

  private static String commit(Sweep sweep) {
    String commit = sweep.gitCommit();
    return commit == null ? "" : commit.substring(0, Math.min(COMMIT_LENGTH, commit.length()));
  }

  /** A sweep as an axis has it: the commit that was measured, or its name where none is known. */
  public static String label(Sweep sweep) {
    String commit = commit(sweep);
    return commit.isEmpty() ? sweep.name() : commit;
  }
}
