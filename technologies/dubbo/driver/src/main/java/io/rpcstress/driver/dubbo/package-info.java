/**
 * Apache Dubbo as a technology that is measured. May use the driver API, the contract and Dubbo's
 * library, nothing else.
 */
@NullMarked
package io.rpcstress.driver.dubbo;

import org.jspecify.annotations.NullMarked;
