package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What the calls of one thread ask. Where an operation numbers its calls, no two of a process have
 * the same number, nor, as good as ever, have two of several client processes. Used by one thread.
 */
final class Requests<Q> {

  /**
   * Where this process begins: of one length in any spelling, so that all calls are of one size.
   */
  private static final long FIRST = ThreadLocalRandom.current().nextLong(1L << 61, 1L << 62);

  /** More calls than a thread makes. */
  private static final int BITS_OF_A_THREAD = 36;

  private final Operation<Q, ?> operation;
  private final Q request;
  private long number;

  Requests(Operation<Q, ?> operation, Q request, long thread) {
    this.operation = operation;
    this.request = request;
    this.number = FIRST + (thread << BITS_OF_A_THREAD);
  }

  Q next() {
    return operation.numbered(request, number++);
  }
}
