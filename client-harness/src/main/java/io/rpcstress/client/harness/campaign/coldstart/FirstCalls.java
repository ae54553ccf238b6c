package io.rpcstress.client.harness.campaign.coldstart;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.usage.ProcessUsage;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a fresh client process says of its first calls. Instants are of the host's monotonic clock
 * ({@link System#nanoTime}), which all processes of a Linux host share, so that the one that
 * started this one can subtract its own.
 *
 * @param openedAt when it began to connect, ns
 * @param firstAt when the first good reply was there, ns
 * @param lastAt when the last one was, ns
 * @param calls good replies, 1 or more
 * @param cpuNanos CPU time of the process until then, the start of the JVM included, ns; or {@link
 *     ProcessUsage#UNKNOWN}
 * @param rssKb resident memory with the connection open and no call, KiB; or unknown
 */
public record FirstCalls(
    long openedAt, long firstAt, long lastAt, int calls, long cpuNanos, long rssKb) {

  static final String START = "first-calls ";

  /** Makes the first calls of this process: one thread, one after the other. */
  public static FirstCalls make(PointPlan plan, int calls)
      throws CallException, InterruptedException {
    return make(plan, plan.workload(), calls);
  }

  private static <Q, R> FirstCalls make(PointPlan plan, Workload<Q, R> workload, int calls)
      throws CallException, InterruptedException {
    Operation<Q, R> operation = workload.operation();
    long openedAt = System.nanoTime();
    try (Session session = plan.driver().open(plan.target(), plan.options());
        Caller<Q, R> caller = session.caller(operation, 0)) {
      long firstAt = 0;
      for (int i = 0; i < calls; i++) {
        R reply = caller.call(workload.request());
        if (!operation.isAnswer(workload.request(), reply)) {
          throw new CallException(
              FailureKind.WRONG_REPLY, operation.describeWrong(workload.request(), reply));
        }
        if (i == 0) {
          firstAt = System.nanoTime();
        }
      }
      long lastAt = System.nanoTime();
      ProcessUsage usage = ProcessUsage.read(); // behind the clock: reading loads classes, too
      return new FirstCalls(openedAt, firstAt, lastAt, calls, usage.cpuNanos(), usage.rssKb());
    }
  }

  public String line() {
    return START + JsonMapper.shared().writeValueAsString(this);
  }
}
