/**
 * SOFABolt as a technology that is measured. May use the driver API, the contract, SOFABolt's
 * library and Netty, which it is built on, nothing else.
 */
@NullMarked
package io.rpcstress.driver.bolt;

import org.jspecify.annotations.NullMarked;
