package io.rpcstress.client.harness.controls;

import io.rpcstress.client.harness.driver.CallException;
import io.rpcstress.client.harness.driver.Caller;
import io.rpcstress.client.harness.driver.Driver;
import io.rpcstress.client.harness.driver.DriverOptions;
import io.rpcstress.client.harness.driver.Session;
import io.rpcstress.client.harness.driver.Target;
import io.rpcstress.client.harness.driver.Technology;
import io.rpcstress.client.harness.point.PointPlan;
import io.rpcstress.contract.Operation;
import io.rpcstress.measure.Point;

/** A real technology with a defect in it. The rows that it gives have no real one's name. */
public final class PlantedDriver implements Driver {

  /** What the name of a planted technology's points ends in. */
  public static final String MARK = "-planted";

  private static final int NO_TYPE = 0;

  private final Driver real;
  private final Defect defect;

  /** Plants a defect. */
  public PlantedDriver(Driver real, Defect defect) {
    this.real = real;
    this.defect = defect;
  }

  /** The same plan with a defect in its technology, which is named accordingly. */
  public static PointPlan in(PointPlan plan, Defect defect) {
    PlantedDriver driver = new PlantedDriver(plan.driver(), defect);
    Point real = plan.point();
    Point planted = real.of(real.technology() + MARK, real.variant());
    return plan.with(planted, driver);
  }

  /** The technology of a point, whether a defect is planted in it or not. */
  public static String realName(String technology) {
    return technology.endsWith(MARK)
        ? technology.substring(0, technology.length() - MARK.length())
        : technology;
  }

  @Override
  public Technology technology() {
    Technology own = real.technology();
    return new Technology(
        own.name(), // that of the server it calls; what is measured has the point's name
        NO_TYPE,
        own.defaultPort(),
        own.summary() + ", with a defect: " + defect,
        own.variants(),
        own.operations());
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    Session session = real.open(target, options);
    return new Session() {
      @Override
      public <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread)
          throws CallException {
        return new PlantedCaller<>(session.caller(operation, thread), operation, defect, thread);
      }

      @Override
      public void close() {
        session.close();
      }
    };
  }
}
