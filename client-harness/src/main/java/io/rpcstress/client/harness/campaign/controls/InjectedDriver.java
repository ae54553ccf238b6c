package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.Point;

/** A real technology with a fault in it. The rows that it gives have no real one's name. */
public final class InjectedDriver implements Driver {

  /** What the name of a faulty technology's points ends in. */
  public static final String MARK = "-injected";

  private static final int NO_TYPE = 0;

  private final Driver real;
  private final Fault fault;

  /** Injects a fault. */
  public InjectedDriver(Driver real, Fault fault) {
    this.real = real;
    this.fault = fault;
  }

  /** The same plan with a fault in its technology, which is named accordingly. */
  public static PointPlan in(PointPlan plan, Fault fault) {
    InjectedDriver driver = new InjectedDriver(plan.driver(), fault);
    Point real = plan.point();
    Point faulty = real.of(real.technology() + MARK, real.variant());
    return plan.with(faulty, driver);
  }

  @Override
  public Technology technology() {
    Technology own = real.technology();
    return new Technology(
        own.name(), // that of the server it calls; what is measured has the point's name
        NO_TYPE,
        own.defaultPort(),
        own.summary() + ", with a fault: " + fault,
        own.variants(),
        own.operations());
  }

  @Override
  public void requireUsable() {
    real.requireUsable();
  }

  @Override
  public boolean isThroughBroker() {
    return real.isThroughBroker();
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    Session session = real.open(target, options);
    return new Session() {
      @Override
      public <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread)
          throws CallException {
        return new InjectedCaller<>(session.caller(operation, thread), operation, fault, thread);
      }

      @Override
      public void close() {
        session.close();
      }
    };
  }
}
