package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.scaling.ScalabilityFit;
import io.rpcstress.analysis.scaling.Scaling;
import io.rpcstress.measure.LoadShape;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The Universal Scalability Law fitted to each technology. */
final class ScalingTable {

  private static final double PERCENT = 100;
  private static final int RATE_DECIMALS = 1;
  private static final int SHARE_DECIMALS = 3;

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
          .add("peak, calls/s", RATE_DECIMALS, fit(fit -> fit.at(fit.peak())));

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
        .table(words("scalability"), Scaling.all(data));
  }

  /** Of timed loops: a table of its own, since the other is of first seconds. */
  static Table ofTimed(SweepData data) {
    return new Columns<Scaling>()
        .add("technology", scaling -> data.label(scaling.series(), LoadShape.TIMED))
        .add("processes", scaling -> scaling.points().size())
        .add("thread counts", Scaling::counts)
        .addAll(LAW_OF, scaling -> scaling)
        .table(words("steady-scalability"), Scaling.timed(data));
  }

  private static Words words(String id) {
    return Tables.words(id)
        .with("first", Numbers.fixed(ScalabilityFit.MAX_FIRST, 0))
        .with("gain", Numbers.fixed(ScalabilityFit.MIN_GAIN, 0))
        .with("rms", Numbers.fixed(PERCENT * ScalabilityFit.MAX_RMS, 0))
        .with("explained", Numbers.fixed(PERCENT * ScalabilityFit.MIN_R_SQUARED, 0))
        .with("errors", Numbers.fixed(ScalabilityFit.MIN_ERRORS, 0));
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
