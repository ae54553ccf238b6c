package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.scaling.ScalabilityFit;
import io.rpcstress.analysis.scaling.Scaling;
import io.rpcstress.analysis.scaling.SteadyScaling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/** The Universal Scalability Law fitted to each technology. */
final class ScalingTable {

  private static final double PERCENT = 100;
  private static final int RATE_DECIMALS = 1;
  private static final int SHARE_DECIMALS = 3;

  /** The columns of a fit. */
  private static final List<String> FIT =
      List.of(
          "lambda, calls/s",
          "lambda +-",
          "sigma",
          "sigma +-",
          "kappa",
          "kappa +-",
          "R^2",
          "RMS error, %",
          "peak at calls under way",
          "peak, calls/s",
          "what it says");

  private static final String LAW =
      "X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)) of Gunther: N is the calls under way"
          + " as measured (good calls a second times their mean latency), lambda the rate of one"
          + " at a time, sigma the share that waits in one queue, kappa what each pair costs."
          + " Nonlinear least squares of the relative error, one point a process; +- is one"
          + " standard error.";

  private static final String PRINTED =
      text(
          "Printed only from %.0f calls under way or fewer on, and where the curve's corrected"
              + " Akaike criterion is better than a constant's by more than %.0f: a law that says"
              + " no more than \"so many calls a second\" is none.",
          ScalabilityFit.MAX_FIRST, ScalabilityFit.MIN_GAIN);

  private static final String PEAK =
      text(
          "A peak at sqrt((1 - sigma) / kappa) is given where the curve misses the points by no"
              + " more than %.0f %%, explains %.0f %% of the variance or more, kappa is more than"
              + " %.0f standard errors above 0, and the peak lies within what was measured. It is"
              + " read off a curve: no measurement.",
          PERCENT * ScalabilityFit.MAX_RMS,
          PERCENT * ScalabilityFit.MIN_R_SQUARED,
          ScalabilityFit.MIN_ERRORS);

  private ScalingTable() {}

  static Table of(SweepData data) {
    List<List<String>> rows = new ArrayList<>();
    for (Scaling scaling : Scaling.all(data)) {
      List<String> row =
          new ArrayList<>(
              List.of(
                  scaling.series().label(),
                  scaling.mode().label(),
                  Integer.toString(scaling.requests()),
                  Long.toString(scaling.counts())));
      row.addAll(scaling.fit().map(ScalingTable::fit).orElseGet(() -> none(scaling.without())));
      rows.add(row);
    }
    return new Table(
        "scalability",
        "How throughput scales with calls under way: the Universal Scalability Law",
        header("technology", "requestMode", "requestNum", "counts"),
        rows,
        List.of(
            LAW,
            "At the request count with most thread counts, of those the largest. Points at which not"
                + " every thread has a call, or calls failed, take no part; nor do those with a trend"
                + " over their runs or a flag that takes them out.",
            PRINTED,
            PEAK));
  }

  /** Of timed loops: a table of its own, since the other is of first seconds. */
  static Table ofTimed(SweepData data) {
    List<List<String>> rows = new ArrayList<>();
    for (SteadyScaling scaling : SteadyScaling.all(data)) {
      List<String> row =
          new ArrayList<>(
              List.of(
                  data.timedLabel(scaling.series()),
                  Integer.toString(scaling.points().size()),
                  Long.toString(scaling.counts())));
      row.addAll(scaling.fit().map(ScalingTable::fit).orElseGet(() -> none(scaling.without())));
      rows.add(row);
    }
    return new Table(
        "steady-scalability",
        "Timed loop: how throughput scales with calls under way: the Universal Scalability Law",
        header("technology", "processes", "thread counts"),
        rows,
        List.of(
            LAW,
            "Of processes that were shown steady and that no flag leaves out, if all their calls were"
                + " good; each at its own number of calls under way. Processes of one thread count are"
                + " one place on the curve, however their calls under way differ.",
            PRINTED,
            PEAK));
  }

  private static List<String> fit(ScalabilityFit fit) {
    OptionalDouble peak = fit.peak();
    return List.of(
        Numbers.fixed(fit.lambda(), RATE_DECIMALS),
        Numbers.fixed(fit.lambdaError(), RATE_DECIMALS),
        Numbers.significant(fit.sigma()),
        error(fit.sigmaError()),
        Numbers.significant(fit.kappa()),
        error(fit.kappaError()),
        Numbers.fixed(fit.rSquared(), SHARE_DECIMALS),
        Numbers.fixed(PERCENT * fit.relativeRms(), RATE_DECIMALS),
        peak.isEmpty() ? "" : Numbers.fixed(peak.getAsDouble(), 0),
        peak.isEmpty() ? "" : Numbers.fixed(fit.at(peak.getAsDouble()), RATE_DECIMALS),
        says(fit, peak));
  }

  private static String says(ScalabilityFit fit, OptionalDouble peak) {
    if (!fit.isGood()) {
      return "the curve does not fit: nothing is to be read off it";
    }
    if (peak.isPresent()) {
      return "peaks, and falls from there on";
    }
    if (fit.kappaError().isEmpty()) {
      return fit.sigmaError().isEmpty()
          ? "sigma and kappa at their bound 0: grows in proportion, no limit was seen"
          : "kappa at its bound 0: levels off, no peak was seen";
    }
    return "no peak was seen within what was measured";
  }

  private static List<String> none(String without) {
    List<String> cells = new ArrayList<>(Collections.nCopies(FIT.size() - 1, ""));
    cells.add(without);
    return cells;
  }

  private static List<String> header(String... before) {
    List<String> header = new ArrayList<>(List.of(before));
    header.addAll(FIT);
    return header;
  }

  private static String error(OptionalDouble error) {
    return error.isEmpty() ? "at bound" : Numbers.significant(error.getAsDouble());
  }
}
