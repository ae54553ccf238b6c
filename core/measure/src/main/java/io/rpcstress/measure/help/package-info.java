/** How the programs that write and read measurements explain their options. */
@NullMarked
package io.rpcstress.measure.help;

import org.jspecify.annotations.NullMarked;
