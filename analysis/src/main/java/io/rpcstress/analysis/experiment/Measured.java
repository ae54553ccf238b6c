package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Sample;
import java.util.Map;

/**
 * What was measured here of one technology in one setup. Immutable.
 *
 * @param technology as this project calls it, variant included
 * @param setup what else decides: only equal setups are compared
 * @param samples one value a process, by the publication's quantity, in its unit; a quantity that
 *     was not recorded is not there
 * @param caveat why no verdict is made of it; empty where one may be
 */
record Measured(String technology, String setup, Map<String, Sample> samples, String caveat) {

  boolean isRecorded(String quantity) {
    return samples.containsKey(quantity);
  }

  /** One of its quantities by that of another; nothing where either was not recorded. */
  Estimate by(Measured other, String quantity, int salt) {
    Sample ours = samples.get(quantity);
    Sample theirs = other.samples.get(quantity);
    return ours == null || theirs == null ? Estimate.NOTHING : ours.by(theirs, salt);
  }

  /** Why no verdict is made of it and another; empty where one may be. */
  String caveatWith(Measured other) {
    return caveat.isEmpty() ? other.caveat : caveat;
  }
}
