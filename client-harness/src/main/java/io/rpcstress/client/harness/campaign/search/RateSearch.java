package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.client.harness.campaign.search.NextRate.Ending;
import io.rpcstress.client.harness.campaign.search.NextRate.Outcome;
import io.rpcstress.client.harness.campaign.search.NextRate.Stage;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.record.ProbeRecord;
import io.rpcstress.measure.record.SearchFile;
import io.rpcstress.measure.record.SearchRecord;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Searches one technology's sustainable rate, downwards from what a warm closed loop reaches. One
 * warm process explores. Each confirmation is a process of its own, warmed at full speed first, so
 * that confirmations are independent of each other and inherit nothing from a probe past the knee.
 * Used once, by one thread.
 */
public final class RateSearch {

  /** Past the knee a server may refuse calls: that is what is to be seen, and no failure. */
  private static final double TOLERATE_ALL = 1;

  private static final Outcome UNFINISHED = Outcome.none(Ending.UNFINISHED);

  /** What calls are made, and to which server. */
  public interface Loads {

    /** A closed loop of the same calls. */
    PointTask closedLoop();

    /** A probe; its process calls at full speed first, unless it has offered rates already. */
    PointPlan plan(int rate, int number, Calls calls, boolean atFullSpeed);

    /** What a process is handed that offers a plan's load by such calls. */
    PointTask task(PointPlan plan, Calls calls);

    /** Starts the server anew, where that may be done. */
    void newServer() throws IOException, InterruptedException;
  }

  /**
   * Where results go.
   *
   * @param json whether each probe is a line on stdout
   * @param again how often a rate is offered again that a flag took out
   */
  public record Output(
      @Nullable Path out, boolean json, int again, PrintStream stdout, PrintStream stderr) {}

  /** A server may have calls left that nobody waits for any more; a next probe is none of them. */
  private static final long SETTLING_MILLIS = 2_000;

  /** No hiccup of a host takes a fifth of a probe's replies. */
  private static final double FAR = 0.2;

  private final Slo slo;
  private final SearchPlan plan;
  private final Calls calls;
  private final Loads loads;
  private final Output output;
  private final ProbeProcesses processes;
  private final List<ProbeRecord> probes = new ArrayList<>();
  private final Map<Integer, Integer> repetitions = new HashMap<>();
  private final Set<String> warned = new HashSet<>();
  private final String name;
  private final Point lowest;
  private final String command;
  private final Instant startedAt = Instant.now();
  private @Nullable Integer capacity;
  private SearchRecord report;

  public RateSearch(
      Slo slo, SearchPlan plan, Calls calls, Loads loads, String redo, Output output) {
    this.slo = slo;
    this.plan = plan;
    this.calls = calls;
    this.loads = loads;
    this.output = output;
    this.processes = new ProbeProcesses(loads, output);
    this.lowest = loads.plan(plan.lowest(), 1, calls, true).point();
    this.name = lowest.directoryName();
    this.command = redo;
    this.report = plan.record(lowest, slo, redo, startedAt, null, UNFINISHED, null, List.of());
  }

  private void report(Outcome outcome, @Nullable String failure, List<ProbeRecord> all) {
    report = plan.record(lowest, slo, command, startedAt, capacity, outcome, failure, all);
  }

  /** Searches; returns whether {@link #report}, of what was found, is kept. */
  public boolean run(List<BigDecimal> beyond) throws InterruptedException {
    try {
      startServer();
      Outcome outcome = NextRate.find(plan.from(first()), new Asked());
      if (outcome.sustained() && !outcome.bounded()) {
        lookBeyond(outcome.rate(), beyond);
      }
      report(outcome, null, report.probes());
    } catch (SearchEnded e) {
      report(Outcome.none(Ending.FAILED), String.valueOf(e.getMessage()), report.probes());
    } finally {
      processes.close();
    }
    try {
      keep();
      return true;
    } catch (IOException e) {
      output.stderr.printf("%s: the search could not be kept: %s%n", name, e);
      return false;
    }
  }

  public SearchRecord report() {
    return report;
  }

