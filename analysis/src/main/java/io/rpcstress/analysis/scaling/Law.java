package io.rpcstress.analysis.scaling;

import io.rpcstress.analysis.scaling.Scaling.Throughput;
import java.util.List;
import java.util.Optional;

/**
 * Whether a law may be read off what processes achieved, and which. Immutable.
 *
 * @param fit empty where there is none to be printed
 * @param without why there is none; empty where there is one
 */
record Law(Optional<ScalabilityFit> fit, String without) {

  /**
   * The law of points, if they carry one.
   *
   * @param points one a process
   * @param counts how many different numbers of calls under way they are of
   * @param missing what is not among them, as the end of a sentence; empty for nothing
   */
  static Law of(List<Throughput> points, long counts, String missing) {
    double[] concurrency = points.stream().mapToDouble(Throughput::concurrency).toArray();
    if (counts < ScalabilityFit.MIN_COUNTS) {
      return none(
          "too few counts: " + counts + ", " + ScalabilityFit.MIN_COUNTS + " needed" + missing);
    }
    if (points.stream().allMatch(each -> each.concurrency() > ScalabilityFit.MAX_FIRST)) {
      return none("no point near one call under way, from which the law is read" + missing);
    }
    Optional<ScalabilityFit> fit =
        ScalabilityFit.of(
            concurrency, points.stream().mapToDouble(Throughput::callsPerSecond).toArray());
    if (fit.isEmpty()) {
      return none("no fit was found" + missing);
    }
    return fit.filter(ScalabilityFit::beatsConstant).isPresent()
        ? new Law(fit, "")
        : none("a constant says as much: no law was seen" + missing);
  }

  private static Law none(String without) {
    return new Law(Optional.empty(), without);
  }
}
