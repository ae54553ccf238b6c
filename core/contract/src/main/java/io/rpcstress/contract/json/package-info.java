/**
 * What several technologies carry as JSON, for both hosts. Jackson and the contract are all that
 * enters; no socket, no thread.
 */
@NullMarked
package io.rpcstress.contract.json;

import org.jspecify.annotations.NullMarked;
