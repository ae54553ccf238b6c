package io.rpcstress.server.redis;

/**
 * A peer sent what is no command, or a larger one than is taken. The rest of its bytes cannot be
 * understood: the connection has to end. The message is its last reply: one line.
 */
final class MalformedCommandException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedCommandException(String message) {
    super(message);
  }
}
