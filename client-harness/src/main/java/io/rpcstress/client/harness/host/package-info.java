/**
 * The two hosts and the link between them: facts, what the link carries, and what of it would spoil
 * a measurement. Calls no technology, and knows no command, no file and no console.
 */
@NullMarked
package io.rpcstress.client.harness.host;

import org.jspecify.annotations.NullMarked;
