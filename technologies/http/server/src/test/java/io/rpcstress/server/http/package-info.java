/** What the HTTP servers promise. */
@NullMarked
package io.rpcstress.server.http;

import org.jspecify.annotations.NullMarked;
