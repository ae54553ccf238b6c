/**
 * A user's own message, in every encoding. Knows no technology: what carries the bytes is
 * elsewhere.
 */
@NullMarked
package io.rpcstress.message;

import org.jspecify.annotations.NullMarked;
