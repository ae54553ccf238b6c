package io.rpcstress.rpcx;

/**
 * The default budgets of bytes. A service centre has three of them: incomplete frames, requests off
 * the event loop, replies that wait. A client has the first one.
 */
final class DefaultBudget {

  private DefaultBudget() {}

  /**
   * An eighth of the heap, at least MIN_DEFAULT_BUDGET_BYTES; of a heap in which three times that
   * would leave too little for everything else, a sixth.
   *
   * @param heap the largest that it may become, bytes
   * @param least what the budget must hold whatever the heap, bytes
   */
  static long bytes(long heap, long least) {
    long floor = Math.min(Limits.MIN_DEFAULT_BUDGET_BYTES, heap / 6);
    return Math.max(heap / 8, Math.max(least, floor));
  }
}
