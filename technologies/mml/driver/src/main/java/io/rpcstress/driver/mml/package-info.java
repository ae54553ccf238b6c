/**
 * MML: calls matched by id on connections that all threads share, to one server or several in turn.
 * The driver API, the contract and Netty are all that enters here.
 */
@NullMarked
package io.rpcstress.driver.mml;

import org.jspecify.annotations.NullMarked;
