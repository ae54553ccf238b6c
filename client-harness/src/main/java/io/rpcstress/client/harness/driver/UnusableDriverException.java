package io.rpcstress.client.harness.driver;

import org.jspecify.annotations.Nullable;

/** A driver that cannot be used, or two that cannot be used together. */
public final class UnusableDriverException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnusableDriverException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  UnusableDriverException(String message) {
    this(message, null);
  }
}
