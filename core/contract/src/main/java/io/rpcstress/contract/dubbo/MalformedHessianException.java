package io.rpcstress.contract.dubbo;

import java.io.IOException;

/** Bytes that are no Hessian, or more of it than any call here has. Has no stack trace. */
public final class MalformedHessianException extends IOException {
  private static final long serialVersionUID = 1;

  /** One line that says what is wrong. */
  public MalformedHessianException(String message) {
    super(message);
  }

  /** Nothing: a peer may cause as many as it likes. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
