package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.campaign.controls.Rig.Trial;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Operation;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.engine.point.PointRunner;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.time.Duration;
import java.util.List;

/** The harness itself in this process, with a technology that answers without a wire. */
final class RealRig implements Rig {

  private final Operation<String, String> operation;

  RealRig(Operation<String, String> operation) {
    this.operation = operation;
  }

  @Override
  public Gathered measure(Trial trial) throws InterruptedException {
    Address nowhere = new Address("127.0.0.1", 1);
    Point point =
        new Point("echo", "example", trial.threads(), trial.requests(), RequestMode.TOTAL);
    DriverOptions options =
        new DriverOptions(
            "example", ConnectionPolicy.perThread(), trial.threads(), false, Duration.ofMinutes(1));
    PointPlan plan =
        new PointPlan(
            point.repeated(trial.repetition()),
            new Echo(),
            Target.of(nowhere),
            nowhere,
            options,
            new Workload<>(operation, Greeting.defaultName()),
            trial.runs(),
            trial.tolerated(),
            Circumstances.FRESH_CLIENT,
            null,
            null,
            null);
    Gathered gathered = new Gathered();
    boolean unused = PointRunner.run(InjectedDriver.in(plan, trial.fault()), gathered);
    return gathered;
  }

  /** Answers every greeting at once. */
  private static final class Echo implements Driver {
    @Override
    public Technology technology() {
      return new Technology("echo", 98, 1, "no wire", List.of(), List.of("greet"));
    }

    @Override
    public Session open(Target target, DriverOptions options) {
      return new Session() {
        @Override
        @SuppressWarnings("unchecked") // whatever it is called, it greets
        public <Q, R> Caller<Q, R> caller(Operation<Q, R> asked, int thread) {
          Caller<String, String> greeter = Greeting::greet;
          return (Caller<Q, R>) greeter;
        }

        @Override
        public void close() {}
      };
    }
  }
}
