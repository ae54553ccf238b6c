/** What a load shape does with its threads, its clock and its failures. */
@NullMarked
package io.rpcstress.engine.load;

import org.jspecify.annotations.NullMarked;
