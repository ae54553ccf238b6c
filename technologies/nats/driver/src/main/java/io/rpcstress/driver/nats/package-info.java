/**
 * NATS as a technology that is measured, by its Java client: requests and their replies as
 * messages, through a broker. May use the driver API, the contract and that client, nothing else.
 */
@NullMarked
package io.rpcstress.driver.nats;

import org.jspecify.annotations.NullMarked;
