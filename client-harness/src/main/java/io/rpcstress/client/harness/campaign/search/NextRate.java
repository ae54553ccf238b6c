package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.contract.Labelled;
import io.rpcstress.measure.record.SearchRecord;

/**
 * Searches the highest rate that holds. From its first rate, best what a warm closed loop reaches,
 * it goes down until a rate holds, by a fifth each time, and by half where calls queued; where the
 * first one holds, the rate is doubled until it is violated. The gap is halved until it is as small
 * as the precision; then the highest rate that held is probed again, several times, and must hold
 * in more than half of them: where it does not, the search goes down by one step of the precision,
 * a fifth at most, and asks again.
 *
 * <p>Nothing is believed at once. A rate counts as violated when a second probe of it is violated
 * too, since one hiccup of a host below the knee would end the search there, or when the first was
 * far from holding; and it counts as sustained when the confirmations say so. Pure: what a probe
 * does is its own affair.
 *
 * @param <E> what a probe may fail with, which ends the search
 */
public final class NextRate<E extends Exception> {

  /** What a probe is for. */
  public enum Stage implements Labelled {
    /** The rate is lowered by a fifth. */
    DESCENT,
    /** The rate is doubled. */
    GROWTH,
    /** The gap between a rate that held and one that was violated is halved. */
    BISECTION,
    /** The found rate is repeated. */
    CONFIRMATION,
    /** A rate past the found one: no part of the search. */
    BEYOND;

    /** Whether it looks for a rate, and is no answer about one. */
    boolean explores() {
      return this == DESCENT || this == GROWTH || this == BISECTION;
    }
  }

  /** Offers a rate. */
  @FunctionalInterface
  public interface Probe<E extends Exception> {

    /** Whether the rate, calls/s, holds. */
    boolean holds(int rate, Stage stage) throws E, InterruptedException;

    /** Whether the last one that did not hold was so far from it that no hiccup explains that. */
    default boolean isFarFromHolding() {
      return false;
    }

    /**
     * Whether at the last one calls queued, so that the rate is far too high. Each probe there may
     * leave the process in a state in which lower rates do not hold, either.
     */
    default boolean isOverloaded() {
      return false;
    }
  }

  /** How a search ended. */
  public enum Ending {
    /** The rate was found, to the precision. */
    FOUND("found"),
    /** The highest rate that may be tried holds: the maximum is that or more. */
    HIGHEST_RATE("highest-rate"),
    /** No further probe is allowed: the maximum is the found rate or more. */
    MAX_PROBES("most-probes"),
    /** No further probe is allowed, and none of the rates that held once was confirmed. */
    UNCONFIRMED("unconfirmed"),
    NOT_EVEN_LOWEST("not-even-lowest"),
    /** It goes on, or was interrupted. */
    UNFINISHED(SearchRecord.UNFINISHED),
    /** It could not go on. */
    FAILED(SearchRecord.FAILED);

    private final String label;

