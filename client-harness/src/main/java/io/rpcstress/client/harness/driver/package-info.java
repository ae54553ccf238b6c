/**
 * Which technologies there are, and the two drivers that are none: the harness's own floor, and one
 * that makes any other wait. Finds drivers; knows no technology, load shape, file of results or
 * command.
 */
@NullMarked
package io.rpcstress.client.harness.driver;

import org.jspecify.annotations.NullMarked;
