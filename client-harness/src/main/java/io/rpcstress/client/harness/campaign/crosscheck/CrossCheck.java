package io.rpcstress.client.harness.campaign.crosscheck;

import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Rounds in which both sides called the same server, one right after the other. */
public record CrossCheck(String generator, List<Round> rounds) {

  /** Beyond this a difference is to be explained. */
  private static final double LARGEST_DIFFERENCE = 0.1;

  /** One round. */
  public record Round(Reading ours, Reading theirs) {}

  /** What is compared: a name with its unit, and where it stands. */
  public enum Measure {
    RATE("calls/s"),
    MEDIAN("p50, us"),
    NINETY_NINTH("p99, us");

    private final String label;

    Measure(String label) {
      this.label = label;
    }

    private double of(Reading reading) {
      return switch (this) {
        case RATE -> reading.callsPerSecond();
        case MEDIAN -> reading.p50Us();
        case NINETY_NINTH -> reading.p99Us();
      };
    }

    public String label() {
      return label;
    }
  }

  public CrossCheck {
    rounds = List.copyOf(rounds);
  }

  public double mean(Function<Round, Reading> side, Measure measure) {
    return rounds.stream().map(side).mapToDouble(measure::of).average().orElse(Double.NaN);
  }

  /** The foreign generator's by the harness', round by round: geometric mean, with its interval. */
  public Interval ratio(Measure measure) {
    double[] ratios =
        rounds.stream()
            .mapToDouble(round -> measure.of(round.theirs()) / measure.of(round.ours()))
            .toArray();
    return Bootstrap.geometricMean(ratios, Objects.hash(generator, measure.label));
  }

  public boolean differs(Measure measure) {
    double ratio = ratio(measure).value();
    return ratio > 1 + LARGEST_DIFFERENCE || ratio < 1 / (1 + LARGEST_DIFFERENCE);
  }

  /** What one side gave in one round; NaN where a time is not known. */
  public record Reading(double callsPerSecond, double p50Us, double p99Us, long failed) {}
}
