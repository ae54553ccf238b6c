package io.rpcstress.analysis.scaling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer.Optimum;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * Gunther's Universal Scalability Law X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)),
 * fitted by nonlinear least squares of the relative error: each point says as much, however many
 * calls it makes (Gunther, Guerrilla Capacity Planning, 2007). N is the number of calls under way
 * as measured, not the threads that were asked for. Immutable.
 *
 * @param lambda calls/s of one call under way at a time
 * @param lambdaError its standard error
 * @param sigma contention: the share of work that waits in one queue, 0 or more
 * @param sigmaError its standard error; no number where sigma is at its bound 0
 * @param kappa coherency: what each pair of calls under way costs, 0 or more
 * @param kappaError its standard error; no number where kappa is at its bound 0
 * @param rSquared share of the throughput's variance that the curve explains; 1 is all of it
 * @param relativeRms root of the mean squared relative error
 * @param aicc Akaike's information criterion of the curve, corrected for few points (Hurvich and
 *     Tsai, 1989): lower is better; infinite with too few points for it
 * @param flatAicc the same of a constant throughput, which needs no law
 * @param largest number of calls under way that was measured
 */
public record ScalabilityFit(
    double lambda,
    double lambdaError,
    double sigma,
    double sigmaError,
    double kappa,
    double kappaError,
    double rSquared,
    double relativeRms,
    double aicc,
    double flatAicc,
    double largest) {

  /** Three parameters, and one more to see an error. */
  public static final int MIN_COUNTS = 4;

  /** Above this smallest number of calls under way lambda would be guessed, not measured. */
  public static final double MAX_FIRST = 2;

  /** A curve whose criterion is not better than a constant's by more than this explains nothing. */
  public static final double MIN_GAIN = 2;

  /** A peak is not read off a curve that explains less of the variance. */
  public static final double MIN_R_SQUARED = 0.9;

  /** A curve that misses the points by more than this on average foretells nothing. */
  public static final double MAX_RMS = 0.15;

  /** A parameter that is not this many standard errors above 0 is not told from 0. */
  public static final double MIN_ERRORS = 2;

  private static final int LAMBDA = 0;
  private static final int SIGMA = 1;
  private static final int KAPPA = 2;
  private static final int MAX_ITERATIONS = 2_000;
  private static final double TINY = 1e-9;

  private static final class Candidate {
    final double[] parameters;
    final boolean[] free;
    final Optimum optimum;

    Candidate(boolean[] free, Optimum optimum) {
      this.parameters = spread(optimum.getPoint(), free);
      this.free = free;
      this.optimum = optimum;
    }
  }

  /**
   * Fits a curve.
   *
   * @param threads calls under way as measured, each above 0
   * @param callsPerSecond what was measured at each, more than 0
   * @return empty with fewer than {@link #MIN_COUNTS} distinct numbers, or where no fit is found
   */
  public static Optional<ScalabilityFit> of(double[] threads, double[] callsPerSecond) {
    if (DoubleStream.of(threads).distinct().count() < MIN_COUNTS) {
      return Optional.empty();
    }
    // A parameter at its bound takes no part: the others are then fitted without it.
    List<boolean[]> faces =
        List.of(
            new boolean[] {true, true, true},
            new boolean[] {true, true, false},
            new boolean[] {true, false, true},
            new boolean[] {true, false, false});
    return faces.stream()
        .flatMap(face -> candidate(threads, callsPerSecond, face).stream())
        .min(
            Comparator.comparingDouble((Candidate c) -> Math.round(c.optimum.getCost() / TINY))
                .thenComparingInt(c -> free(c.free)))
        .map(c -> described(c, threads, callsPerSecond));
  }

  /** What the curve says of a number of calls under way, calls/s. */
  public double at(double threads) {
    return lambda * threads / denominator(threads, sigma, kappa);
  }

  public boolean isGood() {
    return relativeRms <= MAX_RMS;
  }

  /**
   * Whether the curve says more than a constant does: its criterion is lower by more than {@link
   * #MIN_GAIN}. One that does not is not printed.
   */
  public boolean beatsConstant() {
    return aicc < flatAicc - MIN_GAIN;
  }

  /**
   * The calls under way of the highest throughput, sqrt((1 - sigma) / kappa). No number where the
   * fit is bad, kappa cannot be distinguished from 0, or it lies beyond what was measured: then no
   * peak was seen.
   */
  public double peak() {
    boolean seen =
        isGood() && rSquared >= MIN_R_SQUARED && kappa > MIN_ERRORS * kappaError && sigma < 1;
    double at = Math.sqrt((1 - sigma) / kappa);
    return seen && at <= largest ? at : Double.NaN;
  }

  private static Optional<Candidate> candidate(double[] threads, double[] rates, boolean[] free) {
    double[] start = {start(threads, rates), 0.05, 1e-5};
    LeastSquaresBuilder problem =
        new LeastSquaresBuilder()
            .start(selected(start, free))
            .target(ones(rates.length))
            .model(point -> model(spread(point, free), free, threads, rates))
            .parameterValidator(point -> notNegative(point))
            .maxEvaluations(MAX_ITERATIONS)
            .maxIterations(MAX_ITERATIONS)
            .checkerPair((i, before, after) -> false);
    try {
      Optimum optimum = new LevenbergMarquardtOptimizer().optimize(problem.build());
      return Optional.of(new Candidate(free, optimum));
    } catch (MathRuntimeException e) {
      return Optional.empty(); // no convergence: another face may have it
    }
  }

  private static ScalabilityFit described(Candidate found, double[] threads, double[] rates) {
    double[] parameters = found.parameters;
    double lambda = StrictMath.exp(parameters[LAMBDA]);
    int free = free(found.free);
    double squares = found.optimum.getCost() * found.optimum.getCost();
    double[] errors = new double[3];
    if (rates.length > free) {
      RealVector sigmas = found.optimum.getSigma(TINY * TINY);
      double scale = Math.sqrt(squares / (rates.length - free));
      for (int i = 0, at = 0; i < errors.length; i++) {
        errors[i] = found.free[i] ? sigmas.getEntry(at++) * scale : 0;
      }
    }
    double mean = IntStream.range(0, rates.length).mapToDouble(i -> rates[i]).average().orElse(0);
    double missed = 0;
    double spread = 0;
    for (int i = 0; i < rates.length; i++) {
      double curve =
          lambda * threads[i] / denominator(threads[i], parameters[SIGMA], parameters[KAPPA]);
      missed += (rates[i] - curve) * (rates[i] - curve);
      spread += (rates[i] - mean) * (rates[i] - mean);
    }
    return new ScalabilityFit(
        lambda,
        lambda * errors[LAMBDA],
        parameters[SIGMA],
        parameters[SIGMA] == 0 ? Double.NaN : errors[SIGMA],
        parameters[KAPPA],
        parameters[KAPPA] == 0 ? Double.NaN : errors[KAPPA],
        spread == 0 ? 1 : 1 - missed / spread,
        Math.sqrt(squares / rates.length),
        aicc(squares, rates.length, free),
        aicc(flatError(rates), rates.length, 1),
        DoubleStream.of(threads).max().orElse(0));
  }

  /**
   * The criterion of a fit by least squares.
   *
   * @param parameters of the curve; the noise's variance is one more
   */
  private static double aicc(double squares, int points, int parameters) {
    int all = parameters + 1;
    if (points <= all + 1) {
      return Double.POSITIVE_INFINITY;
    }
    double noise = Math.max(squares / points, TINY * TINY);
    return points * StrictMath.log(noise) + 2.0 * all + 2.0 * all * (all + 1) / (points - all - 1);
  }

  /** Squared relative error of the constant that has the least of it. */
  private static double flatError(double[] rates) {
    double inverse = DoubleStream.of(rates).map(x -> 1 / x).sum();
    double constant = inverse / DoubleStream.of(rates).map(x -> 1 / (x * x)).sum();
    return DoubleStream.of(rates).map(x -> (constant / x - 1) * (constant / x - 1)).sum();
  }

  /** The curve by what was measured, so that a residual is a relative error; and its slopes. */
  private static Pair<RealVector, RealMatrix> model(
      double[] parameters, boolean[] free, double[] threads, double[] rates) {
    double[] values = new double[rates.length];
    double[][] slopes = new double[rates.length][free(free)];
    for (int i = 0; i < rates.length; i++) {
      double n = threads[i];
      double under = denominator(n, parameters[SIGMA], parameters[KAPPA]);
      values[i] = StrictMath.exp(parameters[LAMBDA]) * n / under / rates[i];
      double[] all = {
        values[i], -values[i] * (n - 1) / under, -values[i] * n * (n - 1) / under,
      };
      slopes[i] = selected(all, free);
    }
    return new Pair<>(MatrixUtils.createRealVector(values), MatrixUtils.createRealMatrix(slopes));
  }

  private static double denominator(double n, double sigma, double kappa) {
    return 1 + sigma * (n - 1) + kappa * n * (n - 1);
  }

  /** The first is a logarithm and may be negative; the others may not. */
  private static RealVector notNegative(RealVector point) {
    RealVector valid = point.copy();
    for (int i = 1; i < valid.getDimension(); i++) {
      valid.setEntry(i, Math.max(0, valid.getEntry(i)));
    }
    return valid;
  }

  private static double start(double[] threads, double[] rates) {
    return StrictMath.log(
        IntStream.range(0, rates.length).mapToDouble(i -> rates[i] / threads[i]).max().orElse(1));
  }

  private static double[] ones(int count) {
    return IntStream.range(0, count).mapToDouble(i -> 1).toArray();
  }

  private static int free(boolean[] free) {
    return (int) IntStream.range(0, free.length).filter(i -> free[i]).count();
  }

  private static double[] selected(double[] all, boolean[] free) {
    return IntStream.range(0, all.length).filter(i -> free[i]).mapToDouble(i -> all[i]).toArray();
  }

  private static double[] spread(RealVector point, boolean[] free) {
    double[] all = new double[free.length];
    for (int i = 0, at = 0; i < free.length; i++) {
      all[i] = free[i] ? point.getEntry(at++) : 0;
    }
    return all;
  }
}
