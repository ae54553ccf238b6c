package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.experiment.Outcomes.Outcome;
import io.rpcstress.analysis.experiment.Published.Faster;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Paper;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.record.SweepFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code list-echo} in timed loops, as published in 2016: who was faster than whom at which length.
 * No number was published, so a ratio of ours stands beside a word of theirs.
 */
final class ListEchoSection {

  private static final String ID = "list-echo";
  private static final Published PUBLISHED = Published.load(ID);

  static final ExperimentSection SECTION =
      ExperimentSection.of(ID, PUBLISHED, ListEchoSection::isIn, ListEchoSection::tables)
          .filled(ListEchoSection::filled);

  private static final String ELEMENTS = "elements=";
  private static final Pattern PAYLOAD = Pattern.compile(ELEMENTS + "[0-9]{1,9}");
  private static final String ONE_MACHINE = "one machine";
  private static final String LOOPBACK = "127.0.0.1";

  /** What the published network had before HTTP, and before nothing else. */
  private static final String PUBLISHED_PROXY = "haproxy";

  private static final String OVER_HTTP = "http-";

  private ListEchoSection() {}

  private static boolean isIn(SweepData data) {
    return cells(data).findAny().isPresent();
  }

  private static Stream<Cell> cells(SweepData data) {
    return data.steady().stream()
        .filter(cell -> cell.point().operation().equals(ID))
        .filter(cell -> PAYLOAD.matcher(CellText.payload(cell.point())).matches());
  }

  private static int elements(Point point) {
    return Integer.parseInt(CellText.payload(point).substring(ELEMENTS.length()));
  }

  private static boolean isOneMachine(SweepData data) {
    return data.sweep().fact(SweepFile.OPTIONS, "host").filter(LOOPBACK::equals).isPresent();
  }

  private static Words filled(Words words, SweepData data) {
    Outcomes<Ordering> found = orderings(data);
    return words
        .with("confirmed", found.count(Outcomes.CONFIRMED))
        .with("contradicted", found.count(Outcomes.CONTRADICTED))
        .with("close", found.count(Outcomes.TOO_CLOSE))
        .when("assumed", !cells(data).allMatch(Cell::steadyIsShown));
  }

  private static List<Table> tables(SweepData data) {
    return List.of(here(data), orderingsTable(data));
  }

  private static Table here(SweepData data) {
    return CellText.ratePerClients("elements", cell -> elements(cell.point()), "calls/s")
        .add("bytes a call", 0, cell -> cell.perCall(Run::bytes))
        .addAll(CellText.CPU, cell -> cell)
        .add("caveat", CellText::caveat)
        .table(
            ExperimentSection.words("list-echo-here"),
            cells(data)
                .sorted(
                    Comparator.comparingInt((Cell cell) -> elements(cell.point()))
                        .thenComparingInt(cell -> cell.point().threadNum()))
                .toList());
  }

  /**
   * A published ordering at one length and one number of clients here.
   *
   * @param clients threads; 0 where it was not measured
   */
  private record Ordering(Faster claim, int elements, int clients) {

    Outcome<Ordering> with(Estimate ratio, String outcome) {
      double published = claim.said().equals(Published.FASTER) ? Outcomes.FASTER : 1;
      return new Outcome<>(this, published, ratio, outcome);
    }
  }

  private static Outcomes<Ordering> orderings(SweepData data) {
    List<Outcome<Ordering>> open = new ArrayList<>();
    for (Faster claim : PUBLISHED.orderings()) {
      for (int elements : claim.elements()) {
        open.addAll(compare(claim, elements, data));
      }
    }
    return Outcomes.judged(open);
  }

  private static List<Outcome<Ordering>> compare(Faster claim, int elements, SweepData data) {
    boolean isNetwork = !claim.where().equals(ONE_MACHINE);
    List<Outcome<Ordering>> found = new ArrayList<>();
    for (Cell one : of(claim.one(), elements, isNetwork, data)) {
      for (Cell other : of(claim.other(), elements, isNetwork, data)) {
        if (one.point().threadNum() == other.point().threadNum()
            && CellText.direct(one.point())
                .dimensions()
                .equals(CellText.direct(other.point()).dimensions())) {
          found.add(compared(claim, elements, one, other, isNetwork, isOneMachine(data)));
        }
      }
    }
    return found.isEmpty()
        ? List.of(
            new Ordering(claim, elements, 0)
                .with(
                    Estimate.NOTHING,
                    isNetwork ? "not measured here: HTTP through HAProxy" : "not measured here"))
        : found;
  }

  /** A technology's cells at a length, on the path that it was published on. */
  private static List<Cell> of(String technology, int elements, boolean isNetwork, SweepData data) {
    String path =
        isNetwork && technology.startsWith(OVER_HTTP)
            ? PUBLISHED_PROXY
            : Dimension.PATH.defaultValue();
    return cells(data)
        .filter(cell -> cell.point().directoryName().equals(technology))
        .filter(cell -> elements(cell.point()) == elements)
        .filter(cell -> cell.point().dimensions().text(Dimension.PATH).equals(path))
        .toList();
  }

  private static Outcome<Ordering> compared(
      Faster claim, int elements, Cell one, Cell other, boolean isNetwork, boolean isOneMachine) {
    Ordering ordering = new Ordering(claim, elements, one.point().threadNum());
    String caveat = CellText.caveat(one).isEmpty() ? CellText.caveat(other) : CellText.caveat(one);
    if (!caveat.isEmpty()) {
      return ordering.with(Estimate.NOTHING, Outcomes.NO_VERDICT + ": " + caveat);
    }
    Estimate ratio =
        Sample.of(one, ProcessRuns::callsPerSecond)
            .by(
                Sample.of(other, ProcessRuns::callsPerSecond),
                Objects.hash(claim.one(), claim.other(), elements, ordering.clients()));
    return ordering.with(
        ratio,
        isNetwork == isOneMachine
            ? Outcomes.NO_VERDICT
                + (isNetwork ? ": measured on one machine" : ": measured between two hosts")
            : Outcomes.withheld(ratio));
  }

  private static Table orderingsTable(SweepData data) {
    Columns<Ordering> columns =
        new Columns<Ordering>()
            .add("where", each -> each.claim().where())
            .add("elements", Ordering::elements)
            .add("one", each -> named(each.claim().one()))
            .add("published", each -> each.claim().said())
            .add("other", each -> named(each.claim().other()))
            .add(Heading.marked("published ratio"), each -> Entry.word(Paper.NOT_PUBLISHED))
            .add("confidence", each -> each.claim().confidence())
            .add("clients here", each -> each.clients() == 0 ? "" : each.clients());
    return new Columns<Outcome<Ordering>>()
        .addAll(columns, Outcome::of)
        .addAll(CellText.ratio("ratio of rates here"), Outcome::here)
        .add("outcome", Outcome::words)
        .table(ExperimentSection.judged("list-echo-orderings"), orderings(data).all());
  }

  private static String named(String here) {
    return PUBLISHED.technologies().stream()
        .filter(each -> each.here().equals(here))
        .map(Published.Technology::published)
        .findFirst()
        .orElse(here);
  }
}
