/**
 * RSocket as a technology that is measured. May use the driver API, the contract, RSocket's library
 * and what it is built on (Reactor, Netty), nothing else.
 */
@NullMarked
package io.rpcstress.driver.rsocket;

import org.jspecify.annotations.NullMarked;
