package io.rpcstress.client.harness.campaign.controls;

import java.io.IOException;

/** One thing that a harness whose numbers are to be believed must get right. */
public interface Control {

  /** A word for files and programs. */
  String name();

  /** What must hold, as a sentence. */
  String claim();

  /** Finds out. */
  Finding examine(Rig rig) throws NoResultException, IOException, InterruptedException;

  /** Finds out, and takes a missing result for a failed control. */
  default Finding check(Rig rig) throws IOException, InterruptedException {
    try {
      return examine(rig);
    } catch (NoResultException e) {
      return new Finding(false, String.valueOf(e.getMessage()), java.util.Map.of());
    }
  }
}
