package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.experiment.Published.Faster;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Paper;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.Holm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code list-echo} in timed loops, as published in 2016: who was faster than whom at which length.
 * No number was published, so a ratio of ours stands beside a word of theirs.
 */
final class ListEchoSection extends PublishedSection {

  private static final String ID = "list-echo";
  private static final String ELEMENTS = "elements=";
  private static final Pattern PAYLOAD = Pattern.compile(ELEMENTS + "[0-9]{1,9}");
  private static final String ONE_MACHINE = "one machine";
  private static final String LOOPBACK = "127.0.0.1";

  /** What the published network had before HTTP, and before nothing else. */
  private static final String PUBLISHED_PROXY = "haproxy";

  private static final String OVER_HTTP = "http-";

  /** A published ratio of which only that it is above 1 is known. */
  private static final double FASTER_THAN_ONE = Double.POSITIVE_INFINITY;

  ListEchoSection() {
    super(ID);
  }

  @Override
  public boolean isIn(SweepData data) {
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

  @Override
  public List<String> notes(SweepData data) {
    List<Ordering> found = orderings(data);
    return List.of(
        published().source()
            + ". Published are orderings alone, and no numbers. The objects are this project's; bytes of a call stand beside each rate, since their"
            + " authors suspect the bytes.",
        "The published network has HAProxy before HTTP and MML without it: those orderings are judged"
            + " where this sweep has the path haproxy and two hosts. What the proxy costs itself is"
            + " in the section paths.",
        String.format(
                Locale.ROOT,
                "Of the orderings, by length and clients: %d confirmed, %d contradicted, %d"
                    + " too close to call.",
                count(found, Orderings.CONFIRMED),
                count(found, Orderings.CONTRADICTED),
                count(found, Orderings.TOO_CLOSE))
            + (cells(data).allMatch(Cell::steadyIsShown)
                ? ""
                : " They are of processes after a fixed warm-up, as the publication's are: their"
                    + " steady state was assumed, not shown, so the report's own verdicts are"
                    + " withheld."));
  }

  private static long count(List<Ordering> found, String outcome) {
    return found.stream().filter(each -> each.outcome().startsWith(outcome)).count();
  }

  @Override
  List<Table> compared(SweepData data) {
    return List.of(here(data), orderingsTable(data));
  }

  private static Table here(SweepData data) {
    return CellText.ratePerClients("elements", cell -> elements(cell.point()), "calls/s")
        .add("bytes a call", 0, cell -> cell.perCall(Run::bytes))
        .addAll(CellText.CPU, cell -> cell)
        .add("caveat", CellText::caveat)
        .table(
            ID + "-here",
            "Lists echoed a second, by length and clients",
            cells(data)
                .sorted(
                    Comparator.comparingInt((Cell cell) -> elements(cell.point()))
                        .thenComparingInt(cell -> cell.point().threadNum()))
                .toList(),
            "Means over the processes that no flag leaves out. Bytes are those of a call and its reply"
                + " on the wire, both ways.");
  }

  /**
   * A published ordering at one length and one number of clients here.
   *
   * @param clients threads; 0 where it was not measured
   * @param ratio rate of the one by that of the other; null where there is none
   * @param outcome in words; empty where it is to be judged
   */
  private record Ordering(
      Faster claim, int elements, int clients, @Nullable Estimate ratio, String outcome) {

    Ordering judged(double cutoff) {
      return ratio == null || !outcome.isEmpty()
          ? this
          : new Ordering(
              claim,
              elements,
              clients,
              ratio,
              Orderings.outcome(
                  claim.said().equals(Published.FASTER) ? FASTER_THAN_ONE : 1, ratio, cutoff));
    }
  }

  private List<Ordering> orderings(SweepData data) {
    List<Ordering> open = new ArrayList<>();
    for (Faster claim : published().orderings()) {
      for (int elements : claim.elements()) {
        compare(claim, elements, data, open);
      }
    }
    double cutoff =
        Holm.cutoff(
            open.stream()
                .filter(each -> each.outcome().isEmpty())
                .mapToDouble(each -> Orderings.pValue(each.ratio()))
                .toArray());
    return open.stream().map(each -> each.judged(cutoff)).toList();
  }

  private static void compare(Faster claim, int elements, SweepData data, List<Ordering> into) {
    boolean isNetwork = !claim.where().equals(ONE_MACHINE);
    int before = into.size();
    for (Cell one : of(claim.one(), elements, isNetwork, data)) {
      for (Cell other : of(claim.other(), elements, isNetwork, data)) {
        if (one.point().threadNum() == other.point().threadNum()
            && CellText.direct(one.point())
                .dimensions()
                .equals(CellText.direct(other.point()).dimensions())) {
          into.add(compared(claim, elements, one, other, isNetwork, isOneMachine(data)));
        }
      }
    }
    if (into.size() == before) {
      into.add(
          new Ordering(
              claim,
              elements,
              0,
              null,
              isNetwork ? "not measured here: HTTP through HAProxy" : "not measured here"));
    }
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

  private static Ordering compared(
      Faster claim, int elements, Cell one, Cell other, boolean isNetwork, boolean isOneMachine) {
    int clients = one.point().threadNum();
    String caveat = CellText.caveat(one).isEmpty() ? CellText.caveat(other) : CellText.caveat(one);
    if (!caveat.isEmpty()) {
      return new Ordering(claim, elements, clients, null, Orderings.NO_VERDICT + ": " + caveat);
    }
    Estimate ratio =
        Sample.of(one, ProcessRuns::callsPerSecond)
            .by(
                Sample.of(other, ProcessRuns::callsPerSecond),
                Objects.hash(claim.one(), claim.other(), elements, clients));
    String withheld =
        isNetwork == isOneMachine
            ? Orderings.NO_VERDICT
                + (isNetwork ? ": measured on one machine" : ": measured between two hosts")
            : Orderings.withheld(ratio);
    return new Ordering(claim, elements, clients, ratio, withheld);
  }

  private Table orderingsTable(SweepData data) {
    return new Columns<Ordering>()
        .add("where", each -> each.claim().where())
        .add("elements", Ordering::elements)
        .add("one", each -> named(each.claim().one()))
        .add("published", each -> each.claim().said())
        .add("other", each -> named(each.claim().other()))
        .add(Heading.marked("published ratio"), each -> Entry.word(Paper.NOT_PUBLISHED))
        .add("confidence", each -> each.claim().confidence())
        .add("clients here", each -> each.clients() == 0 ? "" : each.clients())
        .addAll(CellText.ratio("ratio of rates here"), each -> Optional.ofNullable(each.ratio()))
        .add("outcome", Ordering::outcome)
        .table(
            ID + "-orderings",
            "Published orderings, and what became of them here",
            orderings(data),
            "A ratio is the rate of the one divided by that of the other. Confirmed: it was said to be faster,"
                + " and the interval lies above 1. Contradicted: below 1, or on any side where they"
                + " were said to be about equal. Too close to call: neither.",
            String.format(
                Locale.ROOT,
                "Outcomes are judged together after Holm at %.0f %%; an interval is printed as it is for"
                    + " one.",
                100 * Holm.LEVEL));
  }

  private String named(String here) {
    return published().technologies().stream()
        .filter(each -> each.here().equals(here))
        .map(Published.Technology::published)
        .findFirst()
        .orElse(here);
  }
}
