package io.rpcstress.measure;

import io.rpcstress.measure.FailedPoint.FailedPointText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The raw files of one sweep: where they lie, how they are written and read.
 *
 * <pre>
 * DIR/raw/&lt;technology&gt;[@variant]/t&lt;threads&gt;-r&lt;requests&gt;.csv     the runs
 *                                                        .hlog    their histograms
 *                                                        .FAILED  instead of both, when the point failed
 *                             .../t&lt;threads&gt;-r&lt;requests&gt;-p&lt;n&gt;.csv   of the nth repetition
 *                             .../t&lt;threads&gt;-timed&lt;window&gt;.csv          of a timed loop, a row a window
 *                             .../rate&lt;rate&gt;-&lt;shape&gt;-&lt;seconds&gt;s.csv and so on: of an open loop
 * </pre>
 *
 * <p>A dimension that is not at its default adds its word to the name, before the repetition.
 *
 * <p>The CSV is written last: where it is, the point is complete. Instances are immutable; two
 * processes must not write the same point at once.
 */
public record RawFiles(Path sweep) {

  /** The tag of an open loop's latencies from when the calls were due. */
  public static final String RESPONSE_TAG = "response";

  /** The tag of an open loop's latencies from when the calls were started. */
  public static final String SERVICE_TAG = "service";

  /** What stands behind an order in the tag of one client process. */
  private static final String CLIENT_TAG = "-client";

  static final String CSV = ".csv";
  static final String SERIES = ".series.csv";
  static final String SERVICES = ".services";
  static final String PARTS = ".parts";
  static final String HLOG = ".hlog";
  static final String FAILED = ".FAILED";

  public Path raw() {
    return sweep.resolve("raw");
  }

  public Path csv(Point point) {
    return file(point, CSV);
  }

  /** Where the time series of a point's process is kept, one row an interval. */
  public Path series(Point point) {
    return file(point, SERIES);
  }

  /** Where it is kept what each service had of a point, one row a process. */
  public Path services(Point point) {
    return file(point, SERVICES);
  }

  /** Where it is kept what each part of a mix had of a point, one row a part. */
  public Path parts(Point point) {
    return file(point, PARTS);
  }

  public Path hlog(Point point) {
    return file(point, HLOG);
  }

  public Path failed(Point point) {
    return file(point, FAILED);
  }

  public boolean isComplete(Point point) {
    return Files.exists(csv(point));
  }

  /** A result file's path without its repetition: the same for all processes of a point. */
  public static Path cellOf(Path csv) {
    String name = csv.getFileName().toString();
    String stem = name.endsWith(CSV) ? name.substring(0, name.length() - CSV.length()) : name;
    return csv.resolveSibling(PointFileName.withoutRepetition(stem));
  }

  /** Whether the point was tried and has none. */
  public boolean isFailed(Point point) {
    return Files.exists(failed(point)) && !isComplete(point);
  }

  /**
   * Writes a point's runs and histograms; an earlier failure goes to {@link InvalidResults}.
   *
   * @param runs of one point, in order; where several client processes made them, those of the
   *     whole point first and those of each client behind
   * @param histograms of good calls' latencies, ns; one a run, in the same order
   */
  public void write(List<Run> runs, List<Histogram> histograms) throws IOException {
    if (runs.isEmpty() || runs.size() != histograms.size()) {
      throw new IllegalArgumentException(
          runs.size() + " runs and " + histograms.size() + " histograms: one each expected");
    }
    Point point = runs.get(0).point();
    for (int i = 0; i < runs.size(); i++) {
      histograms.get(i).setTag(tag(runs.get(i)));
    }
    AtomicFile.write(hlog(point), HistogramLog.text(runs, histograms));
    AtomicFile.write(csv(point), RunCsv.format(runs));
    new InvalidResults(sweep).setFailureAside(point);
  }

  /**
   * Writes an open loop's run and histograms; an earlier failure goes to {@link InvalidResults}.
   *
   * @param response of good calls, from when each was due, ns
   * @param service of the same calls, from when each was started, ns
   */
  public void write(OpenRun open, Histogram response, Histogram service) throws IOException {
    Point point = open.run().point();
    write(csv(point), open, response, service);
    new InvalidResults(sweep).setFailureAside(point);
  }

  /** Writes the time series of a point's process; nothing where there is none. */
  public void writeSeries(Point point, List<SeriesRow> rows) throws IOException {
    if (!rows.isEmpty()) {
      AtomicFile.write(series(point), SeriesRow.csv(rows));
    }
  }

