/**
 * What every server shares, written once: options, readiness line, usage counters, limits, drain.
 * No technology.
 */
@NullMarked
package io.rpcstress.server.base;

import org.jspecify.annotations.NullMarked;
