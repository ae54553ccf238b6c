package io.rpcstress.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SteadyCells;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Figures of more series than there are colours are in several parts, which are read as one. */
class FigurePartsTest {

  private static final int SERIES = 20;

  /** The fastest and the slowest are in different parts. */
  private static SweepData timed() {
    SweepData counted = MadeUpSweep.ten();
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < SERIES; i++) {
      String name = i == 0 ? "rpcx" : i == 1 ? "tcp" : "technology-" + i;
      double rate = i == 4 ? 500_000 : i == 15 ? 100 : 20_000.0 / (i + 1);
      for (int threads : i == 17 ? new int[] {10, 100, 1_000} : new int[] {10, 100}) {
        cells.add(SteadyCells.cell(SteadyCells.point(name, threads), rate, rate * 1.1, rate * 0.9));
      }
    }
    return Cells.with(counted, cells.toArray(Cell[]::new));
  }

  /** Of every figure of lines its name, its axes' ends, and each series with its look. */
  private static List<JsonNode> drawn(SweepData data) {
    return DrawnOptions.of(
        data,
        "over-threads|latency|cold|scalability",
        "{ name: f.name,"
            + " axes: [].concat(o.xAxis, o.yAxis).map(function (a) { return [a.min, a.max]; }),"
            + " looks: o.series.filter(function (s) { return /line|scatter/.test(s.type); })"
            + ".map(function (s) { return [s.name.replace(/ (at [0-9]+ requests|<)$/, ''),"
            + " s.itemStyle.color, s.symbol]; }) }");
  }

  @Test
  void partsOfAFigureShareTheirAxes() {
    Map<String, Set<String>> axes = new TreeMap<>();
    Map<String, Integer> parts = new TreeMap<>();
    for (JsonNode figure : drawn(timed())) {
      String whole = figure.get("name").stringValue().replaceAll("-[0-9]$", "");
      axes.computeIfAbsent(whole, w -> new LinkedHashSet<>()).add(figure.get("axes").toString());
      parts.merge(whole, 1, Integer::sum);
    }

    assertThat(parts)
        .containsEntry("over-threads-steady", 3)
        .containsEntry("latency-steady", 3)
        .containsEntry("cold-warm", 2)
        .containsEntry("latency-percentiles", 2);
    assertThat(axes).allSatisfy((whole, ends) -> assertThat(ends).as(whole).hasSize(1));
  }

  @Test
  void aSeriesHasOneLookInAllFiguresAndNoOtherOfItsFigureHasIt() {
    Map<String, Set<String>> looks = new TreeMap<>();
    Map<String, Set<String>> owners = new TreeMap<>();
    for (JsonNode figure : drawn(timed())) {
      Map<String, String> here = new TreeMap<>();
      for (JsonNode look : figure.get("looks")) {
        String label = look.get(0).stringValue();
        String seen = look.get(1).stringValue() + " " + look.path(2).stringValue("");
        if (!look.path(2).isMissingNode() && !look.path(2).isNull()) { // a fitted line has no mark
          looks.computeIfAbsent(label, l -> new LinkedHashSet<>()).add(seen);
          owners.computeIfAbsent(seen, l -> new LinkedHashSet<>()).add(label);
        }
        here.put(label, look.get(1).stringValue());
      }
      if (figure.get("name").stringValue().matches(".*-[0-9]")) {
        assertThat(here.values()).as(figure.get("name").stringValue()).doesNotHaveDuplicates();
      }
    }

    assertThat(looks).hasSizeGreaterThan(SERIES);
    assertThat(looks).allSatisfy((label, seen) -> assertThat(seen).as(label).hasSize(1));
    assertThat(owners).allSatisfy((look, labels) -> assertThat(labels).as(look).hasSize(1));
  }
}
