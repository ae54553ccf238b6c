package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Level;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loops under several conditions: what each costs on the same transport, closed and open loops
 * apart. What the transports cost under the same condition is in the answer and its tables, where
 * each is a load.
 */
final class ConditionsSection extends ExperimentSection {

  private static final String COUNTED = "Rows with requests are of the first seconds of a JVM.";

  private static final List<Condition> ALL =
      List.of(
          new Condition("encoding", Dimension.PAYLOAD, "encoding=json", Dimension.MESSAGE),
          new Condition("tls", Dimension.TLS, Dimension.TLS.defaultValue(), Dimension.TLS),
          new Condition(
              "compression",
              Dimension.COMPRESSION,
              Dimension.COMPRESSION.defaultValue(),
              Dimension.COMPRESSION),
          new Condition("jdk", Dimension.JDK, "", Dimension.JDK),
          new Condition("gc", Dimension.COLLECTOR, "serial", Dimension.COLLECTOR));

  private static final Pattern FIRST_PART = Pattern.compile("^[^,]*");

  ConditionsSection() {
    super("conditions");
  }

  @Override
  boolean isIn(SweepData data) {
    return ALL.stream().anyMatch(condition -> condition.isIn(data));
  }

  @Override
  public List<String> notes(SweepData data) {
    Words words = words();
    for (Condition each : ALL) {
      words = words.when(each.name(), each.isIn(data));
    }
    return words.notes();
  }

  @Override
  public String figures() {
    return "encodings";
  }

  @Override
  public List<Table> tables(SweepData data) {
    List<Table> tables = new ArrayList<>();
    for (Condition each : ALL) {
      List<Cell> closed = closed(data);
      if (each.isIn(closed)) {
        tables.add(table(each.in(closed), closed, false));
      }
      if (each.isIn(data.open())) {
        tables.add(table(each.in(data.open()), data.open(), true));
      }
    }
    return tables;
  }

  private static List<Cell> closed(SweepData data) {
    return data.all().stream().filter(cell -> !cell.is(LoadShape.OPEN)).toList();
  }

  /** Those of some cells that the condition compares, each with what it is compared with. */
  private static List<Compared> compared(Condition condition, List<Cell> all) {
    Map<Point, Cell> cells = new HashMap<>();
    all.forEach(cell -> cells.put(cell.point(), cell));
    Set<Point> baselines =
        cells.keySet().stream()
            .filter(condition::isOf)
            .map(condition::plain)
            .collect(Collectors.toSet());
    return all.stream()
        .filter(cell -> condition.isOf(cell.point()) || baselines.contains(cell.point()))
        .map(cell -> new Compared(condition, cell, cells.get(condition.plain(cell.point()))))
        .toList();
  }

  private Table table(Condition condition, List<Cell> cells, boolean open) {
    List<Compared> rows = compared(condition, cells);
    String plain = condition.text(condition.baseline());
    boolean counted = rows.stream().anyMatch(row -> row.cell().is(LoadShape.COUNTED));
    return new Columns<Compared>()
        .add("technology", Compared::technology)
        .add("operation", row -> row.cell().point().operation())
        .add("message", row -> row.cell().point().dimensions().text(Dimension.MESSAGE))
        .add("payload", row -> CellText.payload(row.cell().point()))
        .add(condition.name(), Compared::value)
        .addIf(
            open, columns -> columns.add("arrivals", row -> row.cell().offered().shape().label()))
        .addIf(open, columns -> columns.add("rate, calls/s", row -> row.cell().offered().rate()))
        .addIf(!open, columns -> columns.add("threads", row -> row.cell().point().threadNum()))
        .addIf(counted, columns -> columns.add("requests", row -> row.cell().point().requestNum()))
        .add("processes", row -> row.cell().valid().size())
        .add("request, bytes", row -> row.cell().conditions().payloadBytes())
        .add("reply, bytes", row -> row.cell().conditions().replyBytes())
        .add("bytes out", 0, row -> row.cell().perCall(Run::bytesOut))
        .add("bytes in", 0, row -> row.cell().perCall(Run::bytesIn))
        .addAll(
            CellText.estimate(open ? "response p99, us" : "calls/s"),
            row ->
                open
                    ? Estimate.response(row.cell(), Level.P99)
                    : Estimate.callsPerSecond(row.cell()))
        .addAll(
            CellText.ratio("ratio of %s to %s".formatted(open ? "p99" : "rates", plain)),
            row -> row.ratio(open ? CellText::ratioOfP99 : CellText::ratioOfRates))
        .addAll(CellText.CPU, Compared::cell)
        .add("caveat", Compared::caveat)
        .table(
            words("condition" + (open ? "-open" : ""))
                .as(id() + "-" + condition.name() + (open ? "-open" : ""))
                .with("condition", condition.name())
                .with("baseline", plain)
                .with("counted", counted ? " " + COUNTED : ""),
            rows);
  }

