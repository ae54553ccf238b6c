package io.rpcstress.driver;

/** Which version of the driver interfaces this is, and where a driver's jar contains its own. */
public final class DriverApi {

  /**
   * Counted up by every change after which a driver that was built before no longer works: a method
   * or a component that is gone, renamed or new without a default.
   */
  public static final int VERSION = 1;

  /**
   * The main attribute of a driver jar's manifest with the {@link #VERSION} that it was built with.
   * It is read before any class of the jar is loaded.
   */
  public static final String MANIFEST_ENTRY = "Rpc-Stress-Driver-Api";

  private DriverApi() {}
}
