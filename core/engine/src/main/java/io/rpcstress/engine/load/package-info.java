/**
 * Load shapes: how calls are dealt to threads, released, timed and counted. Knows drivers by their
 * interface only; knows no file, no option and no technology.
 */
@NullMarked
package io.rpcstress.engine.load;

import org.jspecify.annotations.NullMarked;