  /**
   * What points differ in.
   *
   * @param baseline the value that others are compared with; empty for the lowest number measured
   * @param sign the dimension that is off its default where a sweep has the condition
   */
  private record Condition(String name, Dimension dimension, String baseline, Dimension sign) {

    boolean isIn(SweepData data) {
      return isIn(closed(data)) || isIn(data.open());
    }

    /** Whether there are points with it and others without. */
    boolean isIn(List<Cell> cells) {
      long values =
          cells.stream()
              .map(cell -> text(cell.point().dimensions().text(dimension)))
              .distinct()
              .count();
      return values > 1 && cells.stream().anyMatch(cell -> isOf(cell.point()));
    }

    /** The same with the baseline that they have. */
    Condition in(List<Cell> cells) {
      if (!baseline.isEmpty()) {
        return this;
      }
      String lowest =
          cells.stream()
              .map(Cell::point)
              .filter(this::isOf)
              .map(point -> point.dimensions().text(dimension))
              .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
              .orElse("");
      return new Condition(name, dimension, lowest, sign);
    }

    boolean isOf(Point point) {
      return point.dimensions().has(sign);
    }

    /** A stream's payload has other parts behind the encoding, which stay. */
    Point plain(Point point) {
      String value = point.dimensions().text(dimension);
      return point.with(dimension, FIRST_PART.matcher(value).replaceFirst(baseline));
    }

    String text(String value) {
      return value.substring(value.indexOf('=') + 1).replaceFirst(",.*", "");
    }
  }

  /** A cell, and the same calls under the condition that it is compared with, where there are. */
  private record Compared(Condition condition, Cell cell, @Nullable Cell plain) {

    /** With the other conditions that it was measured under; an encoding is a payload. */
    String technology() {
      List<Dimension> others =
          List.of(Dimension.TLS, Dimension.COMPRESSION, Dimension.JDK, Dimension.COLLECTOR);
      return Stream.concat(
              Stream.of(CellText.technology(cell)),
              Series.words(
                  cell.point().dimensions(),
                  each -> others.contains(each) && !each.equals(condition.dimension()))
                  .stream())
          .collect(Collectors.joining(", "));
    }

    String value() {
      return condition.text(cell.point().dimensions().text(condition.dimension()));
    }

    String caveat() {
      String own = CellText.caveat(cell);
      String baseline = condition.text(condition.baseline());
      if (!own.isEmpty() || plain == null) {
        return own.isEmpty() ? "not measured with " + baseline : own;
      }
      String of = CellText.caveat(plain);
      return of.isEmpty() ? "" : baseline + ": " + of;
    }

    Estimate ratio(BiFunction<Cell, Cell, Estimate> of) {
      return plain == null || plain.equals(cell) || !caveat().isEmpty()
          ? Estimate.NOTHING
          : of.apply(cell, plain);
    }
  }
}
