package io.rpcstress.server.proxy;

/**
 * What a proxy reports. Unknown values are {@link io.rpcstress.usage.ProcessUsage#UNKNOWN}.
 *
 * @param calls that it received since it started; unknown where it sees no calls
 * @param openConnections of clients
 */
record Counted(long calls, long openConnections) {}
