package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

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

  private static final int NOT_NAMED = -1;

  private final Operation<Q, ?> operation;
  private final Q request;
  private final @Nullable Mix<Q> mix;
  private final Mix.@Nullable Draws draws;
  private int part = NOT_NAMED;
  private long number;

  /**
   * From the first on.
   *
   * @param mix what they are instead of the request; null where they are no mix
   * @param draws which part of the mix each is; null where they are no mix
   */
  Requests(
      Operation<Q, ?> operation,
      Q request,
      @Nullable Mix<Q> mix,
      Mix.@Nullable Draws draws,
      long thread) {
    this.operation = operation;
    this.request = request;
    this.mix = mix;
    this.draws = draws;
    this.number = FIRST + (thread << BITS_OF_A_THREAD);
  }

  Q next() {
    Mix<Q> several = mix;
    return operation.numbered(several == null ? request : drawn(several), number++);
  }

  private Q drawn(Mix<Q> several) {
    int next = part == NOT_NAMED ? Objects.requireNonNull(draws).next() : part;
    part = NOT_NAMED;
    return several.request(next);
  }

  /** Sets which part of the mix the next one is, which is drawn else. */
  void setNextPart(int which) {
    part = which;
  }
}
