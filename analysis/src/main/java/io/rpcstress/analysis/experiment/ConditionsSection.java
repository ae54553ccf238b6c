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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Loops under several conditions: what each costs on the same transport, closed and open loops
 * apart. What the transports cost under the same condition is in the answer and its tables, where
 * each is a load.
 */
final class ConditionsSection {

  private static final String ID = "conditions";

  static final ExperimentSection SECTION =
      ExperimentSection.of(ID, ConditionsSection::isIn, ConditionsSection::tables)
          .filled(ConditionsSection::filled)
          .withFigures("encodings");

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

  /** One handshake in ten thousand calls can be seen. */
  private static final int CONNECTION_DECIMALS = 4;

  private static final Pattern FIRST_PART = Pattern.compile("^[^,]*");

  private ConditionsSection() {}

  private static boolean isIn(SweepData data) {
    return ALL.stream().anyMatch(condition -> condition.isIn(data));
  }

  private static Words filled(Words words, SweepData data) {
    Words filled = words;
    for (Condition each : ALL) {
      filled = filled.when(each.name(), each.isIn(data));
    }
    return filled;
  }

  private static List<Table> tables(SweepData data) {
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

  /** Those of some cells that the condition compares, each beside the same calls without it. */
  private static List<Compared> compared(Condition condition, List<Cell> all) {
    Map<Point, Cell> cells = new HashMap<>();
    all.forEach(cell -> cells.put(cell.point(), cell));
    String baseline = condition.text(condition.baseline());
    Set<Point> baselines =
        cells.keySet().stream()
            .filter(condition::isOf)
            .map(condition::plain)
            .collect(Collectors.toSet());
    return all.stream()
        .filter(cell -> condition.isOf(cell.point()) || baselines.contains(cell.point()))
        .map(
            cell ->
                new Compared(
                    cell,
                    cells.get(condition.plain(cell.point())),
                    "not measured with " + baseline,
                    baseline + ": "))
        .toList();
  }

  private static Table table(Condition condition, List<Cell> cells, boolean open) {
    List<Compared> rows = compared(condition, cells);
    String plain = condition.text(condition.baseline());
    boolean counted = rows.stream().anyMatch(row -> row.cell().is(LoadShape.COUNTED));
    return new Columns<Compared>()
        .add("technology", row -> condition.technology(row.cell()))
        .add("operation", row -> row.cell().point().operation())
        .add("message", row -> row.cell().point().dimensions().text(Dimension.MESSAGE))
        .add("payload", row -> CellText.payload(row.cell().point()))
        .add(condition.name(), row -> condition.value(row.cell()))
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
        .addIf(
            condition.dimension().equals(Dimension.TLS),
            columns ->
                columns.add(
                    "connections a call",
                    CONNECTION_DECIMALS,
                    row -> row.cell().perCall(Run::connections)))
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
            ExperimentSection.words(open ? "condition-open" : "condition")
                .as(ID + "-" + condition.name() + (open ? "-open" : ""))
                .with("condition", condition.name())
                .with("baseline", plain)
                .when("counted", counted),
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

    /** With the other conditions that it was measured under; an encoding is a payload. */
    String technology(Cell cell) {
      List<Dimension> others =
          List.of(Dimension.TLS, Dimension.COMPRESSION, Dimension.JDK, Dimension.COLLECTOR);
      return Stream.concat(
              Stream.of(CellText.technology(cell)),
              Series.words(
                  cell.point().dimensions(),
                  each -> others.contains(each) && !each.equals(dimension))
                  .stream())
          .collect(Collectors.joining(", "));
    }

    String value(Cell cell) {
      return text(cell.point().dimensions().text(dimension));
    }
  }
}
