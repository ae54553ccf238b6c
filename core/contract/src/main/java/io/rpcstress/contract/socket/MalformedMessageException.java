package io.rpcstress.contract.socket;

import java.io.IOException;

/** What arrived is no message, or one beyond the bounds. */
public final class MalformedMessageException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedMessageException(String message) {
    super(message);
  }

  /** One that a library found, by whatever exception. */
  MalformedMessageException(Exception found) {
    super(found.getClass().getSimpleName() + ": " + found.getMessage(), found);
  }
}
