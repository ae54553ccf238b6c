package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.measure.statistics.TargetWidth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A/A: a technology against itself must tie, in a timed loop, by an interval that is narrower than
 * {@link TargetWidth#CONTROL}.
 *
 * @param scale how much is measured
 */
record Tie(Scale scale) implements Control {

  @Override
  public String name() {
    return "a-a-tie";
  }

  @Override
  public String claim() {
    return "a technology ties with itself";
  }

  @Override
  public Finding examine(Rig rig) throws NoResultException, IOException, InterruptedException {
    Side side = new Side(rig, Trial.timed(Fault.NONE, scale.threads(), scale.load()));
    List<Sides> measured = new ArrayList<>();
    Finding finding =
        NoDifference.between(
            "time ratio",
            scale,
            seed -> {
              measured.add(new Sides(side, side, seed));
              return new SidesComparison(measured.get(measured.size() - 1));
            });
    Map<String, Object> numbers = new LinkedHashMap<>(finding.numbers());
    String needed = NeededProcesses.of(measured.get(measured.size() - 1)).text(numbers);
    return new Finding(finding.ok(), finding.detail() + "; " + needed, numbers);
  }
}
