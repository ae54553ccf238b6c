package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.wire.ByteBudget;

/**
 * What each connection may have of a budget whatever the others hold. All shares together are no
 * more than the budget once more, unless that would leave too little for a small call.
 */
final class OwnShare {
  /** What every connection gets in any heap, in bytes. */
  static final int MIN_BYTES = 4 * 1024;

  private OwnShare() {}

  /** The share of one connection, in bytes. */
  static int of(ByteBudget budget, Limits limits) {
    long equal = budget.max() / limits.maxConnections();
    return (int) Math.min(Limits.SHARE_BYTES, Math.max(MIN_BYTES, equal));
  }
}
