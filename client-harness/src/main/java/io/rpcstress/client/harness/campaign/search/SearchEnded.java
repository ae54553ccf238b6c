package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.measure.FailureCause;

/** What says that no further probe makes sense. */
final class SearchEnded extends Exception {
  private static final long serialVersionUID = 1;

  SearchEnded(FailureCause cause, String detail) {
    super(cause.label() + ": " + detail);
  }
}
