package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.wire.CallIds;

/**
 * What replies to one client depend on, as its HELLO said. Immutable and thread-safe.
 *
 * @param ids how the ids of calls are written
 * @param maxFrameBytes the largest frame body that it accepts
 */
record ReplyForm(CallIds ids, int maxFrameBytes) {}
