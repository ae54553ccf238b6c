/** What somebody else would add to the shipped programs, without touching them. */
@NullMarked
package io.rpcstress.toy;

import org.jspecify.annotations.NullMarked;
