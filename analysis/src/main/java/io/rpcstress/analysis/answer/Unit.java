package io.rpcstress.analysis.answer;

/** What an interval is drawn from: what is taken for independent. */
public enum Unit {
  /** Starts of the server, each with one client process or several: carries a verdict. */
  SERVER("server start with its client processes", true),
  /** Client processes, two or more on each side, of one server: carries a verdict of that. */
  CLIENT("client process, one server", true),
  /** The means of whole processes whose server is not known: carries a verdict. */
  PROCESS("process", true),
  /**
   * Runs inside one process each. They are correlated, and the interval is narrower than the truth:
   * shown, but no verdict.
   */
  RUN("run inside one process", false);

  private final String label;
  private final boolean judges;

  Unit(String label, boolean judges) {
    this.label = label;
    this.judges = judges;
  }

  public String label() {
    return label;
  }

  public boolean judges() {
    return judges;
  }
}
