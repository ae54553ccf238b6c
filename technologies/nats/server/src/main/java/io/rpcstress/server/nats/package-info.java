/**
 * Host B's NATS server of requests: it answers what a broker, which is another process, passes on.
 * May use the contract, the server base, the usage counters and NATS' Java client, nothing else.
 */
@NullMarked
package io.rpcstress.server.nats;

import org.jspecify.annotations.NullMarked;
