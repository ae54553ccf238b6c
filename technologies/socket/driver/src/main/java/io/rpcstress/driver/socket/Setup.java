package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Idl;

/**
 * How connections are set up: what the variants differ in.
 *
 * @param idl the language of the messages
 * @param noDelay whether {@code TCP_NODELAY} is set
 * @param buffered whether as much as has arrived is read at a time
 * @param reused whether encoders, decoders and their buffers are kept from call to call
 */
record Setup(Idl idl, boolean noDelay, boolean buffered, boolean reused) {}
