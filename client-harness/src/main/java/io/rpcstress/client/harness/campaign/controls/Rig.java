package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.campaign.controls.Control.NoResultException;
import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.client.harness.plan.PointTask.Fault;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What measures: the harness itself, or in a test a broken one. */
@FunctionalInterface
public interface Rig {

  Gathered measure(Trial trial) throws IOException, InterruptedException;

  /** Measures two technologies by one command, as {@code run --protocol a,b} does. */
  @FunctionalInterface
  interface OfPairs {

    /**
     * Measures both, each in a process of its own, one after the other.
     *
     * @param swapped whether the second is named, and measured, first; its result comes second
     *     anyway
     */
    List<Gathered> measure(Trial trial, boolean swapped) throws IOException, InterruptedException;
  }

  /** What a process gave that must have a result. */
  static ProcessSample sample(Gathered process) {
    if (!process.hasResult()) {
      throw new NoResultException(process.failure());
    }
    return new ProcessSample(process.runs(), process.latencies());
  }

  /**
   * One process to measure: the technology under control, sound or with a fault, in a closed loop.
   *
   * @param fault what is injected; {@link Fault#NONE} for the technology as it is
   * @param requests calls of a run, dealt to the threads; of no matter in a timed loop
   * @param repetition which process of its kind, from 0
   * @param tolerated share of the calls that may fail before the process has, from 0 to 1
   */
  record Trial(
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
}
