package io.rpcstress.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.TimeSeries;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SeriesRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Panels of processes over time are read beside each other: by their heights and lengths. */
class OverTimeTest {

  private static final String PARTS =
      "{ name: f.name, y: o.yAxis.map(function (a) { return [a.min, a.max, a.interval]; }),"
          + " x: o.xAxis.map(function (a) { return [a.min, a.max, a.interval]; }),"
          + " units: o.yAxis.concat(o.xAxis).map(function (a) { return a.name; }),"
          + " labels: o.yAxis.map(function (a) { return [0, a.interval, a.max]"
          + ".map(a.axisLabel.formatter).join(' '); }),"
          + " texts: o.title.map(function (t) { return t.text + (t.subtext || ''); }),"
          + " dotted: o.series.filter(function (s) { return s.silent; })"
          + ".map(function (s) { return s.data; }) }";

  /** Slow, then fast; a second of each. */
  private static TimeSeries process(Point point, int seconds, long callsPerSecond) {
    List<SeriesRow> rows = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      long calls = i == 0 ? callsPerSecond / 10 : callsPerSecond;
      SeriesRow.Phase phase = i == 0 ? SeriesRow.Phase.WARM_UP : SeriesRow.Phase.WINDOW;
      rows.add(new SeriesRow(1_000L * i, 1_000L * (i + 1), calls, phase));
    }
    return new TimeSeries(point, rows);
  }

  private static SweepData with(SweepData data, List<TimeSeries> processes) {
    return data.with(processes, List.of());
  }

  private static SweepData timed(long... callsPerSecond) {
    List<SteadyCell> cells = new ArrayList<>();
    List<TimeSeries> processes = new ArrayList<>();
    for (int i = 0; i < callsPerSecond.length; i++) {
      Point point = SteadyCells.point("technology" + i, 10);
      cells.add(SteadyCells.cell(point, (double) callsPerSecond[i]));
      processes.add(process(point, i == 0 ? 17 : 5, callsPerSecond[i]));
    }
    return with(SteadyCells.data(cells.toArray(SteadyCell[]::new)), processes);
  }

  private static JsonNode only(SweepData data) {
    List<JsonNode> found = DrawnOptions.of(data, "^over-time", PARTS);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void seriesThatCanBeComparedHaveOneScaleFromZeroWithRoundTicks() {
    JsonNode drawn = only(timed(209_000, 180_000, 70_000));

    assertThat(drawn.get("y")).allSatisfy(y -> assertThat(y).hasToString("[0,250000,50000]"));
    assertThat(drawn.get("labels"))
        .allSatisfy(l -> assertThat(l.stringValue()).isEqualTo("0 50k 250k"));
    assertThat(drawn.get("x")).allSatisfy(x -> assertThat(x).hasToString("[0,18,3]"));
    assertThat(drawn.get("texts"))
        .extracting(JsonNode::stringValue)
        .noneMatch(text -> text.contains("scale"));
  }

  /**
   * A warm-up that cannot be seen is none: what is far smaller has finer scales, which are named.
   */
  @Test
  void seriesThatWouldBeFlatLinesShareAFinerScaleThatIsNamed() {
    JsonNode drawn = only(timed(209_000, 16_000, 70_000, 900, 19_000));

    assertThat(drawn.get("y"))
        .extracting(JsonNode::toString)
        .containsExactly(
            "[0,250000,50000]",
            "[0,20000,5000]",
            "[0,250000,50000]",
            "[0,1000,500]",
            "[0,20000,5000]");
    assertThat(drawn.get("labels").get(1).stringValue()).isEqualTo("0 5k 20k");
    assertThat(drawn.get("texts"))
        .extracting(JsonNode::stringValue)
        .contains("scale to 20k", "scale to 1000")
        .anySatisfy(t -> assertThat(t).endsWith("Scale to 250k, but where a finer one is named."));
  }

  @Test
  void unitsStandOnceARowAndOnceAColumn() {
    JsonNode drawn = only(timed(9_000, 9_000, 9_000, 9_000));

    assertThat(drawn.get("units"))
        .extracting(JsonNode::stringValue)
        .containsExactly("calls/s", "", "", "calls/s", "", "seconds", "seconds", "seconds");
  }

  /** What lags behind an offered rate is to be seen, however far. */
  @Test
  void processesOfOneRateHaveOneScaleThatHoldsTheRate() {
    List<OpenResult> runs =
        Stream.of("rpcx", "grpc")
            .map(name -> OpenRuns.run(name, ArrivalShape.CONSTANT, 0, 0, 30))
            .toList();
    List<TimeSeries> processes = new ArrayList<>();
    processes.add(process(runs.get(0).point(), 5, 90));
    processes.add(process(runs.get(1).point(), 5, 3));

    JsonNode drawn = only(with(OpenRuns.data(runs), processes));

    assertThat(drawn.get("y")).allSatisfy(y -> assertThat(y).hasToString("[0,100,50]"));
    assertThat(drawn.get("dotted"))
        .hasSize(2)
        .allSatisfy(d -> assertThat(d).hasToString("[[0,100],[5,100]]"));
    assertThat(drawn.get("texts").get(0).stringValue()).contains("Dotted: offered.");
  }

  /**
   * A second's percentile is none of two seconds': of neighbours that are drawn as one the highest
   * stands.
   */
  @Test
  void percentilesAndCostsAreDrawnWhereTheFilesHaveThem() {
    Point point = SteadyCells.point("rpcx", 10);
    List<SeriesRow> rows = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      SeriesRow.Phase phase = i < 60 ? SeriesRow.Phase.WARM_UP : SeriesRow.Phase.WINDOW;
      rows.add(
          new SeriesRow(1_000L * i, 1_000L * (i + 1), 1_000, phase)
              .with(50.0, i % 2 == 0 ? 400.0 : 900.0, 20.0));
    }
    SweepData data =
        with(
            SteadyCells.data(SteadyCells.cell(point, 1_000)), List.of(new TimeSeries(point, rows)));

    List<JsonNode> drawn =
        DrawnOptions.of(
            data,
            "^over-time",
            "{ name: f.name, group: f.group, type: o.yAxis[0].type, unit: o.yAxis[0].name,"
                + " values: o.series.map(function (s) { return s.data.map("
                + "function (p) { return p[1]; }); }) }");

    assertThat(drawn)
        .extracting(f -> f.get("name").stringValue(), f -> f.get("group").stringValue())
        .containsExactly(
            tuple("over-time-10-threads", "time"),
            tuple("over-time-p99-10-threads", "time-p99"),
            tuple("over-time-cpu-10-threads", "time-cpu"));
    assertThat(drawn.get(1).get("type").stringValue()).isEqualTo("log");
    assertThat(drawn.get(1).get("unit").stringValue()).isEqualTo("p99, us");
    assertThat(drawn.get(1).get("values"))
        .allSatisfy(
            curve -> assertThat(curve).allSatisfy(v -> assertThat(v.asInt()).isEqualTo(900)));
    assertThat(drawn.get(2).get("values"))
        .allSatisfy(
            curve -> assertThat(curve).allSatisfy(v -> assertThat(v.asInt()).isEqualTo(20)));
  }

  @Test
  void partsOfAFigureShareTheirScales() {
    long[] rates = new long[14];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = 1_000L * (i + 9);
    }

    List<JsonNode> drawn = DrawnOptions.of(timed(rates), "^over-time", PARTS);

    assertThat(drawn).hasSize(2);
    assertThat(drawn)
        .allSatisfy(
            part -> {
              assertThat(part.get("y"))
                  .allSatisfy(y -> assertThat(y).hasToString("[0,25000,5000]"));
              assertThat(part.get("x")).allSatisfy(x -> assertThat(x).hasToString("[0,18,3]"));
            });
  }
}
