/**
 * What every server shares, written once: options, readiness line, usage counters, limits, drain. A
 * technology implements {@link io.rpcstress.server.base.Server}; its main is one line. No
 * technology enters here.
 */
@NullMarked
package io.rpcstress.server.base;

import org.jspecify.annotations.NullMarked;
