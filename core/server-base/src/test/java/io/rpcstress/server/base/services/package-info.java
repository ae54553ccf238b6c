/** Tests. */
@NullMarked
package io.rpcstress.server.base.services;

import org.jspecify.annotations.NullMarked;
