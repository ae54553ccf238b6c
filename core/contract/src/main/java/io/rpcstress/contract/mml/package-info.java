/**
 * What MML carries, as technologies/mml/README.md has it: the frame and the typed JSON in it, for
 * both hosts. Jackson and the contract are all that enters; no socket, no thread.
 */
@NullMarked
package io.rpcstress.contract.mml;

import org.jspecify.annotations.NullMarked;
