package io.rpcstress.client.harness.campaign.search;

/** What a probe's process has done before, and so what it does before it counts. */
public enum ProcessState {

  /** Nothing: one of its own, that calls at full speed and warms up at the rate. */
  NEW,

  /** It explores, and calls at full speed before this first rate. */
  EXPLORES,

  /** It explores, and has offered rates since it called at full speed. */
  OFFERED_RATES;

  /** Whether it is to call at full speed first. */
  public boolean callsAtFullSpeed() {
    return this != OFFERED_RATES;
  }

  /** Whether it is the warm process that explores. */
  public boolean explores() {
    return this != NEW;
  }
}
