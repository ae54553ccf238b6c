/**
 * Apache Thrift as a technology that is measured. May use the driver API, the contract and Thrift's
 * library, nothing else.
 */
@NullMarked
package io.rpcstress.driver.thrift;

import org.jspecify.annotations.NullMarked;