  private void startServer() throws SearchEnded, InterruptedException {
    try {
      loads.newServer();
    } catch (IOException e) {
      throw new SearchEnded(FailureCause.UNREACHABLE, String.valueOf(e.getMessage()));
    }
  }

  /** What the folder says of this very search, if that has ended by an answer; null else. */
  public @Nullable SearchRecord answer() {
    Path out = output.out;
    Path file = out == null ? null : searchFile(out);
    if (file == null || !Files.isRegularFile(file)) {
      return null;
    }
    try {
      SearchRecord found = SearchFile.read(file);
      return found.isRepeatedBy(report) ? found : null;
    } catch (IllegalArgumentException | IOException e) {
      return null; // the search replaces it
    }
  }

  /** The rate that the search begins at: what a warm closed loop reaches. */
  private int first() throws SearchEnded, InterruptedException {
    Gathered gathered;
    try {
      gathered = processes.closedLoop(loads.closedLoop());
    } catch (IOException e) {
      throw new SearchEnded(FailureCause.CRASHED, e.toString());
    }
    PointFailure failure = gathered.failure();
    if (!gathered.hasResult()) {
      throw new SearchEnded(
          failure == null ? FailureCause.CRASHED : failure.cause(),
          failure == null ? "the closed loop reported nothing" : failure.detail());
    }
    double mean = gathered.runs().stream().mapToDouble(Run::callsPerSecond).average().orElseThrow();
    int reached = (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.round(mean)));
    output.stderr.printf(
        "%s: a warm closed loop reaches %,d calls/s; the search starts there%n", name, reached);
    capacity = reached;
    return reached;
  }

  private void lookBeyond(int found, List<BigDecimal> factors)
      throws SearchEnded, InterruptedException {
    for (BigDecimal factor : factors) {
      BigDecimal rate =
          factor.multiply(BigDecimal.valueOf(found)).setScale(0, RoundingMode.HALF_UP);
      if (rate.longValueExact() > mostRate()) {
        output.stderr.printf(
            "%s: %sx, %s calls/s, is more than one probe can make: left out%n", name, factor, rate);
      } else if (rate.intValueExact() > found) {
        ProbeRecord unused = probe(rate.intValueExact(), Stage.BEYOND);
      }
    }
  }

  private long mostRate() {
    return OfferedLoad.MAX_CALLS / ((long) report.durationSeconds() + report.warmupSeconds());
  }

  private final class Asked implements NextRate.Probe<SearchEnded> {
    private @Nullable ProbeRecord last;

    @Override
    public boolean holds(int rate, Stage stage) throws SearchEnded, InterruptedException {
      ProbeRecord row = probe(rate, stage);
      last = row;
      return row.holds();
    }

    @Override
    public boolean isFarFromHolding() {
      ProbeRecord row = last;
      return row != null && (row.missesRateBy(FAR) || (isOverloaded() && row.doubts().isEmpty()));
    }

    @Override
    public boolean isOverloaded() {
      return last != null && slo.isMostlyMissedBy(last);
    }
  }

  private ProbeRecord probe(int rate, Stage stage) throws SearchEnded, InterruptedException {
    for (int again = 0; ; again++) {
      ProbeRecord row = once(rate, stage);
      if (isAnswer(row, stage) || again == output.again) {
        return row;
      }
      takeOut(row);
    }
  }

  /**
   * Whether a row needs no repetition. A client beyond its knee has no processor time left for its
   * watch: where it explores, jitter alone does not make a violation doubtful, which is asked for
   * twice anyway.
   */
  static boolean isAnswer(ProbeRecord row, Stage stage) {
    List<String> doubts = row.doubts();
    return doubts.isEmpty()
        || (stage.explores() && !row.holds() && doubts.equals(List.of(Flag.JITTER.label())));
  }

  /** A row that a flag takes out is no answer: it stays in the file, marked, and is asked again. */
  private void takeOut(ProbeRecord row) throws SearchEnded {
    probes.set(probes.size() - 1, row.repeated());
    try {
      keepProbes();
    } catch (IOException e) {
      throw new SearchEnded(FailureCause.UNWRITABLE, e.toString());
    }
    output.stderr.printf(
        "%s: probe %d is repeated, since its row has the flag %s%n",
        name, row.number(), String.join(", ", row.doubts()));
  }

  private ProbeRecord once(int rate, Stage stage) throws SearchEnded, InterruptedException {
    if (stage == Stage.CONFIRMATION) {
      processes.close(); // nothing else runs beside a process that confirms
      startServer();
    }
    int number = probes.size() + 1;
    Calls made = stage == Stage.BEYOND ? calls.withTolerated(TOLERATE_ALL) : calls;
    ProbeRecord row;
    try {
      Gathered gathered = processes.probe(rate, number, stage, made);
      gathered.warnings().forEach(this::warn);
      OpenRun open = gathered.openRun();
      row =
          gathered.hasResult() && open != null
              ? slo.judged(number, stage, open, gathered.latencies().get(0), file(open, gathered))
              : broken(number, stage, rate, gathered.failure());
      probes.add(row);
      keepProbes();
    } catch (IOException e) {
      throw new SearchEnded(FailureCause.UNWRITABLE, e.toString());
    }
    tell(row);
    if (row.leavesCalls()) {
      TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
    }
    return row;
  }

  /** A probe that was cut short by failing calls is an answer; any other end of it is none. */
  private static ProbeRecord broken(
      int number, Stage stage, int rate, @Nullable PointFailure failure) throws SearchEnded {
    if (failure == null) {
      throw new SearchEnded(
          FailureCause.CRASHED, "a probe of " + rate + " calls/s reported nothing");
    }
    boolean answer =
        failure.cause() == FailureCause.CALLS_FAILED
            || failure.cause() == FailureCause.OVERLOADED
            || (stage == Stage.BEYOND && failure.cause() != FailureCause.WRONG_REPLY);
    if (!answer) {
      throw new SearchEnded(failure.cause(), failure.detail());
    }
    String detail = failure.detail();
    int first = detail.indexOf(PointFailure.FIRST);
    return ProbeRecord.broken(
        number,
        stage.label(),
        rate,
        failure.cause().label()
            + ", "
            + (first < 0 ? detail : detail.substring(first + PointFailure.FIRST.length())),
        null);
  }

  private void keepProbes() throws IOException {
    report(UNFINISHED, null, probes);
    keep();
  }

  private void keep() throws IOException {
    Path out = output.out;
    if (out != null) {
      SearchFile.write(searchFile(out), report);
    }
  }

  private Path searchFile(Path out) {
    return folder(out).resolve(SearchFile.name(slo.fileName()));
  }

  private Path folder(Path out) {
    return new RawFiles(out).folder(lowest);
  }

  /** Keeps a probe's raw file beside the search's, and gives its path from there. */
  private @Nullable String file(OpenRun open, Gathered gathered) throws IOException {
    Path out = output.out;
    if (out == null) {
      return null;
    }
    OpenRun own = open.repeated(repetitions.merge(open.offered().rate(), 1, Integer::sum) - 1);
    String file = SearchFile.folder(slo.fileName()) + "/" + own.run().point().fileStem() + ".csv";
    RawFiles.write(folder(out).resolve(file), own, gathered.latencies().get(0), gathered.service());
    return file;
  }

  private void warn(String line) {
    if (warned.add(line)) {
      output.stderr.println("warning: " + line);
    }
  }

  private void tell(ProbeRecord row) {
    if (output.json) {
      output.stdout.println(SearchFile.line(report, row));
      output.stdout.flush();
    }
    output.stderr.printf(
        "%s: probe %d (%s), %,d calls/s: %s%n",
        name,
        row.number(),
        row.stage(),
        row.rate(),
        row.holds() ? "holds" : String.join(", ", row.violated()));
  }

  /** What says that no further probe makes sense. */
  private static final class SearchEnded extends Exception {
    private static final long serialVersionUID = 1;

    SearchEnded(FailureCause cause, String detail) {
      super(cause.label() + ": " + detail);
    }
  }
}
