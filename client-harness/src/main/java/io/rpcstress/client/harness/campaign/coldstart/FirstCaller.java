package io.rpcstress.client.harness.campaign.coldstart;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.engine.load.NanoClock;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.usage.ProcessUsage;

/** Makes the first calls of this process: one thread, one after the other. */
public final class FirstCaller {

  private FirstCaller() {}

  public static FirstCalls call(PointPlan plan, int calls, NanoClock clock)
      throws CallException, InterruptedException {
    return call(plan, plan.workload(), calls, clock);
  }

  private static <Q, R> FirstCalls call(
      PointPlan plan, Workload<Q, R> workload, int calls, NanoClock clock)
      throws CallException, InterruptedException {
    Operation<Q, R> operation = workload.operation();
    long openedAt = clock.nanos();
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
          firstAt = clock.nanos();
        }
      }
      long lastAt = clock.nanos();
      ProcessUsage usage = ProcessUsage.read(); // behind the clock: reading loads classes, too
      return new FirstCalls(openedAt, firstAt, lastAt, calls, usage.cpuNanos(), usage.rssKb());
    }
  }
}
