/** Newline-framed messages on plain sockets: the floor that everything is compared with. */
@NullMarked
package io.rpcstress.driver.tcp;

import org.jspecify.annotations.NullMarked;
