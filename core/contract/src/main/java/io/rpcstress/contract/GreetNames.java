package io.rpcstress.contract;

/** By what names the greet operation is reached, where a technology asks for names of its own. */
public final class GreetNames {
  /**
   * RPCX: the published name of the service. The paper disguises names: what is published says
   * nothing of the classes behind it.
   */
  public static final String RPCX_SERVICE = "s1";

  public static final String RPCX_METHOD = "m1";

  public static final String HTTP_PATH = "/greet";

  /** HTTP: the query parameter that holds the name. */
  public static final String HTTP_PARAMETER = "name";

  private GreetNames() {}
}
