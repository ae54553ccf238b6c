package io.rpcstress.measure;

import java.util.Optional;

/**
 * Every word that can stand in a row's {@code flags}: what makes the run doubtful, what it takes
 * out of verdicts, and what to do about it. A file may hold words that are not here, since it was
 * written by another version; they stay what they are, and invalidate nothing.
 */
public enum Flag implements Labelled {
  CLIENT_CPU(
      "the client's processors were busy for more than 80 % of the run, so it may be the client"
          + " that was measured",
      "lower the load, or give the client more or faster processors", Consequence.EXPLAINS),

  FOREIGN_CPU(
      "processes other than the client took more than 12 % of its processors",
      "end what else runs there, or take a host whose hypervisor gives it whole processors",
      Consequence.INVALIDATES_UNTIL_REPEATED),

  JITTER(
      "a sleep of 50 ms took over 100 ms on the client, so latencies contain pauses of its own",
      "look for garbage collections, swapping, and other processes on the client's host",
      Consequence.INVALIDATES_UNTIL_REPEATED),

  CLOCK(
      "the client's clock moves in steps of more than 1 us, in which latencies are recorded",
      "choose another clock source on the client's host; doctor says how",
      Consequence.INVALIDATES),

  SERVED_MISMATCH(
      "the server counted fewer calls than the client had answers, or more than the client made",
      "make sure that no other client calls this server, and measure again",
      Consequence.INVALIDATES_UNTIL_REPEATED),

  MESSAGES_LOST(
      "the server counted fewer messages than the client had sent, and no more within 5 s, or not "
          + "all within 30 s: the rest were lost, or still wait in a broker",
      "send fewer, at a rate, and check that the server runs and that nothing in between drops "
          + "messages",
      Consequence.INVALIDATES_UNTIL_REPEATED),

  PATH_MISMATCH(
      "the proxy on the path counted other calls than the client had answers, or did not report "
          + "its count",
      "make sure that the proxy runs and that no other client calls it, and measure again",
      Consequence.INVALIDATES_UNTIL_REPEATED),

  CHAIN_MISMATCH(
      "a service behind the server counted other calls than the client's answers need, or did "
          + "not report its count",
      "make sure that all these services run and that no other client calls them, and measure "
          + "again",
      Consequence.INVALIDATES_UNTIL_REPEATED),

  REPLICA_MISSING(
      "one of several servers served none of the calls, or did not report its count, so this may "
          + "be a row of fewer servers",
      "make sure that every server of --replica runs, and measure again",
      Consequence.INVALIDATES_UNTIL_REPEATED),

  SATURATED(
      "less than 99 % of the offered rate was achieved, so latencies depend on how long the run "
          + "was",
      "offer less", Consequence.INVALIDATES_LATENCIES),

  WARM_UP_SHORT(
      "more replies came than calls were due, because the warm-up had left a backlog",
      "use a longer warm-up",
      Consequence.INVALIDATES_LATENCIES),

  TIMED_OUT(
      "calls exceeded their deadline, and percentiles are those of the other calls",
      "offer less, or give the calls more time",
      Consequence.INVALIDATES_LATENCIES),

  ABANDONED(
      "calls never started or never ended, and percentiles are those of the other calls",
      "offer less, or give the calls more time",
      Consequence.INVALIDATES_LATENCIES),

  UNDER_THREADS(
      "fewer than 80 % of the requested calls were under way on average, so latencies are those "
          + "of a smaller load",
      "make more calls per thread, or measure in windows of time",
      Consequence.INVALIDATES_LATENCIES),

  FEW_CALLS(
      "each thread made fewer than ten calls, so more than a tenth of the latencies are those of"
          + " first calls, which wait for connections and for each other at the gate",
      "make more calls per thread, or measure in windows of time",
      Consequence.INVALIDATES_LATENCIES),

  CLIENTS_APART(
      "its client processes called together for less than 90 % of the run, so their rates do not"
          + " add up",
      "give each client more calls, or measure in windows of time",
      Consequence.INVALIDATES_UNTIL_REPEATED),

  NOT_STEADY(
      "the process was not shown to be steady: its warm-up had not settled at its cap, or its "
          + "windows spread or their halves differ by more than 5 %; its numbers count, because "
          + "leaving them out would select by the result",
      "raise --warmup-cap, take longer or more windows, or look for what else changes while it"
          + " runs",
      Consequence.EXPLAINS),

  PARENT_CPU(
      "the process that started the measurement took processor time while it ran",
      "measure again; if it comes back, report it as a defect of this harness",
      Consequence.INVALIDATES_UNTIL_REPEATED),

  READ_MEANWHILE(
      "files of the sweep were collected from the client's host during the run, which takes "
          + "processor time there",
      "collect between sessions, or when the sweep is over",
      Consequence.EXPLAINS),

  SCRAPED(
      "another program read the metrics of the called server during the run, which takes "
          + "processor time there",
      "scrape only between sweeps, or every 15 s at most, which takes little",
      Consequence.EXPLAINS),

  LATE_COSTS(
      "the client's counters were read late, so the first calls are taken to cost what the "
          + "others did",
      "offer less, or give the client more or faster processors",
      Consequence.EXPLAINS),

  OVER_CPU(
      "the counted processor time is more than the processors can give, so it is left out",
      "make runs longer, so that a counter of 10 ms ticks can resolve them",
      Consequence.EXPLAINS);

  /** What a flag does to the number that it stands beside. */
  private enum Consequence {
    /** Says why the number is what it is; the number holds. */
    EXPLAINS,
    /** Latencies are of something else than the row says; rates and counts hold. */
    INVALIDATES_LATENCIES,
    /** No number of the row is compared; measuring it in the same way again gives the same flag. */
    INVALIDATES,
    /** No number of the row is compared; another process may be free of it. */
    INVALIDATES_UNTIL_REPEATED
  }

  private final String meaning;
  private final String advice;
  private final Consequence consequence;

  Flag(String meaning, String advice, Consequence consequence) {
    this.meaning = meaning;
    this.advice = advice;
    this.consequence = consequence;
  }

  /** What happened and why it matters: a sentence without its full stop. */
  public String meaning() {
    return meaning;
  }

  /** A meaning in a few words, for a line of a list: what it begins with. */
  public static String cause(String meaning) {
    return meaning.split("[,:;]", 2)[0];
  }

  /** What to do: an imperative without its full stop. */
  public String advice() {
    return advice;
  }

  /** Whether no number of the row may enter a verdict. */
  public boolean invalidates() {
    return consequence == Consequence.INVALIDATES
        || consequence == Consequence.INVALIDATES_UNTIL_REPEATED;
  }

  /** Whether the row's latencies may not enter a verdict; true wherever nothing of it may. */
  public boolean invalidatesLatencies() {
    return invalidates() || consequence == Consequence.INVALIDATES_LATENCIES;
  }

  /** Whether an open loop with it did not hold its rate, where nothing disturbed it. */
  public boolean isLoss() {
    return this == SATURATED || this == TIMED_OUT || this == ABANDONED;
  }

  /**
   * Whether measuring the point again, by another process, may be free of the flag. It is not for
   * what the load, the host or an option brings along each time.
   */
  public boolean isWorthRepeating() {
    return consequence == Consequence.INVALIDATES_UNTIL_REPEATED;
  }

  public static Optional<Flag> of(String label) {
    return Labelled.find(values(), label);
  }
}
