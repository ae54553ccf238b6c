package io.rpcstress.contract;

/** By what names the put operation is reached, where a technology asks for names of its own. */
public final class PutNames {
  /** RPCX: the published name of the service, as little telling as {@link GreetNames}'. */
  public static final String RPCX_SERVICE = "s2";

  public static final String RPCX_METHOD = "m1";

  public static final String HTTP_PATH = "/put";

  private PutNames() {}
}
