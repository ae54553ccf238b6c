package io.rpcstress.rpcx.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * Draws request ids, as the paper has it; never 0. A class and not a lambda, which a first call
 * would link.
 */
final class RandomIds implements LongSupplier {
  @Override
  public long getAsLong() {
    long id = ThreadLocalRandom.current().nextLong();
    return id == 0 ? 1 : id;
  }
}
