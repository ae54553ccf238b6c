/**
 * The dependencies between and inside the modules, held by tests over the classes of all of them.
 * Nothing but tests lives here, and the module is built last.
 */
@NullMarked
package io.rpcstress.architecture;

import org.jspecify.annotations.NullMarked;
