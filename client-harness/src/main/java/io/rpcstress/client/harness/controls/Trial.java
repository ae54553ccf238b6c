package io.rpcstress.client.harness.controls;

/**
 * One process to measure: the technology under control, sound or with a defect, in a closed loop.
 *
 * @param defect what is planted; {@link Defect#NONE} for the technology as it is
 * @param threads calling threads
 * @param requests calls of a run, dealt to the threads
 * @param runs orders, the first of them cold
 * @param repetition which process of its kind, from 0
 * @param tolerated share of the calls that may fail before the process has, from 0 to 1
 */
public record Trial(
    Defect defect, int threads, int requests, int runs, int repetition, double tolerated) {

  /** A trial that tolerates no failure. */
  Trial(Defect defect, int threads, int requests, int runs, int repetition) {
    this(defect, threads, requests, runs, repetition, 0);
  }
}
