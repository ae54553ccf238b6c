package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.plan.Fault;
import io.rpcstress.measure.TimedLoad;
import org.jspecify.annotations.Nullable;

/**
 * One process to measure: the technology under control, sound or with a fault, in a closed loop.
 *
 * @param fault what is injected; {@link Fault#NONE} for the technology as it is
 * @param requests calls of a run, dealt to the threads; of no matter in a timed loop
 * @param repetition which process of its kind, from 0
 * @param tolerated share of the calls that may fail before the process has, from 0 to 1
 */
public record Trial(
    Fault fault,
    int threads,
    int requests,
    int runs,
    int repetition,
    double tolerated,
    @Nullable TimedLoad load) {

  Trial(Fault fault, int threads, int requests, int runs, int repetition) {
    this(fault, threads, requests, runs, repetition, 0, null);
  }

  static Trial timed(Fault fault, int threads, TimedLoad load) {
    return new Trial(fault, threads, 1, 1, 0, 0, load);
  }

  Trial repeated(int other) {
    return new Trial(fault, threads, requests, runs, other, tolerated, load);
  }
}
