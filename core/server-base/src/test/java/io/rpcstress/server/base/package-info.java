/** What every server owes, as tests that each server's module runs against its own jar. */
@NullMarked
package io.rpcstress.server.base;

import org.jspecify.annotations.NullMarked;
