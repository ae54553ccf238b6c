package io.rpcstress.measure;

import java.util.Arrays;
import java.util.Optional;

/**
 * Every word that can stand in a row's {@code flags}: what makes the run doubtful, and what to do
 * about it. A file may hold words that are not here, since it was written by another version; they
 * stay what they are.
 */
public enum Flag {
  /** See {@link SelfWatch#MOST_HOST_CPU_PERCENT}. */
  CLIENT_CPU(
      "client-cpu",
      "the client's processors were busy for more than 80 % of the run, so it may be the client"
          + " that was measured",
      "lower the load, or give the client more or faster processors"),

  /** See {@link SelfWatch#MOST_FOREIGN_CPU_PERCENT}. */
  FOREIGN_CPU(
      "foreign-cpu",
      "others than the client took more than 12 % of its processors",
      "end what else runs there, or take a host whose hypervisor gives it whole processors"),

  /** See {@link SelfWatch#MOST_JITTER_MS}. */
  JITTER(
      "jitter",
      "a sleep of 50 ms took over 100 ms on the client, so latencies contain pauses of its own",
      "look for garbage collections, swapping, and neighbours on the client's host"),

  /** The process that started the measuring one computed while its clock ran. */
  PARENT_CPU(
      "parent-cpu",
      "the harness's waiting process took more than 10 ms of the client's processors while the"
          + " clock of the point ran",
      "measure again; where it stays, report it, since that process has only to wait"),

  /** The measuring process was recorded while it measured. */
  PROFILED(
      "profiled",
      "the measuring process was recorded by a profiler, which is in its number; it carries no"
          + " verdict",
      "measure without --profile"),

  /** System.nanoTime moves in coarser steps than 1 us. */
  CLOCK(
      "clock",
      "the client's clock moves in steps of more than 1 us, in which latencies are recorded",
      "choose another clock source on the client's host; doctor says how"),

  /** The server counted other calls than the client. */
  SERVED_MISMATCH(
      "served-mismatch",
      "the server counted other calls than the client had answers",
      "make sure that nobody else calls this server, and measure again"),

  /** Less than {@link OfferedLoad#LEAST_ACHIEVED} of the offered rate was achieved. */
  SATURATED(
      "saturated",
      "less than 99 % of the offered rate was achieved, so latencies say how long the run went",
      "offer less"),

  /** More than {@link OfferedLoad#MOST_ACHIEVED} of the offered rate was achieved. */
  WARMUP_SHORT(
      "warm-up-short",
      "more replies came than calls were due, so the warm-up had left a backlog",
      "give it a longer warm-up"),

  /** Calls met their deadline. */
  TIMED_OUT(
      "timed-out",
      "calls met their deadline, and percentiles are those of the others",
      "offer less, or give the calls more time"),

  /** Calls never started or never ended. */
  ABANDONED(
      "abandoned",
      "calls never started or never ended, and percentiles are those of the others",
      "offer less, or give the calls more time");

  private final String label;
  private final String meaning;
  private final String advice;

  Flag(String label, String meaning, String advice) {
    this.label = label;
    this.meaning = meaning;
    this.advice = advice;
  }

  /** The word in files. */
  public String label() {
    return label;
  }

  /** What happened and why it matters: a sentence without its full stop. */
  public String meaning() {
    return meaning;
  }

  /** What to do: an imperative without its full stop. */
  public String advice() {
    return advice;
  }

  /** The flag of a word; empty for a word of another version. */
  public static Optional<Flag> of(String label) {
    return Arrays.stream(values()).filter(flag -> flag.label.equals(label)).findFirst();
  }
}
