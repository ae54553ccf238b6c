/**
 * Which technologies there are: on the class path, in jars beside the program, and the harness's
 * own floor. Finds drivers; knows no technology, load shape, file of results or command.
 */
@NullMarked
package io.rpcstress.client.harness.driver;

import org.jspecify.annotations.NullMarked;
