package io.rpcstress.client.harness.campaign.controls;

import java.io.IOException;
import java.util.Map;

/** One thing that a harness whose numbers are to be believed must get right. */
public record Control(String name, String claim, Examination examination) {

  /** Finds out whether a claim holds. */
  @FunctionalInterface
  public interface Examination {

    Finding of(Rig rig) throws IOException, InterruptedException;
  }

  /** Finds out, and takes a missing result for a failed control. */
  public Finding check(Rig rig) throws IOException, InterruptedException {
    try {
      return examination.of(rig);
    } catch (NoResultException e) {
      return new Finding(false, String.valueOf(e.getMessage()), Map.of());
    }
  }
}