    Ending(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /**
   * What a search found.
   *
   * @param rate calls/s; 0 where none is sustained
   * @param held confirmations of that rate that held
   * @param confirmations how many there were; 0 where none is sustained
   */
  public record Outcome(Ending ending, int rate, int held, int confirmations) {

    /** Whether a rate is sustained: the maximum, or a lower bound of it. */
    public boolean sustained() {
      return rate > 0;
    }

    /** Whether the maximum may well be higher: a bound ended the search. */
    public boolean bounded() {
      return ending == Ending.HIGHEST_RATE || ending == Ending.MAX_PROBES;
    }

    static Outcome none(Ending ending) {
      return new Outcome(ending, 0, 0, 0);
    }
  }

  private static final int GROWTH_FACTOR = 2;
  private static final double DESCENT_FACTOR = 0.8;
  private static final double OVERLOAD_FACTOR = 0.5;

  private final SearchPlan plan;
  private final Probe<E> probe;
  private int made;
  private int highestHeld;
  private int lowestViolated = Integer.MAX_VALUE;

  private NextRate(SearchPlan plan, Probe<E> probe) {
    this.plan = plan;
    this.probe = probe;
  }

  public static <E extends Exception> Outcome find(SearchPlan plan, Probe<E> probe)
      throws E, InterruptedException {
    NextRate<E> search = new NextRate<>(plan, probe);
    if (plan.first() > plan.lowest()) {
      search.descend();
    }
    if (search.lowestViolated == Integer.MAX_VALUE) {
      search.grow();
    }
    search.bisect();
    return search.confirm();
  }

  private void descend() throws E, InterruptedException {
    int rate = plan.first();
    while (mayExplore() && !explore(rate, Stage.DESCENT) && rate > plan.lowest()) {
      double factor = probe.isOverloaded() ? OVERLOAD_FACTOR : DESCENT_FACTOR;
      rate = Math.max(plan.lowest(), (int) (rate * factor));
    }
  }

  private void grow() throws E, InterruptedException {
    long rate = plan.lowest();
    if (highestHeld > 0) { // the first rate held: nothing below it need be asked
      if (highestHeld >= plan.highest()) {
        return;
      }
      rate = Math.min(plan.highest(), (long) highestHeld * GROWTH_FACTOR);
    }
    while (mayExplore() && explore((int) rate, Stage.GROWTH) && rate < plan.highest()) {
      rate = Math.min(plan.highest(), rate * GROWTH_FACTOR);
    }
  }

  private void bisect() throws E, InterruptedException {
    while (highestHeld > 0 && lowestViolated < Integer.MAX_VALUE && !fine() && mayExplore()) {
      int middle = (int) Math.round(Math.sqrt((double) highestHeld * lowestViolated));
      explore(Math.max(highestHeld + 1, Math.min(lowestViolated - 1, middle)), Stage.BISECTION);
    }
  }

  private Outcome confirm() throws E, InterruptedException {
    int rate = highestHeld;
    if (rate == 0 && lowestViolated > plan.lowest()) { // no probe was left on the way down
      return Outcome.none(Ending.UNCONFIRMED);
    }
    while (rate > 0) {
      if (made + plan.confirmations() > plan.mostProbes()) {
        return Outcome.none(Ending.UNCONFIRMED);
      }
      int held = confirmed(rate);
      if (isMost(held)) {
        highestHeld = rate;
        return new Outcome(ending(), rate, held, plan.confirmations());
      }
      lowestViolated = rate;
      rate = rate == plan.lowest() ? 0 : Math.max(plan.lowest(), stepDown(rate));
    }
    return Outcome.none(Ending.NOT_EVEN_LOWEST);
  }

  /** How many of the repeated probes hold; stops where most can no longer. */
  private int confirmed(int rate) throws E, InterruptedException {
    int held = 0;
    for (int i = 0; i < plan.confirmations(); i++) {
      held += probe(rate, Stage.CONFIRMATION) ? 1 : 0;
      if (!isMost(held + plan.confirmations() - i - 1)) {
        break;
      }
    }
    return held;
  }

  private boolean isMost(int held) {
    return 2 * held > plan.confirmations();
  }

  private int stepDown(int rate) {
    double factor = Math.max(DESCENT_FACTOR, 1 / (1 + plan.precision()));
    return Math.min(rate - 1, (int) Math.ceil(rate * factor));
  }

  private Ending ending() {
    if (lowestViolated < Integer.MAX_VALUE && fine()) {
      return Ending.FOUND;
    }
    return highestHeld == plan.highest() ? Ending.HIGHEST_RATE : Ending.MAX_PROBES;
  }

  /** Whether the gap is as small as it must be, or no whole rate is left in it. */
  private boolean fine() {
    return lowestViolated - highestHeld <= Math.max(1, highestHeld * plan.precision());
  }

  /** Whether the confirmations can still be paid for after another rate. */
  private boolean mayExplore() {
    return made + SearchPlan.FIRST_STEP + plan.confirmations() <= plan.mostProbes();
  }

  private boolean explore(int rate, Stage stage) throws E, InterruptedException {
    boolean holds = probe(rate, stage);
    if (!holds && !probe.isFarFromHolding()) {
      holds = probe(rate, stage); // one hiccup is no violation
    }
    if (holds) {
      highestHeld = rate;
    } else {
      lowestViolated = rate;
    }
    return holds;
  }

  private boolean probe(int rate, Stage stage) throws E, InterruptedException {
    made++;
    return probe.holds(rate, stage);
  }
}
