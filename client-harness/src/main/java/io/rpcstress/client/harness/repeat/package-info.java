/**
 * Whole processes as the unit of repetition: the order that they are measured in, what they gave
 * together, and what that says of one technology against another. Starts no process and prints
 * nothing.
 */
@NullMarked
package io.rpcstress.client.harness.repeat;

import org.jspecify.annotations.NullMarked;
