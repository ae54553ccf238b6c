package io.rpcstress.rpcx.spring;

import org.jspecify.annotations.Nullable;

/** Why RPCX cannot start in this application; printed without a stack trace. */
public final class RpcxConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String action;

  /**
   * Makes an exception.
   *
   * @param message what is wrong where: property or class, value, what was expected
   * @param action what to do
   * @param cause what led to it, or null
   */
  public RpcxConfigurationException(String message, String action, @Nullable Throwable cause) {
    super(message, cause);
    this.action = action;
  }

  /** What to do. */
  public String action() {
    return action;
  }
}