  /** Writes what each service had of a point; nothing where its operation has one service. */
  public void writeServices(Point point, List<ServiceRow> rows) throws IOException {
    if (!rows.isEmpty()) {
      AtomicFile.write(services(point), ServiceRow.csv(rows));
    }
  }

  /** Writes what each part of a mix had of a point; nothing where its calls are no mix. */
  public void writeParts(Point point, List<PartRow> rows) throws IOException {
    if (!rows.isEmpty()) {
      AtomicFile.write(parts(point), PartRow.csv(rows));
    }
  }

  /**
   * Writes an open loop's run and histograms in a place of its own, for a load that is offered more
   * than once.
   *
   * @param csv the file of the run; that of the histograms lies beside it
   * @param response of good calls, from when each was due, ns
   * @param service of the same calls, from when each was started, ns
   */
  public static void write(Path csv, OpenRun open, Histogram response, Histogram service)
      throws IOException {
    response.setTag(RESPONSE_TAG);
    service.setTag(SERVICE_TAG);
    AtomicFile.write(
        hlogOf(csv),
        HistogramLog.text(List.of(open.run(), open.run()), List.of(response, service)));
    AtomicFile.write(csv, RunCsv.format(open));
  }

  public Path folder(Point point) {
    return raw().resolve(point.directoryName());
  }

  /**
   * Writes why a point has no result; takes away an earlier result of it, which is not its last
   * word.
   */
  public void writeFailed(FailedPoint failure) throws IOException {
    Point point = failure.point();
    new InvalidResults(sweep).setFailureAside(point);
    AtomicFile.write(failed(point), FailedPointText.format(failure));
    Files.deleteIfExists(csv(point));
    Files.deleteIfExists(hlog(point));
  }

  /** All result files of counted and timed loops, sorted by path. */
  public List<Path> csvFiles() throws IOException {
    return files(CSV, false);
  }

  /**
   * All result files of open loops, sorted by path. Their latencies and a closed loop's never mix.
   */
  public List<Path> openCsvFiles() throws IOException {
    return files(CSV, true);
  }

  public List<Path> failedFiles() throws IOException {
    return files(FAILED, false);
  }

  public List<Path> openFailedFiles() throws IOException {
    return files(FAILED, true);
  }

  public static FailedPoint readFailed(Path file) throws IOException {
    return FailedPointText.parse(file, Files.readString(file));
  }

  /**
   * The histograms beside a result file, ns, one an order; empty where the file is missing. Those
   * of single client processes are left out: each order's own has them all.
   */
  public static List<Histogram> histograms(Path csv) throws IOException {
    Path hlog = hlogOf(csv);
    if (!Files.exists(hlog)) {
      return List.of();
    }
    return HistogramLog.read(hlog).stream().filter(each -> !isOfOneClient(each)).toList();
  }

  private static boolean isOfOneClient(Histogram histogram) {
    String tag = histogram.getTag();
    return tag != null && tag.contains(CLIENT_TAG);
  }

  public static Path csvOf(Path failed) {
    String name = failed.getFileName().toString();
    return failed.resolveSibling(name.substring(0, name.length() - FAILED.length()) + CSV);
  }

  public static Path hlogOf(Path csv) {
    String name = csv.getFileName().toString();
    return csv.resolveSibling(name.substring(0, name.length() - CSV.length()) + HLOG);
  }

  /** The tag of an order's interval in the histogram log, all client processes together. */
  public static String tag(int order) {
    return "order" + order;
  }

  private static String tag(Run run) {
    Integer client = run.circumstances().client();
    return tag(run.order()) + (client == null ? "" : CLIENT_TAG + client);
  }

  private List<Path> files(String ending, boolean open) throws IOException {
    if (!Files.isDirectory(raw())) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(raw(), 2)) {
      return paths
          .filter(p -> p.getFileName().toString().endsWith(ending) && !isHidden(p))
          .filter(p -> !p.getFileName().toString().endsWith(SERIES))
          .filter(p -> PointFileName.isOpen(p.getFileName().toString()) == open)
          .sorted()
          .toList();
    }
  }

  private static boolean isHidden(Path path) {
    return path.getFileName().toString().startsWith(".");
  }

  Path file(Point point, String ending) {
    return folder(point).resolve(point.fileStem() + ending);
  }
}
