package io.rpcstress.contract;

/**
 * By what names the list-echo operation is reached, where a technology asks for its own, and how
 * long its lists are as text.
 */
public final class ListEchoNames {
  /** RPCX: the published name of the service, as little telling as {@link GreetNames}'. */
  public static final String RPCX_SERVICE = "s3";

  public static final String RPCX_METHOD = "m1";

  public static final String HTTP_PATH = "/list-echo";

  /** An item's fields as JSON, and a name of which each byte is a Unicode escape. */
  private static final int MAX_JSON_ITEM_BYTES = 6 * ListEcho.MAX_NAME_BYTES + 128;

  /**
   * HTTP: the longest body of JSON that either side takes, bytes: what the longest list needs in
   * its longest spelling.
   */
  public static final int MAX_JSON_BYTES = ListEcho.MAX_ELEMENTS * MAX_JSON_ITEM_BYTES + 1024;

  private ListEchoNames() {}
}
