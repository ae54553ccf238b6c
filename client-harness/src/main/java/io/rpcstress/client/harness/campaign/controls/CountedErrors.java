package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.FailureCause;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Every hundredth call fails: each must be counted, none may be among the latencies, and a point
 * that tolerates no failure must fail.
 *
 * @param scale how much is measured
 */
record CountedErrors(Scale scale) implements Control {

  private static final int EVERY = 100;
  private static final int RUNS = 3;

  /** More than is injected, so that the point goes on to its end. */
  private static final double TOLERATED = 0.05;

  @Override
  public String name() {
    return "counted-errors";
  }

  @Override
  public String claim() {
    return "injected errors of 1 % are counted, each of them";
  }

  @Override
  public Finding examine(Rig rig) throws NoResultException, IOException, InterruptedException {
    Fault fault = Fault.errors(EVERY, scale.seed());
    Outcome tolerant =
        rig.measure(new Trial(fault, scale.threads(), scale.requests(), RUNS, 0, TOLERATED, null));
    tolerant.process();
    long injected = (long) tolerant.runs().size() * scale.requests() / EVERY;
    CallCounts sum = new CallCounts(0, 0, 0, 0, 0);
    long timed = 0;
    for (int i = 0; i < tolerant.runs().size(); i++) {
      CallCounts calls = tolerant.runs().get(i).calls();
      sum =
          new CallCounts(
              sum.issued() + calls.issued(),
              sum.ok() + calls.ok(),
              sum.failed() + calls.failed(),
              sum.timedOut() + calls.timedOut(),
              sum.abandoned() + calls.abandoned());
      timed += tolerant.latencies().get(i).getTotalCount();
    }
    Outcome strict = rig.measure(new Trial(fault, scale.threads(), scale.requests(), RUNS, 1));
    PointFailure failure = strict.failure();
    boolean failed = failure != null && failure.cause() == FailureCause.CALLS_FAILED;
    boolean counted =
        tolerant.runs().size() == RUNS
            && sum.issued() == (long) RUNS * scale.requests()
            && sum.failed() == injected
            && sum.ok() == sum.issued() - injected;
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("issued", sum.issued());
    numbers.put("injected", injected);
    numbers.put("failed", sum.failed());
    numbers.put("ok", sum.ok());
    numbers.put("latencies", timed);
    numbers.put("strictFailed", failed);
    return new Finding(
        counted && timed == sum.ok() && failed,
        "%d calls, %d failures injected: %d counted, %d ok, %d latencies; tolerating none the point %s"
            .formatted(
                sum.issued(),
                injected,
                sum.failed(),
                sum.ok(),
                timed,
                failed ? "fails" : "does not fail"),
        numbers);
  }
}
