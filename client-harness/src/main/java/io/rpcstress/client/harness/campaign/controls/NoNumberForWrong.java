package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.measure.FailureCause;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A technology that answers wrongly gets no number: every hundredth reply is altered in its last
 * character.
 *
 * @param scale how much is measured
 */
record NoNumberForWrong(Scale scale) implements Control {

  private static final int EVERY = 100;
  private static final int RUNS = 2;

  @Override
  public String name() {
    return "no-number-for-wrong-replies";
  }

  @Override
  public String claim() {
    return "a technology that answers wrongly gets no number";
  }

  @Override
  public Finding examine(Rig rig) throws IOException, InterruptedException {
    Outcome outcome =
        rig.measure(
            new Trial(
                Fault.wrong(EVERY, scale.seed()), scale.threads(), scale.requests(), RUNS, 0));
    PointFailure failure = outcome.failure();
    boolean ok = failure != null && failure.cause() == FailureCause.WRONG_REPLY;
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("runsWithANumber", outcome.runs().size());
    numbers.put("cause", failure == null ? "none" : failure.cause().label());
    return new Finding(
        ok,
        failure == null
            ? "the point has %d runs, and wrong replies among them".formatted(outcome.runs().size())
            : "the point fails (%s): %s".formatted(failure.cause().label(), failure.detail()),
        numbers);
  }
}
