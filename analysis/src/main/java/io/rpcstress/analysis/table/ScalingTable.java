package io.rpcstress.analysis.table;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.scaling.ScalabilityFit;
import io.rpcstress.analysis.scaling.Scaling;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The Universal Scalability Law fitted to each technology. */
final class ScalingTable {

  private static final double PERCENT = 100;
  private static final int RATE_DECIMALS = 1;
  private static final int SHARE_DECIMALS = 3;

  private static final String LAW =
      "X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)) of Gunther: N is the measured "
          + "calls under way (good calls a second times their mean latency), lambda the rate of "
          + "one call at a time, sigma the share that waits in one queue, kappa what each pair "
          + "costs. Nonlinear least squares of the relative error, one point a process; +- is one "
          + "standard error.";

  private static final String PRINTED =
      text(
          "Printed only if the curve starts at %.0f calls under way or fewer, and if its "
              + "corrected Akaike criterion is better than a constant's by more than %.0f. "
              + "Otherwise it shows no more than \"so many calls a second\".",
          ScalabilityFit.MAX_FIRST, ScalabilityFit.MIN_GAIN);

  private static final String PEAK =
      text(
          "A peak at sqrt((1 - sigma) / kappa) is given if the curve misses the points by no "
              + "more than %.0f %%, explains %.0f %% of the variance or more, kappa is more than "
              + "%.0f standard errors above 0, and the peak lies within what was measured. It is "
              + "read off the curve, not measured.",
          PERCENT * ScalabilityFit.MAX_RMS,
          PERCENT * ScalabilityFit.MIN_R_SQUARED,
          ScalabilityFit.MIN_ERRORS);

  /** The columns of a fit; empty without one. */
  private static final Columns<Optional<ScalabilityFit>> FIT =
      new Columns<Optional<ScalabilityFit>>()
          .add("lambda, calls/s", RATE_DECIMALS, fit(ScalabilityFit::lambda))
          .add("lambda +-", RATE_DECIMALS, fit(ScalabilityFit::lambdaError))
          .add("sigma", fit(fit -> Numbers.significant(fit.sigma())))
          .add(Heading.marked("sigma +-"), error(ScalabilityFit::sigmaError))
          .add("kappa", fit(fit -> Numbers.significant(fit.kappa())))
          .add(Heading.marked("kappa +-"), error(ScalabilityFit::kappaError))
          .add("R^2", SHARE_DECIMALS, fit(ScalabilityFit::rSquared))
          .add("RMS error, %", RATE_DECIMALS, fit(fit -> PERCENT * fit.relativeRms()))
          .add("peak at calls under way", 0, fit(ScalabilityFit::peak))
          .add("peak, calls/s", RATE_DECIMALS, fit(fit -> fit.at(fit.peak())))
          .details("lambda +-", "sigma +-", "kappa +-", "RMS error, %");

  private static final Columns<Scaling> LAW_OF =
      new Columns<Scaling>()
          .addAll(FIT, Scaling::fit)
          .add(
              "what it says",
              scaling -> scaling.fit().map(ScalingTable::says).orElse(scaling.without()));

  private ScalingTable() {}

  static Table of(SweepData data) {
    return new Columns<Scaling>()
        .add("technology", scaling -> scaling.series().label())
        .add("requestMode", scaling -> scaling.mode().label())
        .add("requestNum", Scaling::requests)
        .add("counts", Scaling::counts)
        .addAll(LAW_OF, scaling -> scaling)
        .table(
            "scalability",
            "How throughput scales with calls under way: the Universal Scalability Law",
            Scaling.all(data),
            LAW,
            "At the request count with most thread counts (of those the largest). Points are "
                + "left out if not every thread has a call, if calls failed, or if they have a "
                + "trend over their runs or a flag that takes them out.",
            PRINTED,
            PEAK);
  }

  /** Of timed loops: a table of its own, since the other is of first seconds. */
  static Table ofTimed(SweepData data) {
    return new Columns<Scaling>()
        .add("technology", scaling -> data.timedLabel(scaling.series()))
        .add("processes", scaling -> scaling.points().size())
        .add("thread counts", Scaling::counts)
        .addAll(LAW_OF, scaling -> scaling)
        .table(
            "steady-scalability",
            "Timed loop: how throughput scales with calls under way: the Universal Scalability Law",
            Scaling.timed(data),
            LAW,
            "Over processes that were shown steady and that no flag leaves out, if all their "
                + "calls were good; each at its own number of calls under way. Processes of one "
                + "thread count are one place on the curve, even if their calls under way differ.",
            PRINTED,
            PEAK);
  }

  private static Columns.Value<Optional<ScalabilityFit>> fit(
      Function<ScalabilityFit, @Nullable Object> what) {
    return fit -> fit.map(what);
  }

  private static String says(ScalabilityFit fit) {
    if (!fit.isGood()) {
      return "the curve does not fit: nothing can be read off it";
    }
    if (!Double.isNaN(fit.peak())) {
      return "peaks, and falls from there on";
    }
    if (Double.isNaN(fit.kappaError())) {
      return Double.isNaN(fit.sigmaError())
          ? "sigma and kappa at their bound 0: grows in proportion, no limit was seen"
          : "kappa at its bound 0: levels off, no peak was seen";
    }
    return "no peak was seen within what was measured";
  }

  private static Function<Optional<ScalabilityFit>, Entry> error(
      ToDoubleFunction<ScalabilityFit> error) {
    return fit -> fit.map(error::applyAsDouble).map(ScalingTable::orAtBound).orElse(Entry.EMPTY);
  }

  private static Entry orAtBound(double error) {
    return Double.isNaN(error) ? Entry.word("at bound") : Entry.of(Numbers.significant(error));
  }
}
